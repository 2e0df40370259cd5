-- Mailed links: an e-mail change can be undone; an invitation has a token, an end and an outcome.

CREATE TABLE email_undos (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- what the undo brings back
  old_email text NOT NULL,
  new_email text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX email_undos_user ON email_undos (user_id);

-- The address that the issuer vouched for at this sign-in; null: begun before this was remembered.
ALTER TABLE sign_ins ADD COLUMN verified_email text;

-- Where the person was last: the next sign-in begins there.
ALTER TABLE users ADD COLUMN last_workspace_id uuid REFERENCES workspaces ON DELETE SET NULL;
CREATE INDEX users_last_workspace ON users (last_workspace_id);

-- An invitation of before has no token: its address alone answers it.
ALTER TABLE invitations
  ADD COLUMN token_hash bytea UNIQUE,
  ADD COLUMN state text NOT NULL DEFAULT 'open'
    CHECK (state IN ('open', 'accepted', 'declined', 'withdrawn', 'replaced')),
  ADD COLUMN expires_at timestamptz;
UPDATE invitations SET expires_at = created_at + interval '14 days';
ALTER TABLE invitations
  ALTER COLUMN expires_at SET NOT NULL,
  ALTER COLUMN email DROP NOT NULL,
  DROP CONSTRAINT invitations_workspace_id_email_key,
  -- One that is over stays for a while, so that its link can say why; the address does not.
  ADD CONSTRAINT invitations_email_while_open CHECK ((email IS NOT NULL) = (state = 'open'));
CREATE UNIQUE INDEX invitations_open ON invitations (workspace_id, email);

CREATE TRIGGER live_invitations_changed AFTER UPDATE ON invitations
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION tell_live_of_team();
