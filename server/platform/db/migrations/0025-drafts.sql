-- Drafts of stored tests: the form as its editors typed it, shared by them until it is saved or discarded.
CREATE TABLE test_drafts (
  test_id uuid PRIMARY KEY REFERENCES all_tests ON DELETE CASCADE,
  -- Another one with each change, so that a change names the one that it saw.
  version uuid NOT NULL,
  -- A form may have characters that jsonb refuses.
  content json NOT NULL,
  saved_by uuid REFERENCES users ON DELETE SET NULL,
  saved_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX test_drafts_saved_by ON test_drafts (saved_by);

-- People who have the form of a test open.
CREATE TABLE draft_editors (
  test_id uuid NOT NULL REFERENCES all_tests ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (test_id, user_id)
);
CREATE INDEX draft_editors_user_id ON draft_editors (user_id);

CREATE TRIGGER live_drafts AFTER INSERT OR UPDATE OF version OR DELETE ON test_drafts
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_report('draft.changed');
-- A sign of life sends nothing while the person was seen before it.
CREATE TRIGGER live_draft_editors AFTER INSERT ON draft_editors
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_report('draft.changed');
CREATE TRIGGER live_draft_editors_back AFTER UPDATE ON draft_editors
  FOR EACH ROW WHEN (NEW.seen_at - OLD.seen_at > interval '1 minute')
  EXECUTE FUNCTION tell_live_of_report('draft.changed');
