-- What lists are made of, so that a page of them costs the same however much is stored: flags of sessions, counts of
-- tests, and what puts a test in its place in each order. Triggers keep them, so that no statement can forget to.

-- What a search compares: without case and without accents on letters, composed or not; ß is ss.
CREATE FUNCTION folded(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN replace(
  translate(lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]', '', 'g')), 'ẞς', 'ßσ'), 'ß', 'ss');

-- One, two and three characters in a row, hashed together with the test or workspace that is searched: an index of
-- these holds what one list is searched for apart from all others. An extension for it is not in every PostgreSQL.
CREATE FUNCTION search_grams(scope uuid, given text) RETURNS bigint[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
  SELECT coalesce(array_agg(DISTINCT hashtextextended(substr(text, at, size), uuid_hash_extended(scope, 0))), '{}')
  FROM folded(given) AS text, generate_series(1, 3) AS size, generate_series(1, length(text) - size + 1) AS at
);

-- Those that a text which contains this one has: of three characters, or all that it has.
CREATE FUNCTION wanted_grams(scope uuid, given text) RETURNS bigint[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
  SELECT coalesce(array_agg(DISTINCT hashtextextended(substr(text, at, 3), uuid_hash_extended(scope, 0))), '{}')
  FROM folded(given) AS text, generate_series(1, least(length(text), greatest(length(text) - 2, 1))) AS at
);

ALTER TABLE sessions
  -- bytes of its recording have arrived
  ADD COLUMN is_recorded boolean NOT NULL DEFAULT false,
  -- and its recording is still being received
  ADD COLUMN is_running boolean NOT NULL DEFAULT false;
UPDATE sessions SET is_recorded = true, is_running = recordings.state = 'receiving'
FROM recordings WHERE recordings.session_id = sessions.id AND recordings.size_bytes > 0;

CREATE INDEX sessions_recorded ON sessions (test_id, timestamp_ms DESC) WHERE is_recorded;
CREATE INDEX sessions_recorded_revision ON sessions (revision_id, timestamp_ms DESC) WHERE is_recorded;
CREATE INDEX sessions_running ON sessions (test_id) WHERE is_running;
-- A test's first sessions are looked through one by one; most tests have no more. Without a list of what is pending,
-- which every search would read.
CREATE INDEX sessions_search ON sessions USING gin (search_grams(test_id, participant_name))
  WITH (fastupdate = off) WHERE is_recorded AND number > 500;

-- Open pages hear of sessions anyway: a count is no change of its own.
DROP TRIGGER live_tests_changed ON tests;
ALTER TABLE tests
  ADD COLUMN recording_count integer NOT NULL DEFAULT 0,
  -- timestamp of the newest recording
  ADD COLUMN recorded_ms bigint;
UPDATE tests SET recording_count = counted.recordings, recorded_ms = counted.newest
FROM (SELECT test_id, count(*) AS recordings, max(timestamp_ms) AS newest FROM sessions WHERE is_recorded GROUP BY test_id)
  AS counted
WHERE counted.test_id = tests.id;
ALTER TABLE tests
  -- the newest recording or the last change, whichever is later, in epoch milliseconds
  ADD COLUMN active_ms bigint NOT NULL GENERATED ALWAYS AS (greatest(
    floor(extract(epoch FROM updated_at AT TIME ZONE 'UTC') * 1000)::bigint, recorded_ms)) STORED,
  -- closed by hand or full; a close date passes without a write
  ADD COLUMN is_shut boolean NOT NULL
    GENERATED ALWAYS AS (closed_by_hand OR coalesce(submissions >= submission_limit, false)) STORED,
  -- apart from its accents, a letter is in its place in the alphabet
  ADD COLUMN name_key text NOT NULL GENERATED ALWAYS AS (left(normalize(lower(name), NFKD), 80)) STORED;
CREATE TRIGGER live_tests_changed AFTER UPDATE ON tests
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.* AND OLD.recording_count = NEW.recording_count)
  EXECUTE FUNCTION tell_live_of_tests();

CREATE INDEX tests_active ON tests (workspace_id, active_ms DESC, id DESC);
CREATE INDEX tests_named ON tests (workspace_id, name_key, id);
CREATE INDEX tests_recorded ON tests (workspace_id, recording_count DESC, id DESC);
CREATE INDEX tests_state ON tests (workspace_id, is_shut, close_date);
CREATE INDEX tests_search ON tests USING gin (search_grams(workspace_id, name)) WITH (fastupdate = off);

CREATE FUNCTION flag_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sessions SET is_recorded = NEW.size_bytes > 0, is_running = NEW.size_bytes > 0 AND NEW.state = 'receiving'
  WHERE id = NEW.session_id;
  RETURN NULL;
END $$;
CREATE TRIGGER flag_new_session AFTER INSERT ON recordings
  FOR EACH ROW WHEN (NEW.size_bytes > 0) EXECUTE FUNCTION flag_session();
CREATE TRIGGER flag_session AFTER UPDATE OF size_bytes, state ON recordings
  FOR EACH ROW WHEN ((OLD.size_bytes > 0) <> (NEW.size_bytes > 0) OR OLD.state <> NEW.state)
  EXECUTE FUNCTION flag_session();

-- With the test's row, which is taken after that of the session and before what is counted is looked at.
CREATE FUNCTION count_recordings(test uuid, more integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM tests WHERE id = test FOR NO KEY UPDATE;
  UPDATE tests SET recording_count = recording_count + more,
    recorded_ms = (SELECT max(timestamp_ms) FROM sessions WHERE test_id = test AND is_recorded)
  WHERE id = test;
END $$;

CREATE FUNCTION count_recorded_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_recordings(NEW.test_id, CASE WHEN NEW.is_recorded THEN 1 ELSE -1 END);
  RETURN NULL;
END $$;
-- At the end of the transaction: one that reads a long session keeps no other session of its test waiting.
CREATE CONSTRAINT TRIGGER count_recorded_session AFTER UPDATE OF is_recorded ON sessions
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.is_recorded <> NEW.is_recorded) EXECUTE FUNCTION count_recorded_session();

-- Of all that a statement deletes at once; with its test nothing is left to count.
CREATE FUNCTION count_deleted_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_recordings(test_id, -recordings)
  FROM (SELECT test_id, count(*)::integer AS recordings FROM deleted WHERE is_recorded GROUP BY test_id) AS counted;
  RETURN NULL;
END $$;
CREATE TRIGGER count_deleted_sessions AFTER DELETE ON sessions
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_sessions();
