-- What lets other programs in and tells them: API keys, webhooks with the deliveries that wait or are over, and which
-- tests are known to be closed, so that each closing is told once.

CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES all_workspaces ON DELETE CASCADE,
  -- SHA-256 of the key, which is shown once and stored nowhere
  key_hash bytea NOT NULL UNIQUE,
  name text NOT NULL,
  scope text NOT NULL CHECK (scope IN ('read', 'write')),
  -- the owner; what the key writes is theirs
  created_by uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- to the minute
  last_used_at timestamptz,
  -- null: it does not end
  expires_at timestamptz
);
CREATE INDEX api_keys_workspace ON api_keys (workspace_id);
CREATE INDEX api_keys_user ON api_keys (created_by);

-- Servers look at once who may still listen.
CREATE TRIGGER live_api_keys_gone AFTER DELETE ON api_keys
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_access();

CREATE TABLE webhooks (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES all_workspaces ON DELETE CASCADE,
  url text NOT NULL,
  events text[] NOT NULL,
  -- AES-256-GCM by a key derived from SESSION_SECRET; shown once
  sealed_secret text NOT NULL,
  -- the secret before, which signs beside the new one until then
  sealed_old_secret text,
  old_secret_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- since then no delivery has arrived; null: the last one did
  failing_since timestamptz,
  -- null: it is on
  off_since timestamptz,
  off_because text CHECK (off_because IN ('by_hand', 'failing')),
  CHECK ((off_since IS NULL) = (off_because IS NULL)),
  CHECK ((sealed_old_secret IS NULL) = (old_secret_until IS NULL))
);
CREATE INDEX webhooks_workspace ON webhooks (workspace_id);

-- Written in the transaction that makes the event true, and kept as the log of deliveries.
CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY,
  webhook_id uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  event text NOT NULL,
  -- as text: each attempt signs and sends the same bytes
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  -- while it waits: not before; a server that takes it sets it ahead
  next_at timestamptz NOT NULL DEFAULT now(),
  attempted_at timestamptz,
  -- of the last attempt: the answer's status, else what went wrong
  status integer,
  problem text,
  duration_ms integer
);
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (webhook_id, id DESC);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_at) WHERE state = 'waiting';

CREATE TABLE closed_tests (
  test_id uuid PRIMARY KEY REFERENCES all_tests ON DELETE CASCADE,
  because text NOT NULL CHECK (because IN ('hand', 'date', 'limit')),
  closed_at timestamptz NOT NULL DEFAULT now()
);
-- Those that are closed already are not told.
INSERT INTO closed_tests (test_id, because)
SELECT id, CASE WHEN closed_by_hand THEN 'hand' WHEN close_date <= now() THEN 'date' ELSE 'limit' END
FROM all_tests
WHERE closed_by_hand OR close_date <= now() OR submissions >= submission_limit;
-- The job that tells of dates looks at those that have come lately.
CREATE INDEX tests_close_date ON all_tests (close_date) WHERE close_date IS NOT NULL;
