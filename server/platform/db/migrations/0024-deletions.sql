-- What is deleted gets `deleted_at` and is gone; the job `deleted.remove` removes its rows in batches. So that no statement
-- can forget it, `tests`, `sessions` and `workspaces` are views that leave out what is deleted; the tables are called
-- all_… now. Columns, indexes, triggers and references belong to those: after a new column the view is made again.

ALTER TABLE tests RENAME TO all_tests;
ALTER TABLE sessions RENAME TO all_sessions;
ALTER TABLE workspaces RENAME TO all_workspaces;

ALTER TABLE all_tests ADD COLUMN deleted_at timestamptz;
ALTER TABLE all_sessions ADD COLUMN deleted_at timestamptz;
ALTER TABLE all_workspaces
  ADD COLUMN deleted_at timestamptz,
  -- null once it is deleted: its owner's account goes at once
  ALTER COLUMN owner_id DROP NOT NULL;

CREATE VIEW tests AS SELECT * FROM all_tests WHERE deleted_at IS NULL;
CREATE VIEW sessions AS SELECT * FROM all_sessions WHERE deleted_at IS NULL;
CREATE VIEW workspaces AS SELECT * FROM all_workspaces WHERE deleted_at IS NULL;

-- What the job looks for.
CREATE INDEX tests_deleted ON all_tests (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX sessions_deleted ON all_sessions (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX workspaces_deleted ON all_workspaces (deleted_at) WHERE deleted_at IS NOT NULL;
-- A row that goes looks for those that refer to it.
CREATE INDEX sign_ins_workspace ON sign_ins (workspace_id);
CREATE INDEX openings_revision ON openings (revision_id);
CREATE INDEX design_tokens_user ON design_tokens (set_by);

-- Open pages hear of a deletion. Of a removal nothing is told.
CREATE OR REPLACE FUNCTION tell_live_of_tests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM tell_live(OLD.workspace_id, 'test.deleted', OLD.id, NULL);
  ELSIF TG_OP = 'UPDATE' AND NEW.deleted_at IS NOT NULL THEN
    PERFORM tell_live(NEW.workspace_id, 'test.deleted', NEW.id, NULL);
  ELSE
    PERFORM tell_live(NEW.workspace_id,
      CASE TG_OP WHEN 'INSERT' THEN 'test.created' ELSE 'test.changed' END, NEW.id, NULL);
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER live_tests ON all_tests;
CREATE TRIGGER live_tests AFTER INSERT ON all_tests
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_tests();
CREATE TRIGGER live_tests_removed AFTER DELETE ON all_tests
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL) EXECUTE FUNCTION tell_live_of_tests();
DROP TRIGGER live_tests_changed ON all_tests;
CREATE TRIGGER live_tests_changed AFTER UPDATE ON all_tests
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND OLD.* IS DISTINCT FROM NEW.* AND OLD.recording_count = NEW.recording_count)
  EXECUTE FUNCTION tell_live_of_tests();

CREATE OR REPLACE FUNCTION tell_live_of_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM tell_live_session('session.started', NEW.test_id, NEW.id);
  ELSE
    PERFORM tell_live_session('session.deleted', OLD.test_id, OLD.id);
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER live_sessions ON all_sessions;
CREATE TRIGGER live_sessions AFTER INSERT ON all_sessions
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_sessions();
CREATE TRIGGER live_sessions_removed AFTER DELETE ON all_sessions
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL) EXECUTE FUNCTION tell_live_of_sessions();
CREATE TRIGGER live_sessions_deleted AFTER UPDATE OF deleted_at ON all_sessions
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL)
  EXECUTE FUNCTION tell_live_of_sessions();

-- A test counts its recordings without deleted ones; a removal changes no count.
CREATE FUNCTION count_deleted_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_recordings(NEW.test_id, -1);
  RETURN NULL;
END $$;
CREATE TRIGGER count_deleted_session AFTER UPDATE OF deleted_at ON all_sessions
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL AND NEW.is_recorded)
  EXECUTE FUNCTION count_deleted_session();
CREATE OR REPLACE FUNCTION count_deleted_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_recordings(test_id, -recordings)
  FROM (SELECT test_id, count(*)::integer AS recordings FROM deleted
    WHERE is_recorded AND deleted_at IS NULL GROUP BY test_id) AS counted;
  RETURN NULL;
END $$;
