-- Transcriptions are counted by workspace, and workspaces take turns at the recogniser.
ALTER TABLE transcripts
  -- the workspace of its test
  ADD COLUMN workspace_id uuid,
  -- place of its job in the queue: the lowest number is next
  ADD COLUMN turn integer NOT NULL DEFAULT 0;
UPDATE transcripts SET workspace_id = all_tests.workspace_id FROM all_tests WHERE all_tests.id = transcripts.test_id;
ALTER TABLE transcripts ALTER COLUMN workspace_id SET NOT NULL;
CREATE INDEX transcripts_started_by_hand ON transcripts (workspace_id, requested_at) WHERE requested_by IS NOT NULL;
CREATE INDEX transcripts_started_at_end ON transcripts (workspace_id, requested_at) WHERE requested_by IS NULL;
-- The turns of those that wait or run, without those that wait for another attempt.
CREATE INDEX transcripts_turns ON transcripts (turn) WHERE state IN ('waiting', 'running') AND attempts = 0;
CREATE INDEX transcripts_workspace_turns ON transcripts (workspace_id, turn)
  WHERE state IN ('waiting', 'running') AND attempts = 0;

-- Deliveries that were not stored because a webhook had too many. A row is added for each, so that no transaction waits
-- for another one; a job adds up the rows of a day in one that is folded.
CREATE TABLE webhook_drops (
  webhook_id uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  from_at timestamptz NOT NULL DEFAULT now(),
  to_at timestamptz NOT NULL DEFAULT now(),
  count integer NOT NULL DEFAULT 1,
  folded boolean NOT NULL DEFAULT false
);
CREATE INDEX webhook_drops_webhook ON webhook_drops (webhook_id, from_at);
CREATE INDEX webhook_drops_old ON webhook_drops (to_at);
CREATE INDEX webhook_drops_new ON webhook_drops (webhook_id, from_at) WHERE NOT folded;

-- While a webhook fails, nothing is sent to it before this time.
ALTER TABLE webhooks ADD COLUMN retry_at timestamptz;

-- These problems told which names a server's network has, so they are no longer shown.
UPDATE webhook_deliveries SET problem = 'connection', duration_ms = NULL WHERE problem IN ('address', 'name');
