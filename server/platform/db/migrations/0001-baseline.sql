-- The schema of Tryout 0.9.0, with which version 1.0 begins: tables by noun, then the functions and triggers that belong
-- to several of them. PostgreSQL 15 or newer.
--
-- A database of 0.9.0 has all of it, so this file does not run there (migrate.ts). Tables keep the order of
-- columns that such a database has, because views and triggers read whole rows.

-- # Search

-- Text as searches compare it: without case and without accents on letters, composed or not; ß is ss.
CREATE FUNCTION folded(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN replace(
  translate(lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]', '', 'g')), 'ẞς', 'ßσ'), 'ß', 'ss');

-- One, two and three characters in a row, hashed together with the test or workspace that is searched: an index of
-- these holds one searched list apart from all others. Not every PostgreSQL has an extension for it. The cost makes the
-- planner use the index instead of computing the hashes for each row.
CREATE FUNCTION search_grams(scope uuid, given text) RETURNS bigint[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 10000
RETURN (
  SELECT coalesce(array_agg(DISTINCT hashtextextended(substr(text, at, size), uuid_hash_extended(scope, 0))), '{}')
  FROM folded(given) AS text, generate_series(1, 3) AS size, generate_series(1, length(text) - size + 1) AS at
);

-- The hashes of search_grams that every text has which contains the given one: of three characters, or of all if the
-- given text is shorter.
CREATE FUNCTION wanted_grams(scope uuid, given text) RETURNS bigint[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
  SELECT coalesce(array_agg(DISTINCT hashtextextended(substr(text, at, 3), uuid_hash_extended(scope, 0))), '{}')
  FROM folded(given) AS text, generate_series(1, least(length(text), greatest(length(text) - 2, 1))) AS at
);

-- # People and workspaces

CREATE TABLE users (
  id uuid PRIMARY KEY,
  issuer text NOT NULL,
  subject text NOT NULL,
  -- The person may change this address.
  email text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When the account will be deleted, or null if its person did not request it.
  deletion_at timestamptz,
  -- The next sign-in begins in this workspace.
  last_workspace_id uuid,
  -- The address that the issuer confirmed at the last sign-in.
  verified_email text,
  UNIQUE (issuer, subject)
);
CREATE INDEX users_email ON users (email);
CREATE INDEX users_last_workspace ON users (last_workspace_id);
CREATE INDEX users_deletion ON users (deletion_at) WHERE deletion_at IS NOT NULL;

-- A row with `deleted_at` is deleted for everyone; the job `deleted.remove` removes it in batches. Queries read the view
-- `workspaces`, which leaves out deleted rows. Columns, indexes, triggers and references belong to the table; after a new
-- column the view is created again. `tests` and `sessions` work in the same way.
CREATE TABLE all_workspaces (
  id uuid CONSTRAINT workspaces_pkey PRIMARY KEY,
  -- The owner, or null once the workspace is deleted, because the owner's account is removed at once.
  owner_id uuid CONSTRAINT workspaces_owner_id_key UNIQUE
    CONSTRAINT workspaces_owner_id_fkey REFERENCES users ON DELETE CASCADE,
  company text,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  -- Days after a session's end until its recording is deleted, or null if recordings are not deleted by age.
  retention_days smallint CHECK (retention_days IN (30, 90, 180, 365, 730))
);
CREATE INDEX workspaces_deleted ON all_workspaces (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX workspaces_retention ON all_workspaces (id) WHERE retention_days IS NOT NULL AND deleted_at IS NULL;
CREATE VIEW workspaces AS SELECT * FROM all_workspaces WHERE deleted_at IS NULL;

ALTER TABLE users ADD FOREIGN KEY (last_workspace_id) REFERENCES all_workspaces ON DELETE SET NULL;

CREATE TABLE members (
  workspace_id uuid NOT NULL REFERENCES all_workspaces ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'member', 'viewer')),
  joined_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX members_user ON members (user_id);

CREATE TABLE invitations (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES all_workspaces ON DELETE CASCADE,
  email text,
  created_at timestamptz NOT NULL DEFAULT now(),
  token_hash bytea UNIQUE,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'declined', 'withdrawn', 'replaced')),
  expires_at timestamptz NOT NULL,
  role text NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'viewer')),
  -- A closed invitation stays for a while, so that its link can name the reason. The address is removed at once.
  CONSTRAINT invitations_email_while_open CHECK ((email IS NOT NULL) = (state = 'open'))
);
CREATE INDEX invitations_email ON invitations (email);
CREATE UNIQUE INDEX invitations_open ON invitations (workspace_id, email);
CREATE INDEX invitations_expire ON invitations (expires_at);

-- Each sign-in can be listed and ended, so it has an id that is no secret.
CREATE TABLE sign_ins (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  workspace_id uuid NOT NULL REFERENCES all_workspaces ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  -- Browser and system in words.
  device text NOT NULL DEFAULT '',
  -- Time of the last use, to the hour.
  last_used_at timestamptz NOT NULL DEFAULT now(),
  -- When the issuer last confirmed the person.
  authenticated_at timestamptz NOT NULL DEFAULT now(),
  -- 90 days after the issuer's last answer; use does not move it.
  ends_at timestamptz NOT NULL DEFAULT now() + interval '90 days',
  -- The address that the issuer confirmed at this sign-in.
  verified_email text,
  -- No longer used.
  has_old_cookie boolean NOT NULL DEFAULT false,
  CONSTRAINT sign_ins_end CHECK (expires_at <= ends_at)
);
CREATE INDEX sign_ins_user ON sign_ins (user_id);
CREATE INDEX sign_ins_workspace ON sign_ins (workspace_id);
CREATE INDEX sign_ins_expire ON sign_ins (expires_at);

