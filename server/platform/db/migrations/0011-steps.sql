-- A test has several steps. Each has a number within the test that it retains in all revisions; `position` is its place
-- in one revision. All rows with a `step` mean that number, which is 1 for the one step that tests had.
ALTER TABLE steps ADD COLUMN number smallint NOT NULL DEFAULT 1 CHECK (number > 0);
ALTER TABLE steps ALTER COLUMN number DROP DEFAULT;
ALTER TABLE steps ADD UNIQUE (revision_id, number);

-- The participant's way to end the task, or null if the recording's end ended it.
ALTER TABLE task_runs ADD COLUMN ended text CHECK (ended IN ('done', 'stuck'));
