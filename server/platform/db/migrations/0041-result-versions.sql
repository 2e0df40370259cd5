-- The version of a test's results. Servers keep computed answers in memory by this version, and compute them again
-- once it has changed (server/results/result-version.db.ts). Triggers change it in the transaction that changes what
-- results are made of, so that no statement can forget to.

-- A version is the set of a test's rows. A transaction renews a row that no other transaction holds, or adds one, so it
-- waits for no other. A test has as many rows as transactions have changed its results at the same time.
CREATE TABLE result_versions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- without a reference, which would lock the row of the test
  test_id uuid NOT NULL,
  version uuid NOT NULL DEFAULT gen_random_uuid()
) WITH (fillfactor = 50);
CREATE INDEX result_versions_test ON result_versions (test_id);

CREATE FUNCTION renew_result_version(test uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  free uuid;
BEGIN
  -- Once is enough for a transaction, because no one has seen what it wrote.
  IF test IS NULL OR EXISTS (
    SELECT FROM result_versions WHERE test_id = test AND xmin = pg_current_xact_id()::xid
  ) THEN
    RETURN;
  END IF;
  SELECT id INTO free FROM result_versions WHERE test_id = test LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  IF free IS NULL THEN
    -- No version is added for a test that is being deleted: rows that cascade from it are deleted after its own trigger.
    INSERT INTO result_versions (test_id) SELECT id FROM all_tests WHERE id = test;
  ELSE
    UPDATE result_versions SET version = gen_random_uuid() WHERE id = free;
  END IF;
END $$;

-- The argument says what the row names: its test, its session or its revision.
CREATE FUNCTION renew_results() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record;
BEGIN
  IF TG_OP = 'DELETE' THEN
    changed := OLD;
  ELSE
    changed := NEW;
  END IF;
  IF TG_ARGV[0] = 'test' THEN
    PERFORM renew_result_version(changed.test_id);
  ELSIF TG_ARGV[0] = 'session' THEN
    PERFORM renew_result_version((SELECT test_id FROM all_sessions WHERE id = changed.session_id));
  ELSE
    PERFORM renew_result_version((SELECT test_id FROM revisions WHERE id = changed.revision_id));
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER results_sessions AFTER INSERT ON all_sessions
  FOR EACH ROW EXECUTE FUNCTION renew_results('test');
CREATE TRIGGER results_sessions_removed AFTER DELETE ON all_sessions
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL) EXECUTE FUNCTION renew_results('test');
-- Messages and signs of life change a session's row too.
CREATE TRIGGER results_sessions_changed AFTER UPDATE ON all_sessions
  FOR EACH ROW WHEN (
    (OLD.deleted_at, OLD.state, OLD.is_recorded, OLD.is_running, OLD.revision_id, OLD.participant_name,
      OLD.timestamp_ms, OLD.started_at, OLD.number, OLD.device)
    IS DISTINCT FROM (NEW.deleted_at, NEW.state, NEW.is_recorded, NEW.is_running, NEW.revision_id, NEW.participant_name,
      NEW.timestamp_ms, NEW.started_at, NEW.number, NEW.device)
  ) EXECUTE FUNCTION renew_results('test');

CREATE TRIGGER results_recordings AFTER INSERT ON recordings
  FOR EACH ROW EXECUTE FUNCTION renew_results('session');
-- A piece arrives every second.
CREATE TRIGGER results_recordings_changed AFTER UPDATE ON recordings
  FOR EACH ROW WHEN (
    OLD.state <> NEW.state
    OR OLD.ended_early <> NEW.ended_early
    OR (OLD.size_bytes > 0) <> (NEW.size_bytes > 0)
    OR OLD.duration_ms IS DISTINCT FROM NEW.duration_ms
  ) EXECUTE FUNCTION renew_results('session');

-- With a reading its runs, their sums and its clicks are written; outcomes are settled later as well.
CREATE TRIGGER results_readings AFTER INSERT OR UPDATE OR DELETE ON readings
  FOR EACH ROW EXECUTE FUNCTION renew_results('session');
CREATE FUNCTION renew_results_of_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM renew_result_version(test_id)
  FROM (SELECT DISTINCT test_id FROM changed JOIN all_sessions ON all_sessions.id = session_id) AS tests;
  RETURN NULL;
END $$;
CREATE TRIGGER results_runs AFTER UPDATE ON task_runs
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION renew_results_of_runs();

CREATE TRIGGER results_answers AFTER INSERT OR UPDATE OR DELETE ON task_answers
  FOR EACH ROW EXECUTE FUNCTION renew_results('session');
CREATE TRIGGER results_judgements AFTER INSERT OR UPDATE OR DELETE ON judgements
  FOR EACH ROW EXECUTE FUNCTION renew_results('session');
CREATE TRIGGER results_openings AFTER INSERT OR UPDATE OR DELETE ON openings
  FOR EACH ROW EXECUTE FUNCTION renew_results('test');
CREATE TRIGGER results_stills AFTER INSERT OR UPDATE OR DELETE ON still_sheets
  FOR EACH ROW EXECUTE FUNCTION renew_results('session');
CREATE TRIGGER results_notes AFTER INSERT OR UPDATE OR DELETE ON notes
  FOR EACH ROW EXECUTE FUNCTION renew_results('test');
CREATE TRIGGER results_clips AFTER INSERT OR UPDATE OR DELETE ON clips
  FOR EACH ROW EXECUTE FUNCTION renew_results('test');
CREATE TRIGGER results_transcripts AFTER INSERT OR UPDATE OR DELETE ON transcripts
  FOR EACH ROW EXECUTE FUNCTION renew_results('test');
CREATE TRIGGER results_screens AFTER INSERT OR UPDATE OR DELETE ON test_screens
  FOR EACH ROW EXECUTE FUNCTION renew_results('test');
CREATE TRIGGER results_revisions AFTER INSERT OR UPDATE OR DELETE ON revisions
  FOR EACH ROW EXECUTE FUNCTION renew_results('test');
CREATE TRIGGER results_steps AFTER INSERT OR UPDATE OR DELETE ON steps
  FOR EACH ROW EXECUTE FUNCTION renew_results('revision');
CREATE TRIGGER results_images AFTER INSERT OR UPDATE OR DELETE ON revision_screens
  FOR EACH ROW EXECUTE FUNCTION renew_results('revision');

CREATE FUNCTION forget_result_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- One that another transaction holds stays behind, and means nothing.
  DELETE FROM result_versions WHERE id IN (
    SELECT id FROM result_versions WHERE test_id = OLD.id FOR UPDATE SKIP LOCKED);
  RETURN NULL;
END $$;
CREATE TRIGGER results_tests_removed AFTER DELETE ON all_tests
  FOR EACH ROW EXECUTE FUNCTION forget_result_versions();
