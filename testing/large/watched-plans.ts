// Explains every statement of the app before it runs, where it runs: with its own values, and as the generic plan
// that a prepared statement comes to. What was explained is undone.
import pg from 'pg';
import { findings, type Plan } from './plan.ts';

export interface PlanFinding {
  /** What was called: `tests.list`, a job. */
  of: string;
  statement: string;
  /** How the plan came to be: `custom` or `generic`. */
  mode: string;
  what: string;
}

export interface WatchedPlans {
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

const EXPLAINED = /^\s*(?:select|insert|update|delete|with)\b/i;
/** The job queue's own tables. */
const OTHERS = /pgboss|tryout_jobs/;

/** @param growing names of tables that grow with use */
export function watchPlans(growing: ReadonlySet<string>): WatchedPlans {
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
    for (const [mode, plan] of await explain(run, { text, values }, inTransaction.has(client))) {
      for (const what of findings(plan, growing)) found.push({ of, statement: text, mode, what });
    }
  }

  prototype.query = async function query(this: pg.Client, ...given: unknown[]) {
    const [statement] = given as [Statement];
    if (typeof statement === 'object' && Array.isArray(statement.values) && given.length === 1) {
      if (statement.text === 'begin') inTransaction.add(this);
      if (/^(commit|rollback)$/.test(statement.text)) inTransaction.delete(this);
      const isWatched = EXPLAINED.test(statement.text) && !OTHERS.test(statement.text);
      if (isWatched) await watch(this, statement);
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

async function explain(
  run: (sql: string, values?: unknown[]) => Promise<pg.QueryResult>,
  { text, values }: Statement,
  isWithin: boolean,
): Promise<[mode: string, plan: Plan][]> {
  const undo = isWithin ? 'ROLLBACK TO SAVEPOINT explained' : 'ROLLBACK';
  const plans: [string, Plan][] = [];
  for (const mode of ['custom', 'generic']) {
    await run(isWithin ? 'SAVEPOINT explained' : 'BEGIN');
    try {
      if (mode === 'custom') {
        plans.push([mode, planOf(await run(`${EXPLAIN} ${text}`, values))]);
        continue;
      }
      await run('SET LOCAL plan_cache_mode = force_generic_plan');
      await run(`PREPARE explained AS ${text}`);
      const given = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
      plans.push([mode, planOf(await run(`${EXPLAIN} EXECUTE explained ${given}`))]);
    } catch (error) {
      // The statement is refused when it runs, too, and the app answers that; else the call's status tells.
      if (!/^(23|55|40)/.test(String((error as { code?: unknown }).code))) throw error;
    } finally {
      await run(undo);
      if (mode === 'generic') await run('DEALLOCATE ALL').catch(() => undefined);
    }
  }
  return plans;
}

function planOf({ rows }: pg.QueryResult): Plan {
  return rows[0]['QUERY PLAN'][0].Plan as Plan;
}

function literal(value: unknown): string {
  const text = (pg as unknown as { prepareValue?: (given: unknown) => unknown }).prepareValue;
  void text;
  return String(value);
}
