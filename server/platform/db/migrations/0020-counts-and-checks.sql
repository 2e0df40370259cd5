-- How many raw messages of a session are in without a gap, as far as they were counted: a call that brings more
-- goes on from there. 0 for sessions from before: their next call counts them once.
ALTER TABLE sessions ADD COLUMN events_in_a_row integer NOT NULL DEFAULT 0;

-- A start that allows no repetition looks for a finished session of its browser: those that run or never recorded
-- are not in the way.
CREATE INDEX sessions_finished_browser ON sessions (test_id, browser_key)
  WHERE browser_key IS NOT NULL AND state = 'finished';
DROP INDEX sessions_browser;

-- The test that leads to a prototype. By its hash: a link may be longer than a page of a B-tree takes.
CREATE INDEX steps_prototype ON steps USING hash (prototype_url);

-- How many openings are kept of a test: there is a most, and counting them took longer with each.
CREATE TABLE opening_counts (
  test_id uuid PRIMARY KEY REFERENCES tests ON DELETE CASCADE,
  openings integer NOT NULL
);
INSERT INTO opening_counts (test_id, openings) SELECT test_id, count(*) FROM openings GROUP BY test_id;

CREATE FUNCTION count_openings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO opening_counts AS kept (test_id, openings)
  SELECT test_id, count(*) FROM added GROUP BY test_id ORDER BY test_id
  ON CONFLICT (test_id) DO UPDATE SET openings = kept.openings + excluded.openings;
  RETURN NULL;
END $$;
CREATE TRIGGER counted_openings AFTER INSERT ON openings
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_openings();

-- What is over is looked for every ten minutes.
CREATE INDEX users_deletion ON users (deletion_at) WHERE deletion_at IS NOT NULL;
CREATE INDEX sign_ins_expire ON sign_ins (expires_at);
CREATE INDEX email_changes_expire ON email_changes (expires_at);
CREATE INDEX email_undos_expire ON email_undos (expires_at);
CREATE INDEX invitations_expire ON invitations (expires_at);
