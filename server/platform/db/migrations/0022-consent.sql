-- Versions of the text to which a workspace's participants agree. One that was shown is never changed.
CREATE TABLE consent_texts (
  workspace_id uuid NOT NULL REFERENCES all_workspaces ON DELETE CASCADE,
  version integer NOT NULL,
  text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, version)
);

-- Agreements with which sessions began. The version is null for the line of step 0.
CREATE TABLE session_consents (
  session_id uuid PRIMARY KEY REFERENCES all_sessions ON DELETE CASCADE,
  version integer,
  items text[] NOT NULL,
  agreed_at timestamptz NOT NULL DEFAULT now()
);
