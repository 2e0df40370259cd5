-- Tags that members give the text of an answer, in lower case; none without a text.
ALTER TABLE answers ADD COLUMN tags text[] NOT NULL DEFAULT '{}';

-- A tag sends the notice of a note; the participant's answers alone send that of the recording.
DROP TRIGGER live_task_answers ON answers;
CREATE TRIGGER live_answers AFTER INSERT OR UPDATE OF did_it, ease, helped, answer ON answers
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_recordings();
CREATE TRIGGER live_answer_tags AFTER UPDATE ON answers
  FOR EACH ROW WHEN (OLD.tags IS DISTINCT FROM NEW.tags) EXECUTE FUNCTION tell_live_of_notes();
