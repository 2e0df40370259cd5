-- A workspace's own token for the design tool, the address that the issuer last vouched for, and which screens
-- participants may see: those that a session presented, and those that these lead to.

CREATE TABLE design_tokens (
  workspace_id uuid PRIMARY KEY REFERENCES workspaces ON DELETE CASCADE,
  -- AES-256-GCM by a key derived from SESSION_SECRET; the token itself is stored nowhere
  sealed text NOT NULL,
  -- what the design tool said when the token was set
  checked text NOT NULL CHECK (checked IN ('works', 'accepted', 'file_hidden', 'untested')),
  set_by uuid REFERENCES users ON DELETE SET NULL,
  set_at timestamptz NOT NULL DEFAULT now()
);

-- Null until the person signs in again: an address that they may change themselves vouches for nothing.
ALTER TABLE users ADD COLUMN verified_email text;

-- Nodes that the prototype goes to from this screen; empty for screens that were fetched before.
ALTER TABLE screens ADD COLUMN leads_to text[] NOT NULL DEFAULT '{}';

CREATE TABLE reported_nodes (
  -- the session's: asked for by test, without a look at each of its sessions
  test_id uuid NOT NULL,
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  node_id text NOT NULL,
  PRIMARY KEY (session_id, node_id)
);
CREATE INDEX reported_nodes_test ON reported_nodes (test_id, node_id);
-- By text, as the column is kept: an escape in another field must not stop the migration.
INSERT INTO reported_nodes (test_id, session_id, node_id)
SELECT DISTINCT sessions.test_id, session_id, replace(found[1], '-', ':')
FROM events JOIN sessions ON sessions.id = session_id,
  LATERAL regexp_matches(data::text, '"(?:presentedNodeId|targetNodeId)":"(\d{1,12}[:-]\d{1,12})"', 'g') AS found;
