-- What puts a recording in its place in a list by length or by misclicks, beside what an index has of the list anyway.
-- A recording that is still received stands where it stood when it closed last, at first behind all others.
ALTER TABLE all_sessions
  ADD COLUMN recorded_for_ms integer NOT NULL DEFAULT 0,
  ADD COLUMN misclicks integer NOT NULL DEFAULT 0;
CREATE OR REPLACE VIEW sessions AS SELECT * FROM all_sessions WHERE deleted_at IS NULL;

CREATE FUNCTION listed_length(duration_ms double precision) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(least(greatest(round(duration_ms), 0), 2147483647)::integer, 0);

UPDATE all_sessions SET recorded_for_ms = listed_length(recordings.duration_ms),
  misclicks = coalesce((SELECT sum(task_runs.misclicks) FROM task_runs WHERE task_runs.session_id = id), 0)
FROM recordings WHERE recordings.session_id = id AND is_recorded;

CREATE INDEX sessions_longest ON all_sessions (test_id, recorded_for_ms DESC, timestamp_ms DESC)
  WHERE is_recorded AND deleted_at IS NULL;
CREATE INDEX sessions_misclicks ON all_sessions (test_id, misclicks DESC, timestamp_ms DESC)
  WHERE is_recorded AND deleted_at IS NULL;

CREATE OR REPLACE FUNCTION flag_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE all_sessions SET is_recorded = NEW.size_bytes > 0,
    is_running = NEW.size_bytes > 0 AND NEW.state = 'receiving',
    recorded_for_ms = CASE WHEN NEW.state = 'receiving' THEN recorded_for_ms ELSE listed_length(NEW.duration_ms) END
  WHERE id = NEW.session_id;
  RETURN NULL;
END $$;
DROP TRIGGER flag_session ON recordings;
CREATE TRIGGER flag_session AFTER UPDATE OF size_bytes, state, duration_ms ON recordings
  FOR EACH ROW WHEN ((OLD.size_bytes > 0) <> (NEW.size_bytes > 0) OR OLD.state <> NEW.state
    OR NEW.state <> 'receiving' AND OLD.duration_ms IS DISTINCT FROM NEW.duration_ms)
  EXECUTE FUNCTION flag_session();

CREATE FUNCTION list_misclicks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE all_sessions SET misclicks = counted.misclicks
  FROM (SELECT coalesce(sum(task_runs.misclicks), 0) AS misclicks FROM task_runs WHERE session_id = NEW.session_id)
    AS counted
  WHERE id = NEW.session_id AND all_sessions.misclicks <> counted.misclicks;
  RETURN NULL;
END $$;
CREATE TRIGGER list_misclicks AFTER INSERT OR UPDATE OF misclicks ON task_runs
  FOR EACH ROW EXECUTE FUNCTION list_misclicks();
