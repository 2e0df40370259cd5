-- Indexes of videos lie in storage. Rows of older releases keep theirs until the job indexes.move has moved it; this is
-- how it finds them.
CREATE INDEX recordings_with_index ON recordings (session_id) WHERE media_index IS NOT NULL;

-- How many calls that bring something to a session's end have begun, on any server: the newest one's counts.
ALTER TABLE recordings ADD COLUMN end_calls integer NOT NULL DEFAULT 0;
