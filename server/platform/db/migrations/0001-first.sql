-- People, workspaces, tests, sessions with their recordings, screens. PostgreSQL 15 or newer.

CREATE TABLE users (
  id uuid PRIMARY KEY,
  issuer text NOT NULL,
  subject text NOT NULL,
  email text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  deletion_at timestamptz,
  UNIQUE (issuer, subject)
);
CREATE INDEX users_email ON users (email);

CREATE TABLE email_changes (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
  email text NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE TABLE workspaces (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
  company text,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE members (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'member')),
  joined_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX members_user ON members (user_id);

CREATE TABLE invitations (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  email text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (workspace_id, email)
);
CREATE INDEX invitations_email ON invitations (email);

CREATE TABLE sign_ins (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_ins_user ON sign_ins (user_id);

CREATE TABLE tests (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  unique_id text NOT NULL UNIQUE,
  name text NOT NULL,
  task text NOT NULL,
  figma_url text NOT NULL,
  company text NOT NULL,
  closed_by_hand boolean NOT NULL DEFAULT false,
  close_date timestamptz,
  submission_limit integer CHECK (submission_limit > 0),
  allow_repeat boolean NOT NULL DEFAULT true,
  -- places taken: sessions started and not given back
  submissions integer NOT NULL DEFAULT 0 CHECK (submissions >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX tests_workspace ON tests (workspace_id, id DESC);

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  test_id uuid NOT NULL REFERENCES tests ON DELETE CASCADE,
  participant_name text NOT NULL,
  -- with the name: the userTimestamp, unique within a test
  timestamp_ms bigint NOT NULL,
  -- trimmed, lower case: for tests that refuse repeat submissions
  name_key text NOT NULL,
  browser_key text,
  state text NOT NULL CHECK (state IN ('started', 'finished')),
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  UNIQUE (test_id, timestamp_ms)
);

CREATE TABLE recordings (
  session_id uuid PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
  upload_id uuid NOT NULL UNIQUE,
  state text NOT NULL CHECK (state IN ('receiving', 'ready')),
  ended_early boolean NOT NULL DEFAULT false,
  size_bytes bigint NOT NULL DEFAULT 0,
  -- declared by the client; null until then
  length_bytes bigint,
  duration_ms double precision,
  clicks integer NOT NULL DEFAULT 0,
  -- where clusters and key frames lie; null while receiving (then it is read from the bytes)
  media_index jsonb,
  last_piece_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX recordings_receiving ON recordings (last_piece_at) WHERE state = 'receiving';

CREATE TABLE events (
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  seq integer NOT NULL,
  at_ms double precision NOT NULL,
  type text NOT NULL,
  -- as received: json keeps every escape that jsonb refuses
  data json NOT NULL,
  PRIMARY KEY (session_id, seq)
);

CREATE TABLE heatmaps (
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  screen_id text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  PRIMARY KEY (session_id, screen_id)
);

CREATE TABLE screens (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  api_origin text NOT NULL,
  file_key text NOT NULL,
  node_id text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  origin_x double precision NOT NULL,
  origin_y double precision NOT NULL,
  boxes jsonb NOT NULL,
  fetched_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (workspace_id, api_origin, file_key, node_id)
);
