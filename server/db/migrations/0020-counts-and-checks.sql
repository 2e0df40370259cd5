-- How many raw messages of a session are in without a gap, as far as they were counted: a call that brings more
-- goes on from there. 0 for sessions from before: their next call counts them once.
ALTER TABLE sessions ADD COLUMN events_in_a_row integer NOT NULL DEFAULT 0;

-- A start that allows no repetition looks for a finished session of its browser: those that run or never recorded
-- are not in the way.
CREATE INDEX sessions_finished_browser ON sessions (test_id, browser_key)
  WHERE browser_key IS NOT NULL AND state = 'finished';
DROP INDEX sessions_browser;
