-- Results over all sessions of a test: what each run came to, what people answered, who opened the link, and sums
-- that SQL can add up without looking at single clicks.

-- Screens of a test: a number that stays, whatever the design is named later.
CREATE TABLE test_screens (
  test_id uuid NOT NULL REFERENCES tests ON DELETE CASCADE,
  -- from 1, in the order in which the test got to know them
  number integer NOT NULL CHECK (number > 0),
  -- the prototype's file: two revisions may lead to two files, which have the same node ids
  api_origin text NOT NULL,
  file_key text NOT NULL,
  node_id text NOT NULL,
  -- as the design tool last named the layer; null: it has not told
  layer_name text,
  -- by a member; null: the layer's own name
  given_name text,
  -- false: the file does not have it any more
  in_design boolean NOT NULL DEFAULT true,
  PRIMARY KEY (test_id, number),
  UNIQUE (test_id, api_origin, file_key, node_id)
);

-- The layer's name in the design; null: fetched before names were kept, or taken by a browser.
ALTER TABLE screens ADD COLUMN name text;

ALTER TABLE steps
  -- what is asked after the task
  ADD COLUMN asks text[] NOT NULL DEFAULT '{did_it,ease,helped}',
  -- rises with each change of the goal; runs settled with another one are settled again
  ADD COLUMN goal_version integer NOT NULL DEFAULT 0,
  ADD COLUMN goal_set_at timestamptz,
  -- sessions that had run the revision by then
  ADD COLUMN goal_set_after integer;

ALTER TABLE sessions
  -- within the test, from 1: 'Participant 12'
  ADD COLUMN number integer,
  -- browser and system in our own words; null: not known
  ADD COLUMN device text;
UPDATE sessions SET number = numbered.number
FROM (SELECT id, row_number() OVER (PARTITION BY test_id ORDER BY timestamp_ms) AS number FROM sessions) AS numbered
WHERE numbered.id = sessions.id;
ALTER TABLE sessions ALTER COLUMN number SET NOT NULL;
-- the last number given: one of a deleted session is not given again
ALTER TABLE tests ADD COLUMN numbered integer NOT NULL DEFAULT 0;
UPDATE tests SET numbered = counted.sessions
FROM (SELECT test_id, count(*) AS sessions FROM sessions GROUP BY test_id) AS counted WHERE counted.test_id = tests.id;
CREATE UNIQUE INDEX sessions_number ON sessions (test_id, number);

ALTER TABLE recordings
  -- its participant ended the sharing of the screen, and so the session, without pressing stop
  ADD COLUMN sharing_ended boolean NOT NULL DEFAULT false;

-- The share link as it was opened: what happened before a session recorded anything. No names, no addresses.
CREATE TABLE openings (
  -- made by the participant's page
  id uuid PRIMARY KEY,
  test_id uuid NOT NULL REFERENCES tests ON DELETE CASCADE,
  revision_id uuid NOT NULL REFERENCES revisions ON DELETE CASCADE,
  opened_at timestamptz NOT NULL DEFAULT now(),
  -- a session has begun
  started boolean NOT NULL DEFAULT false,
  session_id uuid REFERENCES sessions ON DELETE SET NULL,
  -- what last stood in the way of recording; null: nothing
  obstacle text
);
CREATE INDEX openings_test ON openings (test_id, revision_id);
CREATE INDEX openings_session ON openings (session_id);

-- The card after the task.
CREATE TABLE task_answers (
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  step smallint NOT NULL,
  did_it boolean,
  -- the Single Ease Question, 1 to 7
  ease smallint CHECK (ease BETWEEN 1 AND 7),
  -- what would have helped
  helped text,
  answered_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (session_id, step)
);

-- Outcomes by hand and exclusions; the last of each kind counts, the earlier ones stay as its history.
CREATE TABLE judgements (
  id uuid PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  step smallint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('outcome', 'exclusion')),
  -- null: the computed outcome counts again
  outcome text,
  -- of an exclusion; null: it counts again
  reason text,
  -- null once the person's account is deleted
  judged_by uuid REFERENCES users ON DELETE SET NULL,
  judged_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX judgements_session ON judgements (session_id, step, kind, judged_at DESC);
