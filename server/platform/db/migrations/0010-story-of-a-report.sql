-- The story of a test's report, which a member writes, and the goal of the test.
CREATE TABLE reports (
  test_id uuid PRIMARY KEY REFERENCES all_tests ON DELETE CASCADE,
  title text NOT NULL DEFAULT '',
  -- Empty texts are replaced by a draft.
  summary text NOT NULL DEFAULT '',
  next_steps text NOT NULL DEFAULT '',
  -- Lines of the drafts when the texts were written, by what they are about: unchanged lines follow the numbers.
  summary_draft jsonb NOT NULL DEFAULT '{}',
  next_steps_draft jsonb NOT NULL DEFAULT '{}',
  -- Percent of people who have to succeed, or null for a report without a verdict.
  target_percent smallint CHECK (target_percent BETWEEN 1 AND 100),
  version integer NOT NULL DEFAULT 1
);
CREATE TRIGGER live_reports AFTER INSERT OR UPDATE ON reports
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_report('finding.changed');

-- Sentences of findings by rule that no one has changed no longer contain counts, because counts follow the results.
UPDATE all_findings
SET sentence = regexp_replace(sentence, '^[0-9,]+ of (the [0-9,]+|[0-9,]+ people) ', 'People ')
WHERE by_rule AND version = 1 AND sentence ~ '^[0-9,]+ of (the [0-9,]+ who|[0-9,]+ people) ';
