// Tables of API keys and webhooks as Kysely sees them (tables.ts).
import type { Generated } from 'kysely';
import type { KeyScope } from '#contract/endpoint.ts';
import type {
  ApiKeyId,
  DeliveryId,
  TestId,
  UserId,
  WebhookId,
  WorkspaceId,
} from '#contract/ids.ts';
import type { DeliveryProblem, WebhookEvent, WebhookPayload } from '#contract/webhooks.ts';
import type { Timestamp } from './result-tables.ts';

interface ApiKeys {
  id: ApiKeyId;
  workspace_id: WorkspaceId;
  key_hash: Buffer;
  name: string;
  scope: KeyScope;
  created_by: UserId;
  created_at: Timestamp;
  /** To the minute. */
  last_used_at: Date | null;
  expires_at: Date | null;
}

interface Webhooks {
  id: WebhookId;
  workspace_id: WorkspaceId;
  url: string;
  events: WebhookEvent[];
  sealed_secret: string;
  /** Signs beside the new one until `old_secret_until`. */
  sealed_old_secret: string | null;
  old_secret_until: Date | null;
  created_at: Timestamp;
  /** Since then no delivery has arrived. */
  failing_since: Date | null;
  off_since: Date | null;
  off_because: 'by_hand' | 'failing' | null;
  /** Nothing is sent before this time. */
  retry_at: Date | null;
}

interface WebhookDeliveries {
  id: DeliveryId;
  webhook_id: WebhookId;
  event: WebhookPayload['type'];
  /** JSON as it is signed and sent. */
  body: string;
  created_at: Timestamp;
  state: Generated<'waiting' | 'delivered' | 'failed'>;
  attempts: Generated<number>;
  next_at: Timestamp;
  attempted_at: Date | null;
  /** HTTP status of the last answer. */
  status: number | null;
  problem: DeliveryProblem | null;
  duration_ms: number | null;
}

/** Deliveries that were dropped, one or several to a row. */
interface WebhookDrops {
  webhook_id: WebhookId;
  from_at: Timestamp;
  to_at: Timestamp;
  count: Generated<number>;
  /** It is the one row of its day. */
  folded: Generated<boolean>;
}

/** Tests of which webhooks know that they are closed. */
interface ClosedTests {
  test_id: TestId;
  because: 'hand' | 'date' | 'limit';
  closed_at: Timestamp;
}

export interface IntegrationTables {
  api_keys: ApiKeys;
  webhooks: Webhooks;
  webhook_deliveries: WebhookDeliveries;
  webhook_drops: WebhookDrops;
  closed_tests: ClosedTests;
}
