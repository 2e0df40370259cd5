// Seeded people: an owner and a member for each workspace, with sign-ins, invitations and what waits for a mail.
import { sql } from 'kysely';
import type { Database } from '#server/platform/db/database.ts';
import { seededHash, seededId } from './seeded-id.ts';

const n = sql`n`;
const owner = seededId('owner', n);
const member = seededId('member', n);
/** Id of the n-th workspace. */
export const seededWorkspace = (of: ReturnType<typeof sql>) => seededId('workspace', of);
const workspace = seededWorkspace(n);

export async function addPeople(db: Database, workspaces: number): Promise<void> {
  const each = sql`generate_series(1, ${workspaces}::int) AS n`;
  for (const [role, id] of [
    ['owner', owner],
    ['member', member],
  ] as const) {
    await sql`INSERT INTO users (id, issuer, subject, email, first_name, last_name, verified_email)
      SELECT ${id}, 'https://accounts.google.com', ${sql.lit(role)} || n, ${sql.lit(role)} || n || '@large.example',
        'Ada', 'Lovelace ' || n, ${sql.lit(role)} || n || '@large.example' FROM ${each}`.execute(
      db,
    );
  }
  await sql`INSERT INTO workspaces (id, owner_id, company)
    SELECT ${workspace}, ${owner}, 'Company ' || n FROM ${each}`.execute(db);
  await sql`INSERT INTO members (workspace_id, user_id, role)
    SELECT ${workspace}, ${owner}, 'owner' FROM ${each}
    UNION ALL SELECT ${workspace}, ${member}, 'member' FROM ${each}`.execute(db);
  await sql`UPDATE users SET last_workspace_id = members.workspace_id
    FROM members WHERE members.user_id = users.id AND users.last_workspace_id IS NULL`.execute(db);
  await sql`INSERT INTO sign_ins (token_hash, user_id, workspace_id, expires_at, verified_email, device)
    SELECT ${seededHash('sign-in', sql`n || '-' || m`)}, ${owner}, ${workspace}, now() + interval '20 days',
      'owner' || n || '@large.example', 'Chrome on Windows' FROM ${each}, generate_series(1, 3) AS m`.execute(
    db,
  );
  await sql`INSERT INTO invitations (id, workspace_id, email, token_hash, expires_at)
    SELECT ${seededId('invitation', n)}, ${workspace}, 'invited' || n || '@large.example',
      ${seededHash('invitation', n)}, now() + interval '10 days' FROM ${each}`.execute(db);
  await sql`INSERT INTO email_changes (token_hash, user_id, email, expires_at)
    SELECT ${seededHash('change', n)}, ${owner}, 'new' || n || '@large.example', now() + interval '20 hours'
    FROM ${each}`.execute(db);
  await sql`INSERT INTO email_undos (token_hash, user_id, old_email, new_email, expires_at)
    SELECT ${seededHash('undo', n)}, ${owner}, 'old' || n || '@large.example', 'owner' || n || '@large.example',
      now() + interval '5 days' FROM ${each}`.execute(db);
  await sql`INSERT INTO design_tokens (workspace_id, sealed, checked)
    SELECT ${workspace}, repeat('x', 80), 'works' FROM ${each}`.execute(db);
  await sql`INSERT INTO retention_warnings (workspace_id, sent_at, until)
    SELECT ${workspace}, now() - interval '10 days', now() + interval '20 days' FROM ${each}`.execute(
    db,
  );
  await sql`INSERT INTO consent_texts (workspace_id, version, text)
    SELECT ${workspace}, 1 + m, 'We record your screen.' FROM ${each}, generate_series(0, 1) AS m`.execute(
    db,
  );
  await sql`INSERT INTO retention_log (workspace_id, day, test_name, recordings)
    SELECT ${workspace}, date '2026-01-01' + m, 'Checkout', 5 FROM ${each}, generate_series(1, 2) AS m`.execute(
    db,
  );
  await sql`UPDATE workspaces SET retention_days = 30 WHERE id IN (SELECT ${workspace} FROM generate_series(7, 9) AS n)`.execute(
    db,
  );
  await sql`INSERT INTO rate_counts (key, points, expire)
    SELECT 'seeded:' || n, 1, (extract(epoch FROM now()) * 1000)::bigint + 600000 FROM ${each}`.execute(
    db,
  );
}
