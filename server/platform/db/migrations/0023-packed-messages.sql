-- The raw messages of a finished session in one compressed row; the job messages.pack moves them here from `events`,
-- also those of sessions from before.
CREATE TABLE session_messages (
  session_id uuid PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
  -- how to read `bytes`: server/events/message-form.rules.ts
  form smallint NOT NULL,
  messages integer NOT NULL CHECK (messages > 0),
  bytes bytea NOT NULL
);
-- They are compressed already.
ALTER TABLE session_messages ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- Rows come and go now: their space is used again soon.
ALTER TABLE events SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000);
