-- How many raw messages of a session are in without a gap, as far as they were counted: a call that brings more
-- goes on from there. 0 for sessions from before: their next call counts them once.
ALTER TABLE sessions ADD COLUMN events_in_a_row integer NOT NULL DEFAULT 0;
