-- A session takes part once something of it is stored: bytes of a recording, or a message or an answer where the test needs no
-- video.
ALTER TABLE all_sessions RENAME COLUMN is_recorded TO took_part;
ALTER VIEW sessions RENAME COLUMN is_recorded TO took_part;
ALTER TABLE recordings
  -- The test needed no video when the session began.
  ADD COLUMN video_optional boolean NOT NULL DEFAULT false,
  -- Messages or answers of a session without a video are stored.
  ADD COLUMN without_video boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION flag_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE all_sessions SET took_part = NEW.size_bytes > 0 OR NEW.without_video,
    is_running = (NEW.size_bytes > 0 OR NEW.without_video) AND NEW.state = 'receiving',
    recorded_for_ms = CASE WHEN NEW.state = 'receiving' THEN recorded_for_ms ELSE listed_length(NEW.duration_ms) END
  WHERE id = NEW.session_id;
  RETURN NULL;
END $$;

DROP TRIGGER flag_session ON recordings;
CREATE TRIGGER flag_session AFTER UPDATE OF size_bytes, state, duration_ms, without_video ON recordings
  FOR EACH ROW WHEN ((OLD.size_bytes > 0) <> (NEW.size_bytes > 0) OR OLD.state <> NEW.state
    OR OLD.without_video <> NEW.without_video
    OR NEW.state <> 'receiving' AND OLD.duration_ms IS DISTINCT FROM NEW.duration_ms)
  EXECUTE FUNCTION flag_session();

CREATE OR REPLACE FUNCTION count_recordings(test uuid, more integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM tests WHERE id = test FOR NO KEY UPDATE;
  UPDATE tests SET recording_count = recording_count + more,
    recorded_ms = (SELECT max(timestamp_ms) FROM sessions WHERE test_id = test AND took_part)
  WHERE id = test;
END $$;

CREATE OR REPLACE FUNCTION count_recorded_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_recordings(NEW.test_id, CASE WHEN NEW.took_part THEN 1 ELSE -1 END);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_deleted_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_recordings(test_id, -recordings)
  FROM (SELECT test_id, count(*)::integer AS recordings FROM deleted
    WHERE took_part AND deleted_at IS NULL GROUP BY test_id) AS counted;
  RETURN NULL;
END $$;
