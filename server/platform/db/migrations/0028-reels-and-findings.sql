-- Reels: clips of a test in an order of their own; and findings, which make its report. Both are few for a test. A clip or
-- a note that goes leaves its place: the row stays, and says why when it is known.

CREATE TABLE reels (
  id uuid PRIMARY KEY,
  test_id uuid NOT NULL REFERENCES all_tests ON DELETE CASCADE,
  name text NOT NULL,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  edited_by uuid REFERENCES users ON DELETE SET NULL,
  edited_at timestamptz,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX reels_test ON reels (test_id, id);
CREATE INDEX reels_created_by ON reels (created_by);
CREATE INDEX reels_edited_by ON reels (edited_by);

CREATE TABLE reel_items (
  id uuid PRIMARY KEY,
  reel_id uuid NOT NULL REFERENCES reels ON DELETE CASCADE,
  position integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('clip', 'title')),
  -- null: a title card, or a clip that is gone
  clip_id uuid REFERENCES clips ON DELETE SET NULL,
  withdrawn boolean NOT NULL DEFAULT false,
  text text CHECK ((text IS NULL) = (kind = 'clip'))
);
CREATE INDEX reel_items_reel ON reel_items (reel_id, position);
CREATE INDEX reel_items_clip ON reel_items (clip_id);

CREATE TABLE findings (
  id uuid PRIMARY KEY,
  test_id uuid NOT NULL REFERENCES all_tests ON DELETE CASCADE,
  position integer NOT NULL,
  sentence text NOT NULL,
  text text NOT NULL DEFAULT '',
  -- kept from 'Where it went wrong'
  by_rule boolean NOT NULL DEFAULT false,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  edited_by uuid REFERENCES users ON DELETE SET NULL,
  edited_at timestamptz,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX findings_test ON findings (test_id, position);
CREATE INDEX findings_created_by ON findings (created_by);
CREATE INDEX findings_edited_by ON findings (edited_by);

CREATE TABLE finding_evidence (
  id uuid PRIMARY KEY,
  finding_id uuid NOT NULL REFERENCES findings ON DELETE CASCADE,
  position integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('clip', 'note', 'number')),
  -- null: it is gone
  clip_id uuid REFERENCES clips ON DELETE SET NULL,
  note_id uuid REFERENCES notes ON DELETE SET NULL,
  withdrawn boolean NOT NULL DEFAULT false,
  -- contract/report-numbers.ts: filter, definition and value as they were
  number jsonb CHECK ((number IS NULL) = (kind <> 'number'))
);
CREATE INDEX finding_evidence_finding ON finding_evidence (finding_id, position);
CREATE INDEX finding_evidence_clip ON finding_evidence (clip_id);
CREATE INDEX finding_evidence_note ON finding_evidence (note_id);

-- Open pages hear of it: each change of items or evidence is another version, and each move another position. Of a clip
-- that goes, its own notice tells.
CREATE FUNCTION tell_live_of_report() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told record := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM tell_live_session(TG_ARGV[0], told.test_id, NULL);
  RETURN NULL;
END $$;

CREATE TRIGGER live_reels AFTER INSERT OR UPDATE OR DELETE ON reels
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_report('reel.changed');
CREATE TRIGGER live_findings AFTER INSERT OR UPDATE OR DELETE ON findings
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_report('finding.changed');
