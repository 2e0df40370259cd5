// Variants and orders of a test: each session that begins gets those that the fewest sessions have.
import { sql } from 'kysely';
import type { RevisionId } from '#contract/ids.ts';
import { countVariants, shuffledSteps, stepsOfPerson, williamsRows } from '#contract/step-order.ts';
import type { Database } from '#server/platform/db/database.ts';

/** The variant of a session, and the order of its steps in shuffled order. */
export interface Assignment {
  variant: number | null;
  order: number[] | null;
}

/** Assignments of sessions, with the number of sessions that have each. */
type Counts = (Assignment & { sessions: number })[];

/**
 * Returns the assignment of a session that begins, and the numbers of its steps in their order; null for a revision whose
 * steps are the same for everyone. A session counts while it holds its slot, so that a person who never began gives the
 * place back. It is exact in a transaction that holds the test's lock.
 */
export async function assignSteps(
  db: Database,
  revisionId: RevisionId,
): Promise<(Assignment & { steps: number[] }) | null> {
  const steps = await db
    .selectFrom('steps')
    .select(['number', 'shuffled', 'variant'])
    .where('revision_id', '=', revisionId)
    .where(sql<boolean>`NOT coalesce(content ? 'screening', false)`)
    .orderBy('position')
    .execute();
  const variants = countVariants(steps);
  const shuffled = shuffledSteps(steps);
  if (variants === 1 && shuffled.length < 2) return null;
  const counts = await countAssignments(db, revisionId);
  const variant = variants === 1 ? null : leastUsed(variantsUpTo(variants), counts, byVariant);
  const ofVariant = counts.filter((count) => count.variant === variant);
  const order = shuffled.length < 2 ? null : leastUsed(williamsRows(shuffled), ofVariant, byOrder);
  const own = stepsOfPerson(steps, { variant, order });
  return { variant, order, steps: own.map(({ number }) => number) };
}

const variantsUpTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const byVariant = ({ variant }: Assignment) => String(variant);
const byOrder = ({ order }: Assignment) => String(order);

/** Returns the first of the values that the fewest sessions have. @param of the value of an assignment as a text */
function leastUsed<T>(
  values: readonly T[],
  counts: Counts,
  of: (assignment: Assignment) => string,
): T {
  const used = new Map<string, number>();
  for (const count of counts) used.set(of(count), (used.get(of(count)) ?? 0) + count.sessions);
  const uses = values.map((value) => used.get(String(value)) ?? 0);
  return values[uses.indexOf(Math.min(...uses))] as T;
}

async function countAssignments(db: Database, revisionId: RevisionId): Promise<Counts> {
  const { rows } = await sql<Counts[number]>`
    SELECT variant, step_order AS "order", count(*)::int AS sessions FROM all_sessions
    WHERE revision_id = ${revisionId} AND holds_slot AND deleted_at IS NULL
      AND (variant IS NOT NULL OR step_order IS NOT NULL)
    GROUP BY variant, step_order`.execute(db);
  return rows;
}
