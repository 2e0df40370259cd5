-- Number of stored messages that the participant's page wrote itself: they have a budget of their own.
ALTER TABLE all_sessions ADD COLUMN own_messages smallint NOT NULL DEFAULT 0;
CREATE OR REPLACE VIEW sessions AS SELECT * FROM all_sessions WHERE deleted_at IS NULL;
