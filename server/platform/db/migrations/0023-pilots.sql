-- A pilot is a member's own try of a test: it takes no slot and counts nowhere, because it never takes part.
ALTER TABLE all_sessions ADD COLUMN is_pilot boolean NOT NULL DEFAULT false;
CREATE OR REPLACE VIEW sessions AS SELECT * FROM all_sessions WHERE deleted_at IS NULL;
CREATE INDEX sessions_pilots ON all_sessions (test_id, timestamp_ms) WHERE is_pilot AND deleted_at IS NULL;

CREATE OR REPLACE FUNCTION flag_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE all_sessions SET took_part = NOT is_pilot AND (NEW.size_bytes > 0 OR NEW.without_video),
    is_running = NOT is_pilot AND (NEW.size_bytes > 0 OR NEW.without_video) AND NEW.state = 'receiving',
    recorded_for_ms = CASE WHEN NEW.state = 'receiving' THEN recorded_for_ms ELSE listed_length(NEW.duration_ms) END
  WHERE id = NEW.session_id;
  RETURN NULL;
END $$;