CREATE INDEX judgements_user ON judgements (judged_by);

ALTER TABLE task_runs
  -- when each screen of the path was presented, in milliseconds since the recording started
  ADD COLUMN path_at_ms double precision[] NOT NULL DEFAULT '{}',
  -- the path by numbers of test_screens
  ADD COLUMN screens integer[] NOT NULL DEFAULT '{}',
  -- the same until the goal with loops folded, as insight/route.ts writes it; settled with the outcome
  ADD COLUMN route text NOT NULL DEFAULT '',
  -- by rule; null: not settled yet
  ADD COLUMN computed_outcome text,
  -- what counts: by hand where somebody decided
  ADD COLUMN outcome text,
  -- of the step, when the outcome was computed
  ADD COLUMN goal_version integer NOT NULL DEFAULT 0,
  -- first visit to a goal screen; null: not reached
  ADD COLUMN goal_at_ms double precision,
  -- screens presented until the goal, or in all, and different ones among them
  ADD COLUMN walked integer NOT NULL DEFAULT 0,
  ADD COLUMN walked_different integer NOT NULL DEFAULT 0;
-- Long paths lie beside the rows: sums read all rows of a test, but its paths only now and then.
ALTER TABLE task_runs SET (toast_tuple_target = 128);
ALTER TABLE task_runs
  ALTER COLUMN path SET STORAGE EXTERNAL,
  ALTER COLUMN path_at_ms SET STORAGE EXTERNAL,
  ALTER COLUMN screens SET STORAGE EXTERNAL;

-- One row for each screen that a run presented: what the Screens page adds up.
CREATE TABLE run_screens (
  session_id uuid NOT NULL,
  step smallint NOT NULL,
  -- of test_screens
  screen integer NOT NULL,
  -- times it was presented
  presented integer NOT NULL,
  first_at_ms double precision NOT NULL,
  -- when it was presented again after it was left; null: it was not
  back_at_ms double precision,
  -- the run's last screen
  is_last boolean NOT NULL,
  clicks integer NOT NULL,
  misclicks integer NOT NULL,
  unplaced integer NOT NULL,
  -- from its first presentation to the first click that reacted; null: none did
  first_reacted_ms double precision,
  -- the first misclick; null: there is none
  first_missed_at_ms double precision,
  -- screen that its first click led to (insight/led-to.ts); null: to none
  first_led_to integer,
  PRIMARY KEY (session_id, step, screen),
  FOREIGN KEY (session_id, step) REFERENCES task_runs ON DELETE CASCADE
);

-- Places that do not react, pressed in a run: sums of clicks.place where nothing reacted.
CREATE TABLE run_places (
  session_id uuid NOT NULL,
  step smallint NOT NULL,
  screen integer NOT NULL,
  -- 'layer:{node id}', or 'cell:{x},{y}' in cells of 24 px of the screen's image
  place text NOT NULL,
  presses integer NOT NULL,
  first_at_ms double precision NOT NULL,
  PRIMARY KEY (session_id, step, screen, place),
  FOREIGN KEY (session_id, step) REFERENCES task_runs ON DELETE CASCADE
);

ALTER TABLE clicks
  -- the person's first one on that screen
  ADD COLUMN is_first boolean NOT NULL DEFAULT false,
  -- what it hit, as in run_places; null: without a place and a named layer
  ADD COLUMN place text,
  -- screen that it led to, of test_screens (insight/led-to.ts); null: to none
  ADD COLUMN led_to integer;

-- Open pages hear of answers and judgements.
CREATE TRIGGER live_task_answers AFTER INSERT OR UPDATE ON task_answers
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_recordings();
CREATE TRIGGER live_judgements AFTER INSERT ON judgements
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_recordings();

CREATE FUNCTION tell_live_of_test_screens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_live_session('test.changed', NEW.test_id, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER live_test_screens AFTER UPDATE ON test_screens
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_test_screens();
