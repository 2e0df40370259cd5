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
  /** Time of the last use, to the minute. */
  last_used_at: Date | null;
  expires_at: Date | null;
}

interface Webhooks {
  id: WebhookId;
  workspace_id: WorkspaceId;
  url: string;
  events: WebhookEvent[];
  sealed_secret: string;
  /** The previous secret, which signs beside the new one until `old_secret_until`. */
  sealed_old_secret: string | null;
  old_secret_until: Date | null;
  created_at: Timestamp;
  /** Time since which no delivery has arrived, or null if the last one did. */
  failing_since: Date | null;
  off_since: Date | null;
  off_because: 'by_hand' | 'failing' | null;
  /** Time before which nothing is sent. */
  retry_at: Date | null;
}

interface WebhookDeliveries {
  id: DeliveryId;
  webhook_id: WebhookId;
  event: WebhookPayload['type'];
  /** JSON in the form that is signed and sent. */
  body: string;
  created_at: Timestamp;
  state: Generated<'waiting' | 'delivered' | 'failed'>;
  attempts: Generated<number>;
  next_at: Timestamp;
  attempted_at: Date | null;
  /** HTTP status of the last answer, or null if there was no answer. */
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
  /** Marks the one row of a day that sums up others. */
  folded: Generated<boolean>;
}

/** Closed tests of which webhooks were notified. */
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
