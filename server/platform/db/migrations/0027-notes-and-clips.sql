-- What members note at times of a recording, and the stretches of it that they keep as clips. Author and time stay;
-- `version` counts changes, so that of two people who change one row neither loses a text.

CREATE TABLE notes (
  id uuid PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES all_sessions ON DELETE CASCADE,
  -- of the session: what is listed of a test lies together
  test_id uuid NOT NULL REFERENCES all_tests ON DELETE CASCADE,
  at_ms integer NOT NULL CHECK (at_ms >= 0),
  text text NOT NULL,
  -- the #words of the text, in lower case
  tags text[] NOT NULL DEFAULT '{}',
  -- null: the account is deleted
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  edited_by uuid REFERENCES users ON DELETE SET NULL,
  edited_at timestamptz,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX notes_session ON notes (session_id, at_ms);
CREATE INDEX notes_test ON notes (test_id, id DESC);
CREATE INDEX notes_created_by ON notes (created_by);
CREATE INDEX notes_edited_by ON notes (edited_by);

CREATE TABLE clips (
  id uuid PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES all_sessions ON DELETE CASCADE,
  test_id uuid NOT NULL REFERENCES all_tests ON DELETE CASCADE,
  from_ms integer NOT NULL CHECK (from_ms >= 0),
  to_ms integer NOT NULL,
  title text NOT NULL DEFAULT '',
  -- the #words of the title, in lower case
  tags text[] NOT NULL DEFAULT '{}',
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  edited_by uuid REFERENCES users ON DELETE SET NULL,
  edited_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  CHECK (to_ms - from_ms BETWEEN 1000 AND 600000)
);
CREATE INDEX clips_session ON clips (session_id, from_ms);
CREATE INDEX clips_test ON clips (test_id, id DESC);
CREATE INDEX clips_created_by ON clips (created_by);
CREATE INDEX clips_edited_by ON clips (edited_by);

-- Open pages hear of it. Of what goes with its session nothing is told: that of the session says it.
CREATE FUNCTION tell_live_of_notes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  noted record := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM tell_live_session('session.noted', sessions.test_id, sessions.id)
  FROM sessions WHERE sessions.id = noted.session_id;
  RETURN NULL;
END $$;

CREATE TRIGGER live_notes AFTER INSERT OR UPDATE OR DELETE ON notes
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_notes();
CREATE TRIGGER live_clips AFTER INSERT OR UPDATE OR DELETE ON clips
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_notes();
