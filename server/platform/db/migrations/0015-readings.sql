-- Readings: what insight/reading.ts makes of a session's raw messages, as rows that SQL can sum. The messages in
-- `events` stay the truth. Written when a recording closes and by the job readings.renew.

CREATE TABLE readings (
  session_id uuid PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
  -- READING_VERSION of the server that read it; 0: to be read again
  version integer NOT NULL DEFAULT 0,
  -- null: not read yet, there are no rows below
  read_at timestamptz
);
CREATE INDEX readings_version ON readings (version);

CREATE TABLE task_runs (
  session_id uuid NOT NULL REFERENCES readings ON DELETE CASCADE,
  -- position of the revision's step, from 1
  step smallint NOT NULL,
  prototype_state text NOT NULL CHECK (prototype_state IN ('shown', 'sign_in', 'password', 'silent')),
  -- milliseconds since the recording started; null: no screen was presented, or no end is known
  began_at_ms double precision,
  ended_at_ms double precision,
  -- screens in the order in which they were presented, hover transitions left out
  path text[] NOT NULL,
  clicks integer NOT NULL,
  misclicks integer NOT NULL,
  -- mouse messages that are no click of their own
  skipped_echo integer NOT NULL,
  skipped_navigation_race integer NOT NULL,
  skipped_without_position integer NOT NULL,
  skipped_without_screen integer NOT NULL,
  PRIMARY KEY (session_id, step)
);

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
  -- of the message in `events`
  seq integer NOT NULL,
  at_ms double precision NOT NULL,
  screen_id text NOT NULL,
  -- pixels of the screen's image, or the reason why there is no place
  x double precision,
  y double precision,
  unplaced text,
  inner_scrolled boolean NOT NULL,
  -- null: the message did not say
  reacted boolean,
  behind_overlay boolean NOT NULL,
  target_id text,
  PRIMARY KEY (session_id, step, seq),
  FOREIGN KEY (session_id, step) REFERENCES task_runs ON DELETE CASCADE,
  CHECK ((x IS NULL) = (unplaced IS NOT NULL) AND (x IS NULL) = (y IS NULL))
);

-- Recordings from before: the job reads them.
INSERT INTO readings (session_id) SELECT session_id FROM recordings WHERE state = 'ready';

CREATE TRIGGER live_readings AFTER UPDATE ON readings
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_recordings();
