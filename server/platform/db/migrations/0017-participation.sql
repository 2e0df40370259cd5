-- The way in which people take part in a test; a test without a row is plain. Content is parsed by the contract's schema.
CREATE TABLE participations (
  test_id uuid PRIMARY KEY REFERENCES all_tests ON DELETE CASCADE,
  content jsonb NOT NULL
);

-- Parameters of the share link that a session began with.
CREATE TABLE session_parameters (
  session_id uuid NOT NULL REFERENCES all_sessions ON DELETE CASCADE,
  name text NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (session_id, name)
);
