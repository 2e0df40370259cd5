-- Steps beside tasks: questions, published sets of questions, and texts.
ALTER TABLE steps DROP CONSTRAINT steps_kind_check;
ALTER TABLE steps ADD CONSTRAINT steps_kind_check CHECK (kind IN ('task', 'question', 'set', 'text'));
-- Fields of the kind beside the text; null for tasks and texts.
ALTER TABLE steps ADD COLUMN content jsonb;
-- The condition under which a participant is shown the step, or null for always.
ALTER TABLE steps ADD COLUMN shown_when jsonb;

-- One table has the answers to all steps: the card after a task in its columns, any other answer in `answer`.
ALTER TABLE task_answers RENAME TO answers;
ALTER INDEX task_answers_pkey RENAME TO answers_pkey;
ALTER TABLE answers ADD COLUMN answer jsonb;
-- Servers of the version before use this name while they are replaced.
CREATE VIEW task_answers AS SELECT session_id, step, did_it, ease, helped, answered_at FROM answers;

-- Steps without a task that a session was shown, as its messages say: written when the session is read, as `task_runs`.
CREATE TABLE panel_visits (
  session_id uuid NOT NULL REFERENCES readings ON DELETE CASCADE,
  step smallint NOT NULL,
  -- Milliseconds of the recording. `answered_at_ms` is the last answer's moment, or null without one.
  shown_at_ms double precision NOT NULL,
  ended_at_ms double precision,
  answered_at_ms double precision,
  PRIMARY KEY (session_id, step)
);
