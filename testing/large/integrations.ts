// Seeded API keys, webhooks with their deliveries, and links for viewing.
import { sql } from 'kysely';
import type { Database } from '#server/platform/db/database.ts';
import { seededWorkspace } from './people.ts';
import { seededHash, seededId } from './seeded-id.ts';
import { seededTest } from './tests.ts';

const n = sql`n`;
const workspace = seededWorkspace(n);
const webhook = seededId('webhook', n);

export async function addIntegrations(
  db: Database,
  { workspaces, tests }: { workspaces: number; tests: number },
): Promise<void> {
  const each = sql`generate_series(1, ${workspaces}::int) AS n`;
  await sql`INSERT INTO api_keys (id, workspace_id, key_hash, name, scope, created_by)
    SELECT ${seededId('key', n)}, ${workspace}, ${seededHash('key', n)}, 'Key ' || n, 'read', ${seededId('owner', n)}
    FROM ${each}`.execute(db);
  await sql`INSERT INTO webhooks (id, workspace_id, url, events, sealed_secret)
    SELECT ${webhook}, ${workspace}, 'https://hooks.example/' || n, '{session.finished}', repeat('x', 80)
    FROM ${each}`.execute(db);
  await sql`INSERT INTO webhook_deliveries (id, webhook_id, event, body, state, attempts, status, created_at)
    SELECT ${seededId('delivery', sql`(n * 10 + d)`)}, ${webhook}, 'session.finished', '{}', 'delivered', 1, 200,
      now() - n * interval '1 minute' FROM ${each}, generate_series(1, 3) AS d`.execute(db);
  await sql`INSERT INTO webhook_drops (webhook_id, from_at, to_at, count, folded)
    SELECT ${webhook}, now() - d * interval '1 day', now() - d * interval '1 day', d, true FROM ${each}, generate_series(1, 3) AS d`.execute(
    db,
  );
  await sql`INSERT INTO view_links (id, workspace_id, test_id, kind, token_hash)
    SELECT ${seededId('view-link', sql`(n * 10 + d)`)}, ${workspace}, ${seededTest(n)}, 'results', ${seededHash('view-link', sql`(n * 10 + d)`)}
    FROM ${each}, generate_series(1, 5) AS d`.execute(db);
  await sql`INSERT INTO closed_tests (test_id, because)
    SELECT ${seededTest(n)}, 'hand' FROM generate_series(1, ${tests}::int) AS n`.execute(db);
}
