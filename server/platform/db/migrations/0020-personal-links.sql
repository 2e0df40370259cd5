-- Links to a test for one person each, used once. The token is stored as a hash, and encrypted by a key that is not in the
-- database, so that members can copy the link again. A link that was used and has no session is that of a deleted one.
CREATE TABLE personal_links (
  id uuid PRIMARY KEY,
  test_id uuid NOT NULL REFERENCES all_tests ON DELETE CASCADE,
  name text NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  sealed_token text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  used_at timestamptz,
  session_id uuid UNIQUE REFERENCES all_sessions ON DELETE SET NULL
);
CREATE INDEX personal_links_of_test ON personal_links (test_id, id);
