-- Deleted notes, clips, findings and evidence remain for some minutes, so that their deletion can be undone. `notes`,
-- `clips`, `findings` and `finding_evidence` become views without them; the job `deleted.remove` removes the rows.
ALTER TABLE notes RENAME TO all_notes;
ALTER TABLE clips RENAME TO all_clips;
ALTER TABLE findings RENAME TO all_findings;
ALTER TABLE finding_evidence RENAME TO all_finding_evidence;
ALTER TABLE all_notes ADD COLUMN deleted_at timestamptz;
ALTER TABLE all_clips ADD COLUMN deleted_at timestamptz;
ALTER TABLE all_findings ADD COLUMN deleted_at timestamptz;
ALTER TABLE all_finding_evidence ADD COLUMN deleted_at timestamptz;
CREATE INDEX notes_deleted ON all_notes (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX clips_deleted ON all_clips (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX findings_deleted ON all_findings (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX finding_evidence_deleted ON all_finding_evidence (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE VIEW notes AS SELECT * FROM all_notes WHERE deleted_at IS NULL;
CREATE VIEW clips AS SELECT * FROM all_clips WHERE deleted_at IS NULL;
CREATE VIEW findings AS SELECT * FROM all_findings WHERE deleted_at IS NULL;
CREATE VIEW finding_evidence AS SELECT * FROM all_finding_evidence WHERE deleted_at IS NULL;

-- The removal of a row sends no notice and keeps computed answers, because the deletion or the notice of its session or
-- test did so before.
DROP TRIGGER live_notes ON all_notes;
DROP TRIGGER live_clips ON all_clips;
DROP TRIGGER live_findings ON all_findings;
DROP TRIGGER results_notes ON all_notes;
DROP TRIGGER results_clips ON all_clips;
CREATE TRIGGER live_notes AFTER INSERT OR UPDATE ON all_notes
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_notes();
CREATE TRIGGER live_clips AFTER INSERT OR UPDATE ON all_clips
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_notes();
CREATE TRIGGER live_findings AFTER INSERT OR UPDATE ON all_findings
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_report('finding.changed');
CREATE TRIGGER results_notes AFTER INSERT OR UPDATE ON all_notes
  FOR EACH ROW EXECUTE FUNCTION renew_results('test');
CREATE TRIGGER results_clips AFTER INSERT OR UPDATE ON all_clips
  FOR EACH ROW EXECUTE FUNCTION renew_results('test');
