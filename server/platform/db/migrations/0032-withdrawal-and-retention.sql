-- The participant's private link to their recording, how many of a test were withdrawn by it, and how long a workspace
-- keeps recordings.

ALTER TABLE all_sessions
  -- SHA-256 of the private link's token; null: its participant never got one
  ADD COLUMN private_link_hash bytea;
CREATE UNIQUE INDEX sessions_private_link ON all_sessions (private_link_hash) WHERE private_link_hash IS NOT NULL;
-- What has been kept for longer than its workspace wants.
CREATE INDEX sessions_ended ON all_sessions (test_id, finished_at) WHERE finished_at IS NOT NULL AND deleted_at IS NULL;
CREATE OR REPLACE VIEW sessions AS SELECT * FROM all_sessions WHERE deleted_at IS NULL;

ALTER TABLE all_tests
  -- recordings that their participants withdrew: all that is kept of them
  ADD COLUMN withdrawn integer NOT NULL DEFAULT 0 CHECK (withdrawn >= 0);
CREATE OR REPLACE VIEW tests AS SELECT * FROM all_tests WHERE deleted_at IS NULL;

ALTER TABLE all_workspaces
  -- recordings are deleted so many days after their session's end; null: never
  ADD COLUMN retention_days smallint CHECK (retention_days IN (30, 90, 180, 365, 730));
CREATE INDEX workspaces_retention ON all_workspaces (id) WHERE retention_days IS NOT NULL AND deleted_at IS NULL;
CREATE OR REPLACE VIEW workspaces AS SELECT * FROM all_workspaces WHERE deleted_at IS NULL;

-- Mails that told the owner what is about to be deleted. A recording is deleted when it is due before the `until` of a
-- mail that was sent at least a week ago.
CREATE TABLE retention_warnings (
  workspace_id uuid NOT NULL REFERENCES all_workspaces ON DELETE CASCADE,
  sent_at timestamptz NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, sent_at)
);

-- What was deleted, kept without anything of a participant.
CREATE TABLE retention_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES all_workspaces ON DELETE CASCADE,
  -- in UTC
  day date NOT NULL,
  -- null once the test is removed; its name stays
  test_id uuid REFERENCES all_tests ON DELETE SET NULL,
  test_name text NOT NULL,
  recordings integer NOT NULL,
  clips integer NOT NULL DEFAULT 0,
  UNIQUE (workspace_id, day, test_id)
);
CREATE INDEX retention_log_test ON retention_log (test_id);