CREATE TABLE email_changes (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
  email text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX email_changes_expire ON email_changes (expires_at);

CREATE TABLE email_undos (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The address that the undo restores.
  old_email text NOT NULL,
  new_email text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX email_undos_user ON email_undos (user_id);
CREATE INDEX email_undos_expire ON email_undos (expires_at);

-- A workspace's own token for the design tool.
CREATE TABLE design_tokens (
  workspace_id uuid PRIMARY KEY REFERENCES all_workspaces ON DELETE CASCADE,
  -- AES-256-GCM by a key derived from SESSION_SECRET; the token in clear is not stored.
  sealed text NOT NULL,
  -- The design tool's answer when the token was set.
  checked text NOT NULL CHECK (checked IN ('works', 'accepted', 'file_hidden', 'untested')),
  set_by uuid REFERENCES users ON DELETE SET NULL,
  set_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX design_tokens_user ON design_tokens (set_by);

-- # Tests and their revisions

CREATE TABLE all_tests (
  id uuid CONSTRAINT tests_pkey PRIMARY KEY,
  workspace_id uuid NOT NULL CONSTRAINT tests_workspace_id_fkey REFERENCES all_workspaces ON DELETE CASCADE,
  unique_id text NOT NULL CONSTRAINT tests_unique_id_key UNIQUE,
  name text NOT NULL,
  company text NOT NULL,
  closed_by_hand boolean NOT NULL DEFAULT false,
  close_date timestamptz,
  submission_limit integer CONSTRAINT tests_submission_limit_check CHECK (submission_limit > 0),
  allow_repeat boolean NOT NULL DEFAULT true,
  -- Slots in use: sessions that started and did not return their slot.
  submissions integer NOT NULL DEFAULT 0 CONSTRAINT tests_submissions_check CHECK (submissions >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- The last participant number; the number of a deleted session is not used again.
  numbered integer NOT NULL DEFAULT 0,
  recording_count integer NOT NULL DEFAULT 0,
  -- Timestamp of the newest recording.
  recorded_ms bigint,
  -- The newest recording or the last change, whichever is later, in milliseconds since 1970.
  active_ms bigint NOT NULL GENERATED ALWAYS AS (greatest(
    floor(extract(epoch FROM updated_at AT TIME ZONE 'UTC') * 1000)::bigint, recorded_ms)) STORED,
  -- Closed by hand or full. A close date passes without a write.
  is_shut boolean NOT NULL
    GENERATED ALWAYS AS (closed_by_hand OR coalesce(submissions >= submission_limit, false)) STORED,
  -- Sort key of the name: accents follow their letter, so the letter decides first.
  name_key text NOT NULL GENERATED ALWAYS AS (left(normalize(lower(name), NFKD), 80)) STORED,
  deleted_at timestamptz,
  -- Number of recordings that participants withdrew. Nothing else is stored about them.
  withdrawn integer NOT NULL DEFAULT 0 CHECK (withdrawn >= 0)
);
CREATE INDEX tests_workspace ON all_tests (workspace_id, id DESC);
CREATE INDEX tests_named ON all_tests (workspace_id, name_key, id);
CREATE INDEX tests_recorded ON all_tests (workspace_id, recording_count DESC, id DESC);
CREATE INDEX tests_search ON all_tests USING gin (search_grams(workspace_id, name)) WITH (fastupdate = off);
CREATE INDEX tests_deleted ON all_tests (deleted_at) WHERE deleted_at IS NOT NULL;
-- An index with the view's condition answers a count without reading the rows.
CREATE INDEX tests_active ON all_tests (workspace_id, active_ms DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX tests_state ON all_tests (workspace_id, is_shut, close_date) WHERE deleted_at IS NULL;
-- Index of the job that reports tests whose close date has passed.
CREATE INDEX tests_close_date ON all_tests (close_date) WHERE close_date IS NOT NULL;
CREATE VIEW tests AS SELECT * FROM all_tests WHERE deleted_at IS NULL;

-- The content of a test at a time, as ordered steps. A session belongs to the revision that it ran.
CREATE TABLE revisions (
  id uuid PRIMARY KEY,
  test_id uuid NOT NULL REFERENCES all_tests ON DELETE CASCADE,
  -- The number, or null if the revision was changed before a session ran it. A page may still show such a revision.
  number integer CHECK (number > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Checked at the end of a statement: a revision that is run later gets its number back.
  UNIQUE (test_id, number) DEFERRABLE
);

CREATE TABLE steps (
  id uuid PRIMARY KEY,
  revision_id uuid NOT NULL REFERENCES revisions ON DELETE CASCADE,
  position smallint NOT NULL CHECK (position BETWEEN 1 AND 30),
  kind text NOT NULL CHECK (kind IN ('task')),
  text text NOT NULL,
  -- The prototype's address, or null for steps without a prototype.
  prototype_url text,
  goal jsonb,
  -- Questions after the task.
  asks text[] NOT NULL DEFAULT '{did_it,ease,helped}',
  -- Increases with each change of the goal. Runs with another version are settled again.
  goal_version integer NOT NULL DEFAULT 0,
  goal_set_at timestamptz,
  -- Number of sessions that had run the revision when the goal was set.
  goal_set_after integer,
  UNIQUE (revision_id, position)
);
-- The index is by hash because a link may be longer than a page of a B-tree takes.
CREATE INDEX steps_prototype ON steps USING hash (prototype_url);

-- Texts that were corrected after sessions had read them.
CREATE TABLE step_corrections (
  id uuid PRIMARY KEY,
  step_id uuid NOT NULL REFERENCES steps ON DELETE CASCADE,
  text_before text NOT NULL,
  text_after text NOT NULL,
  -- The person who corrected it, or null once their account is deleted.
  corrected_by uuid REFERENCES users ON DELETE SET NULL,
  corrected_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX step_corrections_step ON step_corrections (step_id);
CREATE INDEX step_corrections_user ON step_corrections (corrected_by);

-- Images of a prototype's screens. A row never changes, because two revisions may show two images of the same screen.
CREATE TABLE screens (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES all_workspaces ON DELETE CASCADE,
  api_origin text NOT NULL,
  file_key text NOT NULL,
  node_id text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  origin_x double precision NOT NULL,
  origin_y double precision NOT NULL,
  boxes jsonb NOT NULL,
  fetched_at timestamptz NOT NULL DEFAULT now(),
  -- Nodes that the prototype opens from this screen.
  leads_to text[] NOT NULL DEFAULT '{}',
  size_bytes integer NOT NULL DEFAULT 0,
  -- The layer's name in the design, or null if a browser took the image.
  name text
);
CREATE INDEX screens_file ON screens (workspace_id, api_origin, file_key, node_id);

-- The image of each screen that a revision shows.
CREATE TABLE revision_screens (
  revision_id uuid NOT NULL REFERENCES revisions ON DELETE CASCADE,
  api_origin text NOT NULL,
  file_key text NOT NULL,
  node_id text NOT NULL,
  -- Checked at the end of a transaction, because the rows of a workspace are deleted by cascade in any order.
  screen_id uuid NOT NULL REFERENCES screens DEFERRABLE INITIALLY DEFERRED,
  -- The image was fetched for another revision of the same file, and the design may have changed since.
  inherited boolean NOT NULL DEFAULT false,
  PRIMARY KEY (revision_id, api_origin, file_key, node_id)
);
CREATE INDEX revision_screens_screen ON revision_screens (screen_id);

-- Screens of a test by numbers that stay when the design renames them.
CREATE TABLE test_screens (
  test_id uuid NOT NULL REFERENCES all_tests ON DELETE CASCADE,
  -- Numbers begin at 1, in the order in which sessions or the design tool first named the screens.
  number integer NOT NULL CHECK (number > 0),
  -- The prototype's file, because the files of two revisions may have the same node ids.
  api_origin text NOT NULL,
  file_key text NOT NULL,
  node_id text NOT NULL,
  -- The layer's last name in the design tool, or null if it is not known.
  layer_name text,
  -- A member's name for the screen, or null for the layer's own.
  given_name text,
  -- The file still has the screen.
  in_design boolean NOT NULL DEFAULT true,
  PRIMARY KEY (test_id, number),
  UNIQUE (test_id, api_origin, file_key, node_id)
);

-- # Sessions and recordings

CREATE TABLE all_sessions (
  id uuid CONSTRAINT sessions_pkey PRIMARY KEY,
  test_id uuid NOT NULL CONSTRAINT sessions_test_id_fkey REFERENCES all_tests ON DELETE CASCADE,
  participant_name text NOT NULL,
  -- The name and this time make the userTimestamp, which is unique within a test.
  timestamp_ms bigint NOT NULL,
  browser_key text,
  state text NOT NULL CONSTRAINT sessions_state_check CHECK (state IN ('started', 'finished')),
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  -- The session is counted in tests.submissions.
  holds_slot boolean NOT NULL DEFAULT true,
  -- The last sign of life before the recording begins.
  seen_at timestamptz NOT NULL DEFAULT now(),
  -- A keyed hash of test and address until the recording begins, then null.
  waiting_from text,
  -- Bytes of the data of its raw messages.
  events_bytes integer NOT NULL DEFAULT 0,
  revision_id uuid NOT NULL CONSTRAINT sessions_revision_id_fkey REFERENCES revisions,
  -- The session may have run other content than its revision contains.
  revision_uncertain boolean NOT NULL DEFAULT false,
  -- Number within the test, beginning at 1: 'Participant 12'.
  number integer NOT NULL,
  -- Browser and system in words, or null if they are not known.
  device text,
  -- Bytes of its recording have arrived.
  is_recorded boolean NOT NULL DEFAULT false,
  -- Bytes of its recording have arrived, and more may follow.
  is_running boolean NOT NULL DEFAULT false,
  -- Number of raw messages that arrived without a gap, as far as they were counted. The next call continues the
  -- count.
  events_in_a_row integer NOT NULL DEFAULT 0,
  deleted_at timestamptz,
  -- SHA-256 of the private link's token, or null if the participant has no private link.
  private_link_hash bytea,
  -- Sort keys of lists. A recording that is being received retains those of its last end.
  recorded_for_ms integer NOT NULL DEFAULT 0,
  misclicks integer NOT NULL DEFAULT 0,
  CONSTRAINT sessions_test_id_timestamp_ms_key UNIQUE (test_id, timestamp_ms)
);
CREATE UNIQUE INDEX sessions_number ON all_sessions (test_id, number);
CREATE UNIQUE INDEX sessions_private_link ON all_sessions (private_link_hash) WHERE private_link_hash IS NOT NULL;
CREATE INDEX sessions_revision ON all_sessions (revision_id);
CREATE INDEX sessions_deleted ON all_sessions (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX sessions_waiting ON all_sessions (test_id, waiting_from, started_at) WHERE waiting_from IS NOT NULL;
CREATE INDEX sessions_waiting_slots ON all_sessions (seen_at) WHERE waiting_from IS NOT NULL AND holds_slot;
-- Each start counts the sessions of a test that prepare now; those that never recorded stay for days.
CREATE INDEX sessions_ready ON all_sessions (test_id, seen_at) WHERE waiting_from IS NOT NULL;
-- A start that allows no repetition looks for a finished session of its browser.
CREATE INDEX sessions_finished_browser ON all_sessions (test_id, browser_key)
  WHERE browser_key IS NOT NULL AND state = 'finished';
CREATE INDEX sessions_running ON all_sessions (test_id) WHERE is_running;
CREATE INDEX sessions_recorded ON all_sessions (test_id, timestamp_ms DESC) WHERE is_recorded AND deleted_at IS NULL;
CREATE INDEX sessions_recorded_revision ON all_sessions (revision_id, timestamp_ms DESC)
  WHERE is_recorded AND deleted_at IS NULL;
CREATE INDEX sessions_longest ON all_sessions (test_id, recorded_for_ms DESC, timestamp_ms DESC)
  WHERE is_recorded AND deleted_at IS NULL;
CREATE INDEX sessions_misclicks ON all_sessions (test_id, misclicks DESC, timestamp_ms DESC)
  WHERE is_recorded AND deleted_at IS NULL;
-- A search reads a test's first 500 sessions one by one; most tests have no more. The index has no list of pending
-- entries, because every search would read it.
CREATE INDEX sessions_search ON all_sessions USING gin (search_grams(test_id, participant_name))
  WITH (fastupdate = off) WHERE is_recorded AND number > 500;
-- Index for the deletion of recordings by age.
CREATE INDEX sessions_ended ON all_sessions (test_id, finished_at) WHERE finished_at IS NOT NULL AND deleted_at IS NULL;
CREATE VIEW sessions AS SELECT * FROM all_sessions WHERE deleted_at IS NULL;

CREATE TABLE recordings (
  session_id uuid PRIMARY KEY REFERENCES all_sessions ON DELETE CASCADE,
  upload_id uuid NOT NULL UNIQUE,
  state text NOT NULL CHECK (state IN ('receiving', 'ready')),
  ended_early boolean NOT NULL DEFAULT false,
  size_bytes bigint NOT NULL DEFAULT 0,
  -- Length that the client declared, or null until then.
  length_bytes bigint,
  duration_ms double precision,
  clicks integer NOT NULL DEFAULT 0,
  -- No longer used.
  media_index json,
  last_piece_at timestamptz NOT NULL DEFAULT now(),
  -- Time of the poster in milliseconds since the recording's start, or null if there is none.
  poster_at_ms integer,
  poster_bytes integer NOT NULL DEFAULT 0,
  -- Bytes of heatmaps, sheets and poster together.
  images_bytes bigint NOT NULL DEFAULT 0,
  -- The participant ended the sharing of the screen, and so the session, without pressing stop.
  sharing_ended boolean NOT NULL DEFAULT false,
  -- Number of calls that have begun to end the session, on any server. The newest call counts.
  end_calls integer NOT NULL DEFAULT 0
);
ALTER TABLE recordings ALTER COLUMN media_index SET STORAGE EXTERNAL;
CREATE INDEX recordings_receiving ON recordings (last_piece_at) WHERE state = 'receiving';
CREATE INDEX recordings_with_index ON recordings (session_id) WHERE media_index IS NOT NULL;

-- Raw messages of the prototype while a session runs.
CREATE TABLE events (
  session_id uuid NOT NULL REFERENCES all_sessions ON DELETE CASCADE,
  seq integer NOT NULL,
  at_ms double precision NOT NULL,
  type text NOT NULL,
  -- The type is json because it accepts every escape that jsonb refuses.
  data json NOT NULL,
  PRIMARY KEY (session_id, seq)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000);

-- The raw messages of a finished session in one compressed row. The job messages.pack moves them here from `events`.
CREATE TABLE session_messages (
  session_id uuid PRIMARY KEY REFERENCES all_sessions ON DELETE CASCADE,
  -- Encoding of `bytes`: see message-form.ts.
  form smallint NOT NULL,
  messages integer NOT NULL CHECK (messages > 0),
  bytes bytea NOT NULL
);
-- The bytes are compressed already.
ALTER TABLE session_messages ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- Screens that a session presented, and those that these lead to: the screens that participants may see. By revision,
-- because the same node id may be another screen in the next prototype.
CREATE TABLE reported_nodes (
  session_id uuid NOT NULL REFERENCES all_sessions ON DELETE CASCADE,
  node_id text NOT NULL,
  revision_id uuid NOT NULL,
  PRIMARY KEY (session_id, node_id)
);
CREATE INDEX reported_nodes_revision ON reported_nodes (revision_id, node_id);

CREATE TABLE heatmaps (
  session_id uuid NOT NULL REFERENCES all_sessions ON DELETE CASCADE,
  screen_id text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  size_bytes integer NOT NULL DEFAULT 0,
  PRIMARY KEY (session_id, screen_id)
);

-- Sheets of stills, with the time of each still.
CREATE TABLE still_sheets (
  session_id uuid NOT NULL REFERENCES all_sessions ON DELETE CASCADE,
  sheet integer NOT NULL,
  -- Size of one still, in pixels.
  width integer NOT NULL,
  height integer NOT NULL,
  times_ms integer[] NOT NULL,
  size_bytes integer NOT NULL DEFAULT 0,
  PRIMARY KEY (session_id, sheet)
);

-- Openings of the share link, from before a session has recorded anything. They hold no names and no addresses.
CREATE TABLE openings (
  -- Id that the participant's page created.
  id uuid PRIMARY KEY,
  test_id uuid NOT NULL REFERENCES all_tests ON DELETE CASCADE,
  revision_id uuid NOT NULL REFERENCES revisions ON DELETE CASCADE,
  opened_at timestamptz NOT NULL DEFAULT now(),
  -- A session has begun.
  started boolean NOT NULL DEFAULT false,
  session_id uuid REFERENCES all_sessions ON DELETE SET NULL,
  -- The last obstacle to recording, or null if there is none.
  obstacle text
);
CREATE INDEX openings_test ON openings (test_id, revision_id);
CREATE INDEX openings_session ON openings (session_id);
CREATE INDEX openings_revision ON openings (revision_id);

-- Number of openings of each test, which is limited.
CREATE TABLE opening_counts (
  test_id uuid PRIMARY KEY REFERENCES all_tests ON DELETE CASCADE,
  openings integer NOT NULL
);

-- Answers to the questions after a task.
CREATE TABLE task_answers (
  session_id uuid NOT NULL REFERENCES all_sessions ON DELETE CASCADE,
  step smallint NOT NULL,
  did_it boolean,
  -- The Single Ease Question, 1 to 7.
  ease smallint CHECK (ease BETWEEN 1 AND 7),
  -- The participant's idea of what would have helped.
  helped text,
  answered_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (session_id, step)
);

-- # Readings and results

-- Readings: what insight/reading.ts computes from a session's raw messages, as rows that SQL can sum. The messages
-- remain the source. A reading is written when a recording closes and by the job readings.renew.
CREATE TABLE readings (
  session_id uuid PRIMARY KEY REFERENCES all_sessions ON DELETE CASCADE,
  -- READING_VERSION of the server that read the session, or 0 if it must be read again.
  version integer NOT NULL DEFAULT 0,
  -- When the session was read, or null if it was not read yet; then it has no rows below.
  read_at timestamptz,
  -- A session that could not be read is tried again after 1, 2, 4 … minutes, at most a day.
  failures integer NOT NULL DEFAULT 0,
  -- When the next try may begin, or null if it may begin at once.
  retry_at timestamptz
);
CREATE INDEX readings_version ON readings (version);

CREATE TABLE task_runs (
  session_id uuid NOT NULL REFERENCES readings ON DELETE CASCADE,
  -- Position of the revision's step, from 1.
  step smallint NOT NULL,
  prototype_state text NOT NULL CHECK (prototype_state IN ('shown', 'sign_in', 'password', 'silent')),
  -- Milliseconds since the recording's start, or null if no screen was presented or no end is known.
  began_at_ms double precision,
  ended_at_ms double precision,
  -- Screens in the order in which they were presented, without hover transitions.
  path text[] NOT NULL,
  clicks integer NOT NULL,
  misclicks integer NOT NULL,
  -- Mouse messages that are no click of their own.
  skipped_echo integer NOT NULL,
  skipped_navigation_race integer NOT NULL,
  skipped_without_position integer NOT NULL,
  skipped_without_screen integer NOT NULL,
  -- When each screen of the path was presented, in milliseconds since the recording's start.
  path_at_ms double precision[] NOT NULL DEFAULT '{}',
  -- The path by numbers of test_screens.
  screens integer[] NOT NULL DEFAULT '{}',
  -- The path until the goal with loops folded, as insight/route.ts writes it. It is settled with the outcome.
  route text NOT NULL DEFAULT '',
  -- The outcome by rule, or null until it is settled.
  computed_outcome text,
  -- The outcome that counts: a member's decision if there is one.
  outcome text,
  -- Version of the step's goal when the outcome was computed.
  goal_version integer NOT NULL DEFAULT 0,
  -- Time of the first visit to a goal screen, or null if none was reached.
  goal_at_ms double precision,
  -- Number of screens presented until the goal or in all, and of different ones among them.
  walked integer NOT NULL DEFAULT 0,
  walked_different integer NOT NULL DEFAULT 0,
  PRIMARY KEY (session_id, step)
);
-- Long paths are stored outside the rows, because sums read all rows of a test and seldom their paths. The short route
-- stays in its row.
ALTER TABLE task_runs SET (toast_tuple_target = 128);
ALTER TABLE task_runs
  ALTER COLUMN path SET STORAGE EXTERNAL,
  ALTER COLUMN path_at_ms SET STORAGE EXTERNAL,
  ALTER COLUMN screens SET STORAGE EXTERNAL,
  ALTER COLUMN route SET STORAGE MAIN;

CREATE TABLE visits (
  session_id uuid NOT NULL,
  step smallint NOT NULL,
  ordinal integer NOT NULL,
  screen_id text NOT NULL,
  entered_at_ms double precision NOT NULL,
  left_at_ms double precision,
  in_history boolean NOT NULL,
  PRIMARY KEY (session_id, step, ordinal),
  FOREIGN KEY (session_id, step) REFERENCES task_runs ON DELETE CASCADE
);

CREATE TABLE clicks (
  session_id uuid NOT NULL,
  step smallint NOT NULL,
  -- Number of the raw message.
  seq integer NOT NULL,
  at_ms double precision NOT NULL,
  screen_id text NOT NULL,
  -- Pixels of the screen's image, or the reason why the place is not known.
  x double precision,
  y double precision,
  unplaced text,
  inner_scrolled boolean NOT NULL,
  -- The prototype reacted; the value is null if the message has no such field.
  reacted boolean,
  behind_overlay boolean NOT NULL,
  target_id text,
  -- The participant's first click on that screen.
  is_first boolean NOT NULL DEFAULT false,
  -- The place as in run_places, or null without a position and a named layer.
  place text,
  -- Number of the screen that the click opened (insight/led-to.ts), or null if it opened none.
  led_to integer,
  PRIMARY KEY (session_id, step, seq),
  FOREIGN KEY (session_id, step) REFERENCES task_runs ON DELETE CASCADE,
  CHECK ((x IS NULL) = (unplaced IS NOT NULL) AND (x IS NULL) = (y IS NULL))
);

-- Sums of each screen that a run presented, for the Screens page.
CREATE TABLE run_screens (
  session_id uuid NOT NULL,
  step smallint NOT NULL,
  -- Number of test_screens.
  screen integer NOT NULL,
  -- Number of times that the screen was presented.
  presented integer NOT NULL,
  first_at_ms double precision NOT NULL,
  -- When the participant returned to the screen, or null if they did not.
  back_at_ms double precision,
  -- The run's last screen.
  is_last boolean NOT NULL,
  clicks integer NOT NULL,
  misclicks integer NOT NULL,
  unplaced integer NOT NULL,
  -- Time from the first presentation to the first click that reacted, or null if none did.
  first_reacted_ms double precision,
  -- Time of the first misclick, or null if there is none.
  first_missed_at_ms double precision,
  -- Number of the screen that the first click opened (insight/led-to.ts), or null if it opened none.
  first_led_to integer,
  PRIMARY KEY (session_id, step, screen),
  FOREIGN KEY (session_id, step) REFERENCES task_runs ON DELETE CASCADE
);

-- Places without a reaction that were pressed in a run: sums of clicks.place where nothing reacted.
CREATE TABLE run_places (
  session_id uuid NOT NULL,
  step smallint NOT NULL,
  screen integer NOT NULL,
  -- 'layer:{node id}', or 'cell:{x},{y}' in cells of 24 px of the screen's image.
  place text NOT NULL,
  presses integer NOT NULL,
  first_at_ms double precision NOT NULL,
  PRIMARY KEY (session_id, step, screen, place),
  FOREIGN KEY (session_id, step) REFERENCES task_runs ON DELETE CASCADE
);

-- Outcomes by hand and exclusions. The last row of each kind counts; the others are its history.
CREATE TABLE judgements (
  id uuid PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES all_sessions ON DELETE CASCADE,
  step smallint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('outcome', 'exclusion')),
  -- The judged outcome, or null if the computed outcome counts again.
  outcome text,
  -- Reason of an exclusion, or null if the session counts again.
  reason text,
  -- The person who judged it, or null once their account is deleted.
  judged_by uuid REFERENCES users ON DELETE SET NULL,
  judged_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX judgements_session ON judgements (session_id, step, kind, judged_at DESC);
CREATE INDEX judgements_user ON judgements (judged_by);

-- The version of a test's results. Servers store computed answers in memory by this version, and compute them again
-- after it has changed (result-answers.ts). A version is the set of a test's rows. A transaction renews a row that no
-- other transaction holds, or adds one, so it waits for no other. A test has as many rows as transactions have changed
-- its results at the same time.
CREATE TABLE result_versions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- The column has no reference because that would lock the row of the test.
  test_id uuid NOT NULL,
  version uuid NOT NULL DEFAULT gen_random_uuid()
) WITH (fillfactor = 50);
CREATE INDEX result_versions_test ON result_versions (test_id);

-- # Notes, clips, reels and findings

-- `version` counts changes, so that of two members who change one row neither loses a text.
CREATE TABLE notes (
  id uuid PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES all_sessions ON DELETE CASCADE,
  -- The session's test, so that a test's list reads one index.
  test_id uuid NOT NULL REFERENCES all_tests ON DELETE CASCADE,
  at_ms integer NOT NULL CHECK (at_ms >= 0),
  text text NOT NULL,
  -- The #words of the text, in lower case.
  tags text[] NOT NULL DEFAULT '{}',
  -- The person who created it, or null once their account is deleted.
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  edited_by uuid REFERENCES users ON DELETE SET NULL,
  edited_at timestamptz,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX notes_session ON notes (session_id, at_ms);
CREATE INDEX notes_test ON notes (test_id, id DESC);
CREATE INDEX notes_created_by ON notes (created_by);
CREATE INDEX notes_edited_by ON notes (edited_by);

CREATE TABLE clips (
  id uuid PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES all_sessions ON DELETE CASCADE,
  test_id uuid NOT NULL REFERENCES all_tests ON DELETE CASCADE,
  from_ms integer NOT NULL CHECK (from_ms >= 0),
  to_ms integer NOT NULL,
  title text NOT NULL DEFAULT '',
  -- The #words of the title, in lower case.
  tags text[] NOT NULL DEFAULT '{}',
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  edited_by uuid REFERENCES users ON DELETE SET NULL,
  edited_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  CHECK (to_ms - from_ms BETWEEN 1000 AND 600000)
);
CREATE INDEX clips_session ON clips (session_id, from_ms);
CREATE INDEX clips_test ON clips (test_id, id DESC);
CREATE INDEX clips_created_by ON clips (created_by);
CREATE INDEX clips_edited_by ON clips (edited_by);

-- Clips of a test in an order of their own.
CREATE TABLE reels (
  id uuid PRIMARY KEY,
  test_id uuid NOT NULL REFERENCES all_tests ON DELETE CASCADE,
  name text NOT NULL,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  edited_by uuid REFERENCES users ON DELETE SET NULL,
  edited_at timestamptz,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX reels_test ON reels (test_id, id);
CREATE INDEX reels_created_by ON reels (created_by);
CREATE INDEX reels_edited_by ON reels (edited_by);

-- A deleted clip leaves its row, which names the reason if it is known.
CREATE TABLE reel_items (
  id uuid PRIMARY KEY,
  reel_id uuid NOT NULL REFERENCES reels ON DELETE CASCADE,
  position integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('clip', 'title')),
  -- The clip, or null for a title card and after the clip was deleted.
  clip_id uuid REFERENCES clips ON DELETE SET NULL,
  withdrawn boolean NOT NULL DEFAULT false,
  text text CHECK ((text IS NULL) = (kind = 'clip'))
);
CREATE INDEX reel_items_reel ON reel_items (reel_id, position);
CREATE INDEX reel_items_clip ON reel_items (clip_id);

-- Findings make the report of a test.
CREATE TABLE findings (
  id uuid PRIMARY KEY,
  test_id uuid NOT NULL REFERENCES all_tests ON DELETE CASCADE,
  position integer NOT NULL,
  sentence text NOT NULL,
  text text NOT NULL DEFAULT '',
  -- The finding was added from 'Where it went wrong'.
  by_rule boolean NOT NULL DEFAULT false,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  edited_by uuid REFERENCES users ON DELETE SET NULL,
  edited_at timestamptz,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX findings_test ON findings (test_id, position);
CREATE INDEX findings_created_by ON findings (created_by);
CREATE INDEX findings_edited_by ON findings (edited_by);

CREATE TABLE finding_evidence (
  id uuid PRIMARY KEY,
  finding_id uuid NOT NULL REFERENCES findings ON DELETE CASCADE,
  position integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('clip', 'note', 'number')),
  -- The clip, or null for another kind and after the clip or note was deleted.
  clip_id uuid REFERENCES clips ON DELETE SET NULL,
  note_id uuid REFERENCES notes ON DELETE SET NULL,
  withdrawn boolean NOT NULL DEFAULT false,
  -- Filter, definition and value of the number when it was added (contract/report-numbers.ts).
  number jsonb CHECK ((number IS NULL) = (kind <> 'number'))
);
CREATE INDEX finding_evidence_finding ON finding_evidence (finding_id, position);
CREATE INDEX finding_evidence_clip ON finding_evidence (clip_id);
CREATE INDEX finding_evidence_note ON finding_evidence (note_id);

-- # Transcripts

CREATE TABLE transcripts (
  session_id uuid PRIMARY KEY REFERENCES all_sessions ON DELETE CASCADE,
  -- The session's test, which bounds a search. It has no reference because the row is deleted with its session.
  test_id uuid NOT NULL,
  -- State of the newest transcription. The result of an earlier one stays until this one is ready.
  state text NOT NULL CHECK (state IN ('waiting', 'running', 'ready', 'no_sound', 'no_words', 'failed')),
  -- The newest transcription. Answers of an older one are dropped.
  run_id uuid NOT NULL,
  requested_by uuid REFERENCES users ON DELETE SET NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  -- {"reason", "text"} of the last failed attempt.
  failure jsonb,
  -- The transcription that the segments belong to.
  made_by uuid,
  -- Host and model of the recogniser.
  engine text,
  -- BCP 47, or null if the recogniser did not name a language.
  language text,
  -- [{"startMs", "endMs", "text", "words": [{"startMs", "endMs", "text"}]}]
  segments jsonb NOT NULL DEFAULT '[]',
  -- Number of corrections by members.
  changes integer NOT NULL DEFAULT 0,
  -- The corrected segments, folded, one a line.
  said text NOT NULL DEFAULT '',
  -- The language's configuration of full text search, or null if there is none; then `grams` are searched.
  config text,
  -- Lexemes at the number of their segment, and one of test and configuration.
  search tsvector,
  grams bigint[],
  -- The workspace of the test. Transcriptions are counted by workspace, and workspaces take turns at the recogniser.
  workspace_id uuid NOT NULL,
  -- Place of the job in the queue: the lowest number is next.
  turn integer NOT NULL DEFAULT 0
);
-- PostgreSQL would read all values to count their words.
ALTER TABLE transcripts ALTER COLUMN search SET STATISTICS 0;
ALTER TABLE transcripts ALTER COLUMN grams SET STATISTICS 0;
ALTER TABLE transcripts ALTER COLUMN segments SET STATISTICS 0;
ALTER TABLE transcripts ALTER COLUMN said SET STATISTICS 0;
CREATE INDEX transcripts_test ON transcripts (test_id, config, state);
CREATE INDEX transcripts_user ON transcripts (requested_by);
CREATE INDEX transcripts_search ON transcripts USING gin (search) WITH (fastupdate = off);
CREATE INDEX transcripts_grams ON transcripts USING gin (grams) WITH (fastupdate = off);
CREATE INDEX transcripts_started_by_hand ON transcripts (workspace_id, requested_at) WHERE requested_by IS NOT NULL;
CREATE INDEX transcripts_started_at_end ON transcripts (workspace_id, requested_at) WHERE requested_by IS NULL;
-- The turns of transcriptions that wait or run, without those that wait for another attempt.
CREATE INDEX transcripts_turns ON transcripts (turn) WHERE state IN ('waiting', 'running') AND attempts = 0;
CREATE INDEX transcripts_workspace_turns ON transcripts (workspace_id, turn)
  WHERE state IN ('waiting', 'running') AND attempts = 0;

-- The recogniser's answers for parts of a long recording, until the last part has arrived.
CREATE TABLE transcript_parts (
  session_id uuid NOT NULL REFERENCES transcripts ON DELETE CASCADE,
  part integer NOT NULL,
  run_id uuid NOT NULL,
  heard jsonb NOT NULL,
  PRIMARY KEY (session_id, part)
);

CREATE TABLE transcript_corrections (
  id uuid PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES transcripts ON DELETE CASCADE,
  -- Segment of the present transcription, from 0, or null if it has no such segment.
  segment integer,
  start_ms integer NOT NULL,
  end_ms integer NOT NULL,
  original text NOT NULL,
  text text NOT NULL,
  corrected_by uuid REFERENCES users ON DELETE SET NULL,
  corrected_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  UNIQUE (session_id, segment)
);
CREATE INDEX transcript_corrections_user ON transcript_corrections (corrected_by);

-- Returns a word in `search` for each test and language, so that a search reads only its test's part of the index.
CREATE FUNCTION transcript_scope(test uuid, config text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN 'in ' || test || ' ' || config;

-- Stems without accents and case, as in `folded`. A text of stop words alone has none.
CREATE FUNCTION transcript_stems(config text, given text) RETURNS text[] LANGUAGE sql STABLE STRICT PARALLEL SAFE
RETURN (SELECT coalesce(array_agg(DISTINCT folded(lexeme)), '{}')
  FROM unnest(to_tsvector(config::regconfig, given)) WHERE length(lexeme) < 400);

-- The words of segments, one a line, each at the number of its segment from 1. Words beyond PostgreSQL's limits (a
-- megabyte, 16383 places) are left out, the longest first.
CREATE FUNCTION transcript_search(test uuid, config text, given text) RETURNS tsvector LANGUAGE sql STABLE STRICT
RETURN (
  SELECT coalesce(string_agg(entry, ' '), '')::tsvector || array_to_tsvector(ARRAY[transcript_scope(test, config)])
  FROM (
    SELECT entry, sum(octet_length(entry) + 8) OVER (ORDER BY length(stem), stem) AS bytes
    FROM (
      SELECT stem, '''' || replace(replace(stem, '\', '\\'), '''', '''''') || ''':' || string_agg(n::text, ',' ORDER BY n)
        AS entry
      FROM (
        SELECT DISTINCT unnest(transcript_stems(config, line)) AS stem, least(n, 16383) AS n
        FROM string_to_table(given, E'\n') WITH ORDINALITY AS lines (line, n)
      ) AS stems WHERE stem <> '' GROUP BY stem
    ) AS entries
  ) AS bounded WHERE bytes < 700000
);

-- The hashes of `search_grams` for segments, one a line. None reaches over a line's end.
CREATE FUNCTION transcript_grams(test uuid, given text) RETURNS bigint[] LANGUAGE sql IMMUTABLE STRICT
RETURN (SELECT coalesce(array_agg(DISTINCT gram), '{}')
  FROM string_to_table(given, E'\n') AS line, unnest(search_grams(test, line)) AS gram);

-- Transcripts of a test that contain all given words, by full text search in each transcript's own language. Where
-- PostgreSQL has no configuration for a language, and for stop words alone such as 'to be', it returns the transcripts
-- that may contain the text, and `said` decides.
CREATE FUNCTION transcripts_saying(test uuid, given text) RETURNS TABLE (session_id uuid, is_exact boolean)
LANGUAGE sql STABLE
BEGIN ATOMIC
  WITH asked AS MATERIALIZED (SELECT config, transcript_stems(config, given) AS stems FROM (
    SELECT DISTINCT one.config FROM transcripts AS one WHERE one.test_id = test AND one.config IS NOT NULL) AS configs)
  SELECT transcripts.session_id, true FROM transcripts WHERE search @@ (
    SELECT string_agg(format('(%s)', words), ' | ')::tsquery FROM (
      SELECT (SELECT string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''', ' & ')
        FROM unnest(stems || transcript_scope(test, config)) AS word) AS words
      FROM asked WHERE cardinality(stems) > 0
    ) AS queries)
  UNION ALL
  SELECT transcripts.session_id, false FROM transcripts
  WHERE grams @> wanted_grams(test, given) AND folded(given) <> ''
  UNION ALL
  SELECT transcripts.session_id, false FROM asked JOIN transcripts ON transcripts.test_id = test AND transcripts.config = asked.config
  WHERE cardinality(stems) = 0 AND folded(given) <> '';
END;

-- # View links, exports and retention

-- A view link shows one thing without a sign-in.
CREATE TABLE view_links (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES all_workspaces ON DELETE CASCADE,
  test_id uuid NOT NULL REFERENCES all_tests ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('results', 'report', 'recording', 'clip', 'reel')),
  -- The session, clip or reel, or null if the link shows the whole test. It has no reference, so that the link of a
  -- deleted thing can report the deletion.
  thing_id uuid,
  token_hash bytea NOT NULL UNIQUE,
  -- Output of scrypt, with its salt and costs.
  password_hash text,
  with_names boolean NOT NULL DEFAULT false,
  with_downloads boolean NOT NULL DEFAULT false,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When the link expires, or null if it does not.
  expires_at timestamptz,
  revoked_at timestamptz,
  views integer NOT NULL DEFAULT 0,
  last_viewed_at timestamptz,
  -- The participant withdrew the recording. Then the row does not name the recording or clip that the link showed.
  withdrawn boolean NOT NULL DEFAULT false,
  CONSTRAINT view_links_thing_check
    CHECK (CASE WHEN withdrawn THEN thing_id IS NULL ELSE (thing_id IS NULL) = (kind IN ('results', 'report')) END)
);
CREATE INDEX view_links_test ON view_links (test_id, created_at DESC);
CREATE INDEX view_links_workspace ON view_links (workspace_id, created_at DESC);
CREATE INDEX view_links_created_by ON view_links (created_by);
CREATE INDEX view_links_thing ON view_links (thing_id);

-- Exports of tests. Their files are in storage.
CREATE TABLE exports (
  id uuid PRIMARY KEY,
  test_id uuid NOT NULL REFERENCES all_tests ON DELETE CASCADE,
  -- The person who created it, or null once their account is deleted.
  made_by uuid REFERENCES users ON DELETE SET NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'preparing' CHECK (state IN ('preparing', 'ready', 'failed', 'over')),
  -- The filter, and the kinds of files.
  asked jsonb NOT NULL,
  prepared_bytes bigint NOT NULL DEFAULT 0,
  -- The size, or null until the export is ready.
  size_bytes bigint,
  session_ids uuid[] NOT NULL DEFAULT '{}'
);
CREATE INDEX exports_test ON exports (test_id);
CREATE INDEX exports_person ON exports (made_by);
CREATE INDEX exports_age ON exports (made_at);
-- A person prepares one export at a time.
CREATE UNIQUE INDEX exports_preparing ON exports (made_by) WHERE state = 'preparing';

-- The checksum of a video as it is downloaded. ZIP needs it before the bytes, so it is stored after the first reading.
CREATE TABLE video_checksums (
  session_id uuid PRIMARY KEY REFERENCES all_sessions ON DELETE CASCADE,
  -- Layout of the video that the checksum belongs to.
  layout text NOT NULL,
  -- CRC-32 of ISO 3309.
  crc32 bigint NOT NULL
);

-- Mails to the owner about recordings that will be deleted. A recording is deleted if its time is before the `until` of
-- a mail that was sent at least a week ago.
CREATE TABLE retention_warnings (
  workspace_id uuid NOT NULL REFERENCES all_workspaces ON DELETE CASCADE,
  sent_at timestamptz NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, sent_at)
);

-- Counts of what was deleted by age. They hold nothing about participants.
CREATE TABLE retention_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES all_workspaces ON DELETE CASCADE,
  -- The day in UTC.
  day date NOT NULL,
  -- The test, or null once it is removed; its name stays.
  test_id uuid REFERENCES all_tests ON DELETE SET NULL,
  test_name text NOT NULL,
  recordings integer NOT NULL,
  clips integer NOT NULL DEFAULT 0,
  UNIQUE (workspace_id, day, test_id)
);
CREATE INDEX retention_log_test ON retention_log (test_id);

-- # API keys and webhooks

CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES all_workspaces ON DELETE CASCADE,
  -- SHA-256 of the key, which is shown once and not stored.
  key_hash bytea NOT NULL UNIQUE,
  name text NOT NULL,
  scope text NOT NULL CHECK (scope IN ('read', 'write')),
  -- The owner, who is the author of everything that the key writes.
  created_by uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Time of the last use, to the minute.
  last_used_at timestamptz,
  -- When the key expires, or null if it does not.
  expires_at timestamptz
);
CREATE INDEX api_keys_workspace ON api_keys (workspace_id);
CREATE INDEX api_keys_user ON api_keys (created_by);

CREATE TABLE webhooks (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES all_workspaces ON DELETE CASCADE,
  url text NOT NULL,
  events text[] NOT NULL,
  -- AES-256-GCM by a key derived from SESSION_SECRET; the secret is shown once.
  sealed_secret text NOT NULL,
  -- The previous secret, which signs beside the new one until then.
  sealed_old_secret text,
  old_secret_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Time since which no delivery has arrived, or null if the last one did.
  failing_since timestamptz,
  -- When the webhook was turned off, or null if it is on.
  off_since timestamptz,
  off_because text CHECK (off_because IN ('by_hand', 'failing')),
  -- While a webhook fails, the server sends nothing to it before this time.
  retry_at timestamptz,
  CHECK ((off_since IS NULL) = (off_because IS NULL)),
  CHECK ((sealed_old_secret IS NULL) = (old_secret_until IS NULL))
);
CREATE INDEX webhooks_workspace ON webhooks (workspace_id);

-- Rows are written in the transaction of the event, and remain as the log of deliveries.
CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY,
  webhook_id uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  event text NOT NULL,
  -- The type is text because each attempt signs and sends the same bytes.
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  -- Earliest time of the next attempt. A server that takes the delivery moves it ahead.
  next_at timestamptz NOT NULL DEFAULT now(),
  attempted_at timestamptz,
  -- HTTP status of the last answer, or the problem if there was no answer.
  status integer,
  problem text,
  duration_ms integer
);
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (webhook_id, id DESC);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_at) WHERE state = 'waiting';

-- Deliveries that were not stored because a webhook had too many. Each adds a row, so that no transaction waits for
-- another one; a job adds up the rows of a day in one that is folded.
CREATE TABLE webhook_drops (
  webhook_id uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  from_at timestamptz NOT NULL DEFAULT now(),
  to_at timestamptz NOT NULL DEFAULT now(),
  count integer NOT NULL DEFAULT 1,
  folded boolean NOT NULL DEFAULT false
);
CREATE INDEX webhook_drops_webhook ON webhook_drops (webhook_id, from_at);
CREATE INDEX webhook_drops_old ON webhook_drops (to_at);
CREATE INDEX webhook_drops_new ON webhook_drops (webhook_id, from_at) WHERE NOT folded;

-- Tests whose closing was sent to webhooks, so that it is sent once.
CREATE TABLE closed_tests (
  test_id uuid PRIMARY KEY REFERENCES all_tests ON DELETE CASCADE,
  because text NOT NULL CHECK (because IN ('hand', 'date', 'limit')),
  closed_at timestamptz NOT NULL DEFAULT now()
);

-- # Rates

-- Calls counted against their rates, by all servers on the database: columns as the library rate-limiter-flexible reads
-- them. Unlogged: a write does not wait for the disk, and counts that a crash loses do no harm.
CREATE UNLOGGED TABLE rate_counts (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  -- Milliseconds since 1970.
  expire bigint
);
CREATE INDEX rate_counts_expire ON rate_counts (expire);

-- # Counts, flags and sort keys of lists
-- A page of a list costs the same however much is stored, because triggers maintain what lists are made of.

CREATE FUNCTION listed_length(duration_ms double precision) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(least(greatest(round(duration_ms), 0), 2147483647)::integer, 0);

CREATE FUNCTION flag_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE all_sessions SET is_recorded = NEW.size_bytes > 0,
    is_running = NEW.size_bytes > 0 AND NEW.state = 'receiving',
    recorded_for_ms = CASE WHEN NEW.state = 'receiving' THEN recorded_for_ms ELSE listed_length(NEW.duration_ms) END
  WHERE id = NEW.session_id;
  RETURN NULL;
END $$;
CREATE TRIGGER flag_new_session AFTER INSERT ON recordings
  FOR EACH ROW WHEN (NEW.size_bytes > 0) EXECUTE FUNCTION flag_session();
CREATE TRIGGER flag_session AFTER UPDATE OF size_bytes, state, duration_ms ON recordings
  FOR EACH ROW WHEN ((OLD.size_bytes > 0) <> (NEW.size_bytes > 0) OR OLD.state <> NEW.state
    OR NEW.state <> 'receiving' AND OLD.duration_ms IS DISTINCT FROM NEW.duration_ms)
  EXECUTE FUNCTION flag_session();

CREATE FUNCTION list_misclicks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE all_sessions SET misclicks = counted.misclicks
  FROM (SELECT coalesce(sum(task_runs.misclicks), 0) AS misclicks FROM task_runs WHERE session_id = NEW.session_id)
    AS counted
  WHERE id = NEW.session_id AND all_sessions.misclicks <> counted.misclicks;
  RETURN NULL;
END $$;
CREATE TRIGGER list_misclicks AFTER INSERT OR UPDATE OF misclicks ON task_runs
  FOR EACH ROW EXECUTE FUNCTION list_misclicks();

-- The function locks the test's row after that of the session, and before it counts.
CREATE FUNCTION count_recordings(test uuid, more integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM tests WHERE id = test FOR NO KEY UPDATE;
  UPDATE tests SET recording_count = recording_count + more,
    recorded_ms = (SELECT max(timestamp_ms) FROM sessions WHERE test_id = test AND is_recorded)
  WHERE id = test;
END $$;

CREATE FUNCTION count_recorded_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_recordings(NEW.test_id, CASE WHEN NEW.is_recorded THEN 1 ELSE -1 END);
  RETURN NULL;
END $$;
-- Deferred to the end of the transaction, so that a long session's transaction does not make other sessions of its test
-- wait.
CREATE CONSTRAINT TRIGGER count_recorded_session AFTER UPDATE OF is_recorded ON all_sessions
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.is_recorded <> NEW.is_recorded) EXECUTE FUNCTION count_recorded_session();

-- A test counts its recordings without deleted ones, and the later removal changes no count.
CREATE FUNCTION count_deleted_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_recordings(NEW.test_id, -1);
  RETURN NULL;
END $$;
CREATE TRIGGER count_deleted_session AFTER UPDATE OF deleted_at ON all_sessions
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL AND NEW.is_recorded)
  EXECUTE FUNCTION count_deleted_session();

CREATE FUNCTION count_deleted_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_recordings(test_id, -recordings)
  FROM (SELECT test_id, count(*)::integer AS recordings FROM deleted
    WHERE is_recorded AND deleted_at IS NULL GROUP BY test_id) AS counted;
  RETURN NULL;
END $$;
CREATE TRIGGER count_deleted_sessions AFTER DELETE ON all_sessions
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_sessions();

CREATE FUNCTION count_openings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO opening_counts AS kept (test_id, openings)
  SELECT test_id, count(*) FROM added GROUP BY test_id ORDER BY test_id
  ON CONFLICT (test_id) DO UPDATE SET openings = kept.openings + excluded.openings;
  RETURN NULL;
END $$;
CREATE TRIGGER counted_openings AFTER INSERT ON openings
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_openings();

-- # Notices for open pages
-- Every change that an open page shows is sent on the channel `tryout_live` when it commits:
-- {"workspaceId", "kind", "testId"?, "sessionId"?}, as updates.ts reads it. Triggers send it, so that no
-- statement can forget to, deletions by cascade included.

CREATE FUNCTION tell_live(workspace_id uuid, kind text, test_id uuid, session_id uuid)
RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('tryout_live', json_strip_nulls(json_build_object(
    'workspaceId', workspace_id, 'kind', kind, 'testId', test_id, 'sessionId', session_id
  ))::text)
$$;

-- A session whose test is deleted too sends nothing, because the test's notice covers it.
CREATE FUNCTION tell_live_session(kind text, test_id uuid, session_id uuid)
RETURNS void LANGUAGE sql AS $$
  SELECT tell_live(tests.workspace_id, kind, test_id, session_id) FROM tests WHERE tests.id = test_id
$$;

CREATE FUNCTION tell_live_of_team() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM tell_live(OLD.workspace_id, 'workspace.changed', NULL, NULL);
  ELSE
    PERFORM tell_live(NEW.workspace_id, 'workspace.changed', NULL, NULL);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER live_members AFTER INSERT OR DELETE ON members
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_team();
CREATE TRIGGER live_members_role AFTER UPDATE OF role ON members
  FOR EACH ROW WHEN (OLD.role <> NEW.role) EXECUTE FUNCTION tell_live_of_team();
CREATE TRIGGER live_invitations AFTER INSERT OR DELETE ON invitations
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_team();
CREATE TRIGGER live_invitations_changed AFTER UPDATE ON invitations
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION tell_live_of_team();
CREATE TRIGGER live_invitations_role AFTER UPDATE OF role ON invitations
  FOR EACH ROW WHEN (OLD.role <> NEW.role) EXECUTE FUNCTION tell_live_of_team();

CREATE FUNCTION tell_live_of_workspaces() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_live(NEW.id, 'workspace.changed', NULL, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER live_workspaces AFTER UPDATE ON all_workspaces
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION tell_live_of_workspaces();

-- A person may have lost a workspace: servers check at once who may still receive its notices.
CREATE FUNCTION tell_live_of_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_live(OLD.workspace_id, 'access', NULL, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER live_members_gone AFTER DELETE ON members
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_access();
CREATE TRIGGER live_sign_ins_gone AFTER DELETE ON sign_ins
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_access();
CREATE TRIGGER live_sign_ins_moved AFTER UPDATE ON sign_ins
  FOR EACH ROW WHEN (OLD.workspace_id <> NEW.workspace_id) EXECUTE FUNCTION tell_live_of_access();
CREATE TRIGGER live_api_keys_gone AFTER DELETE ON api_keys
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_access();

-- A deletion sends a notice; the later removal of the row does not.
CREATE FUNCTION tell_live_of_tests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM tell_live(OLD.workspace_id, 'test.deleted', OLD.id, NULL);
  ELSIF TG_OP = 'UPDATE' AND NEW.deleted_at IS NOT NULL THEN
    PERFORM tell_live(NEW.workspace_id, 'test.deleted', NEW.id, NULL);
  ELSE
    PERFORM tell_live(NEW.workspace_id,
      CASE TG_OP WHEN 'INSERT' THEN 'test.created' ELSE 'test.changed' END, NEW.id, NULL);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER live_tests AFTER INSERT ON all_tests
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_tests();
CREATE TRIGGER live_tests_removed AFTER DELETE ON all_tests
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL) EXECUTE FUNCTION tell_live_of_tests();
-- A changed count of recordings sends no notice, because each session sends its own.
CREATE TRIGGER live_tests_changed AFTER UPDATE ON all_tests
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND OLD.* IS DISTINCT FROM NEW.* AND OLD.recording_count = NEW.recording_count)
  EXECUTE FUNCTION tell_live_of_tests();

CREATE FUNCTION tell_live_of_revisions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_live_session('test.changed', NEW.test_id, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER live_revisions AFTER INSERT OR UPDATE ON revisions
  FOR EACH ROW WHEN (NEW.number > 1) EXECUTE FUNCTION tell_live_of_revisions();

CREATE FUNCTION tell_live_of_steps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_live_session('test.changed', test_id, NULL) FROM revisions WHERE id = NEW.revision_id;
  RETURN NULL;
END $$;
CREATE TRIGGER live_steps AFTER UPDATE ON steps
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION tell_live_of_steps();

CREATE FUNCTION tell_live_of_test_screens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_live_session('test.changed', NEW.test_id, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER live_test_screens AFTER UPDATE ON test_screens
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_test_screens();

CREATE FUNCTION tell_live_of_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM tell_live_session('session.started', NEW.test_id, NEW.id);
  ELSE
    PERFORM tell_live_session('session.deleted', OLD.test_id, OLD.id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER live_sessions AFTER INSERT ON all_sessions
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_sessions();
CREATE TRIGGER live_sessions_removed AFTER DELETE ON all_sessions
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL) EXECUTE FUNCTION tell_live_of_sessions();
CREATE TRIGGER live_sessions_deleted AFTER UPDATE OF deleted_at ON all_sessions
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL)
  EXECUTE FUNCTION tell_live_of_sessions();

-- A change of a recording, its stills, its reading or its judgements sends the present state of the session.
CREATE FUNCTION tell_live_of_recordings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_live_session(
    CASE WHEN recordings.state = 'ready' THEN 'session.finished'
         WHEN recordings.size_bytes > 0 THEN 'session.running'
         ELSE 'session.started' END,
    sessions.test_id, sessions.id)
  FROM sessions JOIN recordings ON recordings.session_id = sessions.id
  WHERE sessions.id = NEW.session_id;
  RETURN NULL;
END $$;
-- A piece arrives every second; only the first one sends a notice.
CREATE TRIGGER live_recordings AFTER UPDATE ON recordings
  FOR EACH ROW WHEN (
    OLD.state <> NEW.state
    OR OLD.ended_early <> NEW.ended_early
    OR OLD.clicks <> NEW.clicks
    OR (OLD.size_bytes > 0) <> (NEW.size_bytes > 0)
    OR (OLD.duration_ms IS NULL) <> (NEW.duration_ms IS NULL)
    OR OLD.poster_at_ms IS DISTINCT FROM NEW.poster_at_ms
  ) EXECUTE FUNCTION tell_live_of_recordings();
CREATE TRIGGER live_still_sheets AFTER INSERT OR UPDATE ON still_sheets
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_recordings();
CREATE TRIGGER live_readings AFTER UPDATE ON readings
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_recordings();
CREATE TRIGGER live_task_answers AFTER INSERT OR UPDATE ON task_answers
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_recordings();
CREATE TRIGGER live_judgements AFTER INSERT ON judgements
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_recordings();

-- A note or clip that is deleted with its session sends nothing, because the session's notice covers it.
CREATE FUNCTION tell_live_of_notes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  noted record := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM tell_live_session('session.noted', sessions.test_id, sessions.id)
  FROM sessions WHERE sessions.id = noted.session_id;
  RETURN NULL;
END $$;
CREATE TRIGGER live_notes AFTER INSERT OR UPDATE OR DELETE ON notes
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_notes();
CREATE TRIGGER live_clips AFTER INSERT OR UPDATE OR DELETE ON clips
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_notes();

-- Each change of items or evidence increases a version, and each move changes a position.
CREATE FUNCTION tell_live_of_report() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told record := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM tell_live_session(TG_ARGV[0], told.test_id, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER live_reels AFTER INSERT OR UPDATE OR DELETE ON reels
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_report('reel.changed');
CREATE TRIGGER live_findings AFTER INSERT OR UPDATE OR DELETE ON findings
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_report('finding.changed');

CREATE FUNCTION tell_live_of_transcripts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_live_session('transcript.changed', NEW.test_id, NEW.session_id);
  RETURN NULL;
END $$;
CREATE TRIGGER live_transcripts AFTER INSERT ON transcripts
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_transcripts();
CREATE TRIGGER live_transcripts_changed AFTER UPDATE ON transcripts
  FOR EACH ROW WHEN (OLD.state <> NEW.state OR OLD.attempts <> NEW.attempts OR OLD.changes <> NEW.changes)
  EXECUTE FUNCTION tell_live_of_transcripts();

-- A view sends no notice: lists read the number of views when they load.
CREATE FUNCTION tell_live_of_view_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_live(NEW.workspace_id, 'test.changed', NEW.test_id, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER live_view_links AFTER INSERT ON view_links
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_view_links();
CREATE TRIGGER live_view_links_ended AFTER UPDATE OF revoked_at ON view_links
  FOR EACH ROW WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at) EXECUTE FUNCTION tell_live_of_view_links();

-- # Versions of results
-- Triggers renew the version in the transaction that changes what results are made of, so that no statement can forget
-- to.

CREATE FUNCTION renew_result_version(test uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  free uuid;
BEGIN
  -- Once is enough for a transaction, because no one has seen what it wrote.
  IF test IS NULL OR EXISTS (
    SELECT FROM result_versions WHERE test_id = test AND xmin = pg_current_xact_id()::xid
  ) THEN
    RETURN;
  END IF;
  SELECT id INTO free FROM result_versions WHERE test_id = test LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  IF free IS NULL THEN
    -- No version is added for a test that is being deleted: rows that cascade from it are deleted after its own trigger.
    INSERT INTO result_versions (test_id) SELECT id FROM all_tests WHERE id = test;
  ELSE
    UPDATE result_versions SET version = gen_random_uuid() WHERE id = free;
  END IF;
END $$;

-- The argument names the row's reference: its test, its session or its revision.
CREATE FUNCTION renew_results() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record;
BEGIN
  IF TG_OP = 'DELETE' THEN
    changed := OLD;
  ELSE
    changed := NEW;
  END IF;
  IF TG_ARGV[0] = 'test' THEN
    PERFORM renew_result_version(changed.test_id);
  ELSIF TG_ARGV[0] = 'session' THEN
    PERFORM renew_result_version((SELECT test_id FROM all_sessions WHERE id = changed.session_id));
  ELSE
    PERFORM renew_result_version((SELECT test_id FROM revisions WHERE id = changed.revision_id));
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER results_sessions AFTER INSERT ON all_sessions
  FOR EACH ROW EXECUTE FUNCTION renew_results('test');
CREATE TRIGGER results_sessions_removed AFTER DELETE ON all_sessions
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL) EXECUTE FUNCTION renew_results('test');
-- Messages and signs of life change a session's row too.
CREATE TRIGGER results_sessions_changed AFTER UPDATE ON all_sessions
  FOR EACH ROW WHEN (
    (OLD.deleted_at, OLD.state, OLD.is_recorded, OLD.is_running, OLD.revision_id, OLD.participant_name,
      OLD.timestamp_ms, OLD.started_at, OLD.number, OLD.device)
    IS DISTINCT FROM (NEW.deleted_at, NEW.state, NEW.is_recorded, NEW.is_running, NEW.revision_id, NEW.participant_name,
      NEW.timestamp_ms, NEW.started_at, NEW.number, NEW.device)
  ) EXECUTE FUNCTION renew_results('test');

CREATE TRIGGER results_recordings AFTER INSERT ON recordings
  FOR EACH ROW EXECUTE FUNCTION renew_results('session');
-- A piece arrives every second.
CREATE TRIGGER results_recordings_changed AFTER UPDATE ON recordings
  FOR EACH ROW WHEN (
    OLD.state <> NEW.state
    OR OLD.ended_early <> NEW.ended_early
    OR (OLD.size_bytes > 0) <> (NEW.size_bytes > 0)
    OR OLD.duration_ms IS DISTINCT FROM NEW.duration_ms
  ) EXECUTE FUNCTION renew_results('session');

-- A reading is written together with its runs, their sums and its clicks; outcomes are settled later as well.
CREATE TRIGGER results_readings AFTER INSERT OR UPDATE OR DELETE ON readings
  FOR EACH ROW EXECUTE FUNCTION renew_results('session');
CREATE FUNCTION renew_results_of_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM renew_result_version(test_id)
  FROM (SELECT DISTINCT test_id FROM changed JOIN all_sessions ON all_sessions.id = session_id) AS tests;
  RETURN NULL;
END $$;
CREATE TRIGGER results_runs AFTER UPDATE ON task_runs
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION renew_results_of_runs();

CREATE TRIGGER results_answers AFTER INSERT OR UPDATE OR DELETE ON task_answers
  FOR EACH ROW EXECUTE FUNCTION renew_results('session');
CREATE TRIGGER results_judgements AFTER INSERT OR UPDATE OR DELETE ON judgements
  FOR EACH ROW EXECUTE FUNCTION renew_results('session');
CREATE TRIGGER results_openings AFTER INSERT OR UPDATE OR DELETE ON openings
  FOR EACH ROW EXECUTE FUNCTION renew_results('test');
CREATE TRIGGER results_stills AFTER INSERT OR UPDATE OR DELETE ON still_sheets
  FOR EACH ROW EXECUTE FUNCTION renew_results('session');
CREATE TRIGGER results_notes AFTER INSERT OR UPDATE OR DELETE ON notes
  FOR EACH ROW EXECUTE FUNCTION renew_results('test');
CREATE TRIGGER results_clips AFTER INSERT OR UPDATE OR DELETE ON clips
  FOR EACH ROW EXECUTE FUNCTION renew_results('test');
CREATE TRIGGER results_transcripts AFTER INSERT OR UPDATE OR DELETE ON transcripts
  FOR EACH ROW EXECUTE FUNCTION renew_results('test');
CREATE TRIGGER results_screens AFTER INSERT OR UPDATE OR DELETE ON test_screens
  FOR EACH ROW EXECUTE FUNCTION renew_results('test');
CREATE TRIGGER results_revisions AFTER INSERT OR UPDATE OR DELETE ON revisions
  FOR EACH ROW EXECUTE FUNCTION renew_results('test');
CREATE TRIGGER results_steps AFTER INSERT OR UPDATE OR DELETE ON steps
  FOR EACH ROW EXECUTE FUNCTION renew_results('revision');
CREATE TRIGGER results_images AFTER INSERT OR UPDATE OR DELETE ON revision_screens
  FOR EACH ROW EXECUTE FUNCTION renew_results('revision');

CREATE FUNCTION forget_result_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A row that another transaction holds stays, and has no meaning.
  DELETE FROM result_versions WHERE id IN (
    SELECT id FROM result_versions WHERE test_id = OLD.id FOR UPDATE SKIP LOCKED);
  RETURN NULL;
END $$;
CREATE TRIGGER results_tests_removed AFTER DELETE ON all_tests
  FOR EACH ROW EXECUTE FUNCTION forget_result_versions();
