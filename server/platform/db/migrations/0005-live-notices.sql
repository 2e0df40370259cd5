-- Every change that an open page shows is told on the channel `tryout_live` when it commits:
-- {"workspaceId", "kind", "testId"?, "sessionId"?}, as server/live/notice.ts reads it. The tables tell
-- it themselves, so that no statement can forget to, deletions by cascade included.

CREATE FUNCTION tell_live(workspace_id uuid, kind text, test_id uuid, session_id uuid)
RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('tryout_live', json_strip_nulls(json_build_object(
    'workspaceId', workspace_id, 'kind', kind, 'testId', test_id, 'sessionId', session_id
  ))::text)
$$;

-- Of a session whose test is going too nothing is told: that of the test says it.
CREATE FUNCTION tell_live_session(kind text, test_id uuid, session_id uuid)
RETURNS void LANGUAGE sql AS $$
  SELECT tell_live(tests.workspace_id, kind, test_id, session_id) FROM tests WHERE tests.id = test_id
$$;

CREATE FUNCTION tell_live_of_tests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM tell_live(OLD.workspace_id, 'test.deleted', OLD.id, NULL);
  ELSE
    PERFORM tell_live(NEW.workspace_id,
      CASE TG_OP WHEN 'INSERT' THEN 'test.created' ELSE 'test.changed' END, NEW.id, NULL);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER live_tests AFTER INSERT OR DELETE ON tests
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_tests();
CREATE TRIGGER live_tests_changed AFTER UPDATE ON tests
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION tell_live_of_tests();

CREATE FUNCTION tell_live_of_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM tell_live_session('session.deleted', OLD.test_id, OLD.id);
  ELSE
    PERFORM tell_live_session('session.started', NEW.test_id, NEW.id);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER live_sessions AFTER INSERT OR DELETE ON sessions
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_sessions();

-- Of recordings and of their stills: what the session is now.
CREATE FUNCTION tell_live_of_recordings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_live_session(
    CASE WHEN recordings.state = 'ready' THEN 'session.finished'
         WHEN recordings.size_bytes > 0 THEN 'session.running'
         ELSE 'session.started' END,
    sessions.test_id, sessions.id)
  FROM sessions JOIN recordings ON recordings.session_id = sessions.id
  WHERE sessions.id = NEW.session_id;
  RETURN NULL;
END $$;

-- A piece arrives every second: only the first one is told.
CREATE TRIGGER live_recordings AFTER UPDATE ON recordings
  FOR EACH ROW WHEN (
    OLD.state <> NEW.state
    OR OLD.ended_early <> NEW.ended_early
    OR OLD.clicks <> NEW.clicks
    OR (OLD.size_bytes > 0) <> (NEW.size_bytes > 0)
    OR (OLD.duration_ms IS NULL) <> (NEW.duration_ms IS NULL)
    OR OLD.poster_at_ms IS DISTINCT FROM NEW.poster_at_ms
  ) EXECUTE FUNCTION tell_live_of_recordings();
CREATE TRIGGER live_still_sheets AFTER INSERT OR UPDATE ON still_sheets
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_recordings();

CREATE FUNCTION tell_live_of_team() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM tell_live(OLD.workspace_id, 'workspace.changed', NULL, NULL);
  ELSE
    PERFORM tell_live(NEW.workspace_id, 'workspace.changed', NULL, NULL);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER live_members AFTER INSERT OR DELETE ON members
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_team();
CREATE TRIGGER live_invitations AFTER INSERT OR DELETE ON invitations
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_team();

CREATE FUNCTION tell_live_of_workspaces() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_live(NEW.id, 'workspace.changed', NULL, NULL);
  RETURN NULL;
END $$;

CREATE TRIGGER live_workspaces AFTER UPDATE ON workspaces
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION tell_live_of_workspaces();

-- Somebody may have lost a workspace: servers look at once who is still allowed to listen.
CREATE FUNCTION tell_live_of_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_live(OLD.workspace_id, 'access', NULL, NULL);
  RETURN NULL;
END $$;

CREATE TRIGGER live_members_gone AFTER DELETE ON members
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_access();
CREATE TRIGGER live_sign_ins_gone AFTER DELETE ON sign_ins
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_access();
CREATE TRIGGER live_sign_ins_moved AFTER UPDATE ON sign_ins
  FOR EACH ROW WHEN (OLD.workspace_id <> NEW.workspace_id) EXECUTE FUNCTION tell_live_of_access();
