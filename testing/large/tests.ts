// Seeded tests with two revisions each, their steps, screens and numbers of screens.
import { sql } from 'kysely';
import type { RevisionId, TestId, WorkspaceId } from '#contract/ids.ts';
import type { Database } from '#server/platform/db/database.ts';
import { seededWorkspace } from './people.ts';
import { seededHash, seededId } from './seeded-id.ts';

/** An existing test, which becomes the largest one of its workspace. */
export interface LargestTest {
  workspaceId: WorkspaceId;
  testId: TestId;
  revisionId: RevisionId;
}

const n = sql`n`;
const SCREENS = 4;

/** Id of the n-th test. */
export const seededTest = (of: ReturnType<typeof sql>) => seededId('test', of);
/** The newest one of the n-th test. */
export const seededRevision = (of: ReturnType<typeof sql>) => seededId('revision-2-', of);

const NAMES = sql`(ARRAY['Checkout', 'Onboarding', 'Search', 'Straße', 'Café menu', 'Settings'])[1 + n % 6]`;

export async function addTests(
  db: Database,
  { workspaceId }: LargestTest,
  tests: number,
): Promise<void> {
  const each = sql`generate_series(1, ${tests}::int) AS n`;
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM workspaces
    WHERE company LIKE 'Company %'`.execute(db);
  const workspaces = rows[0]?.count ?? 1;
  await sql`INSERT INTO tests (id, workspace_id, unique_id, name, company, created_at, updated_at, numbered)
    SELECT ${seededTest(n)}, CASE WHEN n % 2 = 0 THEN ${workspaceId}::uuid ELSE ${seededWorkspace(
      sql`(1 + (n / 2) % ${sql.lit(workspaces)})`,
    )} END, lpad(n::text, 22, '0'), ${NAMES} || ' ' || n, 'Acme', now() - n * interval '1 hour',
      now() - n * interval '1 hour', 1000000 FROM ${each}`.execute(db);
  for (const number of [1, 2]) {
    const revision = seededId(`revision-${number}-`, n);
    await sql`INSERT INTO revisions (id, test_id, number) SELECT ${revision}, ${seededTest(n)}, ${number}::int
      FROM ${each}`.execute(db);
    await sql`INSERT INTO steps (id, revision_id, position, number, kind, text, prototype_url, goal)
      SELECT ${seededId(`step-${number}-`, n)}, ${revision}, 1, 1, 'task', 'Order a plant and pay.',
        'https://www.figma.com/proto/SeededFile' || n || '/Shop?node-id=900-1',
        '{"kind":"screens","screens":["900:4"],"routes":[]}' FROM ${each}`.execute(db);
    await sql`INSERT INTO step_corrections (id, step_id, text_before, text_after)
      SELECT ${seededId(`correction-${number}-`, n)}, ${seededId(`step-${number}-`, n)}, 'Order a plnt.',
        'Order a plant and pay.' FROM ${each}`.execute(db);
  }
  await sql`INSERT INTO personal_links (id, test_id, name, token_hash, sealed_token)
    SELECT ${seededId('personal-link', sql`(n * 10 + d)`)}, ${seededTest(n)}, 'Person ' || d, ${seededHash('personal-link', sql`(n * 10 + d)`)}, repeat('x', 80)
    FROM ${each}, generate_series(1, 5) AS d`.execute(db);
  await sql`INSERT INTO participations (test_id, content)
    SELECT ${seededTest(n)}, '{"title":"A shop","parameters":["PID"]}' FROM ${each}`.execute(db);
  await sql`INSERT INTO test_drafts (test_id, version, content, saved_by)
    SELECT tests.id, gen_random_uuid(), '{"form":{"name":"","steps":[]},"base":{"name":"","steps":[]}}', owner_id
    FROM ${each} JOIN tests ON tests.id = ${seededTest(n)} JOIN workspaces ON workspaces.id = tests.workspace_id`.execute(
    db,
  );
  await sql`INSERT INTO draft_editors (test_id, user_id) SELECT test_id, saved_by FROM test_drafts`.execute(
    db,
  );
  await sql`INSERT INTO exports (id, test_id, state, asked)
    SELECT gen_random_uuid(), ${seededTest(n)}, 'over', '{}' FROM ${each}`.execute(db);
  await addScreens(db, each);
}

/**
 * Gives a test further tasks before its other steps, each like its first one.
 * @param tasks how many it has then; its other steps, from 2, have the next numbers
 */
export async function addTasks(
  db: Database,
  { revisionId }: Pick<LargestTest, 'revisionId'>,
  tasks: number,
): Promise<void> {
  const more = sql.lit(tasks - 1);
  await sql`UPDATE steps SET number = number + ${more}, position = position + ${more}
    WHERE revision_id = ${revisionId} AND number > 1`.execute(db);
  await sql`INSERT INTO steps (id, revision_id, position, number, kind, text, prototype_url, goal)
    SELECT gen_random_uuid(), revision_id, n, n, kind, text || ' ' || n, prototype_url, goal
    FROM steps, generate_series(2, ${tasks}::int) AS n WHERE revision_id = ${revisionId} AND number = 1`.execute(
    db,
  );
}

async function addScreens(db: Database, each: ReturnType<typeof sql>): Promise<void> {
  const screens = sql`${each} CROSS JOIN generate_series(1, ${sql.lit(SCREENS)}) AS screen`;
  const id = seededId('screen', sql`(n * ${sql.lit(SCREENS)} + screen)`);
  await sql`INSERT INTO screens (id, workspace_id, api_origin, file_key, node_id, width, height, origin_x, origin_y,
      boxes, leads_to, name, size_bytes)
    SELECT ${id}, tests.workspace_id, 'https://api.figma.com', 'SeededFile' || n, '900:' || screen, 1440, 1024, 0, 0,
      '{}', ARRAY['900:' || 1 + screen % 4], 'Screen ' || screen, 80000
    FROM ${screens} JOIN tests ON tests.id = ${seededTest(n)}`.execute(db);
  await sql`INSERT INTO revision_screens (revision_id, api_origin, file_key, node_id, screen_id)
    SELECT ${seededRevision(n)}, 'https://api.figma.com', 'SeededFile' || n, '900:' || screen, ${id}
    FROM ${screens}`.execute(db);
  await sql`INSERT INTO test_screens (test_id, number, api_origin, file_key, node_id, layer_name)
    SELECT ${seededTest(n)}, screen, 'https://api.figma.com', 'SeededFile' || n, '900:' || screen, 'Screen ' || screen
    FROM ${screens}`.execute(db);
}
