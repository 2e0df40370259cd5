// Explains every statement of the app before it runs, where it runs: with its own values, and as the generic plan
// that a prepared statement comes to. What was explained is undone.
import pg from 'pg';
import { findings, type Plan } from './plan.ts';

export interface PlanFinding {
  /** Name of the call or job: `tests.list`. */
  of: string;
  statement: string;
  /** Kind of plan: `custom` or `generic`. */
  mode: string;
  what: string;
}

export interface ExplainedStatements {
  found: PlanFinding[];
  /** Statements that were explained. */
  statements: ReadonlySet<string>;
  /** Names what is called from now on. */
  label(of: string): void;
  stop(): void;
}

/** Only Kysely's statements come so; those of the job queue come as text. */
interface Statement {
  text: string;
  values: unknown[];
}
type Query = (this: pg.Client, ...given: unknown[]) => Promise<pg.QueryResult>;

/** The prefix of a statement whose rows are read in batches. */
const CURSOR = /^DECLARE \S{1,40} NO SCROLL CURSOR FOR /;
const EXPLAINED = /^\s*(?:select|insert|update|delete|with)\b/i;
/** The job queue's own tables. */
const OTHERS = /pgboss|tryout_jobs/;

/**
 * @param growing names of tables that grow with use
 * @param isSum whether a call asks for sums over a whole test. On a database of thousands a scan may be the
 * quickest way to them, on one of millions it is not: their plans are those without scans where an index will do.
 */
export function explainStatements(
  growing: ReadonlySet<string>,
  isSum: (of: string) => boolean,
): ExplainedStatements {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  const inTransaction = new WeakSet<pg.Client>();
  const found: PlanFinding[] = [];
  const statements = new Set<string>();
  const explained = new Set<string>();
  let label = 'start';

  async function watch(client: pg.Client, { text, values }: Statement): Promise<void> {
    const key = `${label} ${text}`;
    if (explained.has(key)) return;
    explained.add(key);
    statements.add(text);
    const of = label;
    const run = (sql: string, given: unknown[] = []) => original.call(client, sql, given);
    const how = { isWithin: inTransaction.has(client), isSum: isSum(of) };
    for (const [mode, plan] of await explain(run, { text, values }, how)) {
      for (const what of findings(plan, growing)) found.push({ of, statement: text, mode, what });
    }
  }

  prototype.query = async function query(this: pg.Client, ...given: unknown[]) {
    const [statement] = given as [Statement];
    // A second argument is what the pool is called back with (server/platform/db/prepared-pool.ts).
    if (typeof statement === 'object' && Array.isArray(statement.values)) {
      if (/^(begin|start transaction)/.test(statement.text)) inTransaction.add(this);
      if (/^(commit|rollback)$/.test(statement.text)) inTransaction.delete(this);
      const text = statement.text.replace(CURSOR, '');
      const isWatched = EXPLAINED.test(text) && !OTHERS.test(text);
      if (isWatched) await watch(this, { text, values: statement.values });
    }
    return await original.apply(this, given);
  } as Query;
  return {
    found,
    statements,
    label: (of) => {
      label = of;
    },
    stop: () => {
      prototype.query = original;
    },
  };
}

const EXPLAIN = 'EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON)';
/** Integrity, deadlocks and locks: the statement is refused when it runs, too, and the call's status tells. */
const REFUSED = /^(?:23|40|55)/;

async function explain(
  run: (sql: string, values?: unknown[]) => Promise<pg.QueryResult>,
  { text, values }: Statement,
  { isWithin, isSum }: { isWithin: boolean; isSum: boolean },
): Promise<[mode: string, plan: Plan][]> {
  const undone = async (explaining: () => Promise<pg.QueryResult>): Promise<Plan | null> => {
    await run(isWithin ? 'SAVEPOINT explained' : 'BEGIN');
    try {
      if (isSum) await run('SET LOCAL enable_seqscan = off');
      return (await explaining()).rows[0]['QUERY PLAN'][0].Plan as Plan;
    } catch (error) {
      if (!REFUSED.test(String((error as { code?: unknown }).code))) throw error;
      return null;
    } finally {
      await run(isWithin ? 'ROLLBACK TO SAVEPOINT explained' : 'ROLLBACK');
    }
  };
  const custom = await undone(() => run(`${EXPLAIN} ${text}`, values));
  await run(`PREPARE explained AS ${text}`);
  const given = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
  const generic = await undone(async () => {
    await run('SET LOCAL plan_cache_mode = force_generic_plan');
    return await run(`${EXPLAIN} EXECUTE explained ${given}`);
  });
  await run('DEALLOCATE explained');
  return Object.entries({ custom, generic }).flatMap(([mode, plan]) =>
    plan ? [[mode, plan]] : [],
  );
}

/** A value as pg would send it, in SQL. */
function literal(value: unknown): string {
  const text = asText(value);
  return text === null ? 'NULL' : pg.escapeLiteral(text);
}

function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) {
    const items = value.map((item) => (item === null ? 'NULL' : JSON.stringify(asText(item))));
    return `{${items.join(',')}}`;
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
