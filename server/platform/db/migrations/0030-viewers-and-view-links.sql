-- A third role, the viewer, in members and in invitations; and links for viewing, which show one thing without a sign-in.

ALTER TABLE members
  DROP CONSTRAINT members_role_check,
  ADD CONSTRAINT members_role_check CHECK (role IN ('owner', 'member', 'viewer'));

ALTER TABLE invitations
  ADD COLUMN role text NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'viewer'));

-- Open pages hear of a changed role.
CREATE TRIGGER live_members_role AFTER UPDATE OF role ON members
  FOR EACH ROW WHEN (OLD.role <> NEW.role) EXECUTE FUNCTION tell_live_of_team();
CREATE TRIGGER live_invitations_role AFTER UPDATE OF role ON invitations
  FOR EACH ROW WHEN (OLD.role <> NEW.role) EXECUTE FUNCTION tell_live_of_team();

CREATE TABLE view_links (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES all_workspaces ON DELETE CASCADE,
  test_id uuid NOT NULL REFERENCES all_tests ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('results', 'report', 'recording', 'clip', 'reel')),
  -- the session, clip or reel; null for what the whole test shows. No reference: the link of a thing that is
  -- gone says so.
  thing_id uuid CHECK ((thing_id IS NULL) = (kind IN ('results', 'report'))),
  token_hash bytea NOT NULL UNIQUE,
  -- scrypt, with its salt and costs
  password_hash text,
  with_names boolean NOT NULL DEFAULT false,
  with_downloads boolean NOT NULL DEFAULT false,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- null: never
  expires_at timestamptz,
  revoked_at timestamptz,
  views integer NOT NULL DEFAULT 0,
  last_viewed_at timestamptz
);
CREATE INDEX view_links_test ON view_links (test_id, created_at DESC);
CREATE INDEX view_links_workspace ON view_links (workspace_id, created_at DESC);
CREATE INDEX view_links_created_by ON view_links (created_by);

-- Lists of links in open pages follow what people do with them; views are read when a list is.
CREATE FUNCTION tell_live_of_view_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_live(NEW.workspace_id, 'test.changed', NEW.test_id, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER live_view_links AFTER INSERT ON view_links
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_view_links();
CREATE TRIGGER live_view_links_ended AFTER UPDATE OF revoked_at ON view_links
  FOR EACH ROW WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at) EXECUTE FUNCTION tell_live_of_view_links();
