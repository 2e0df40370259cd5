// Faults in a plan of PostgreSQL on a large database: it reads a whole table, or many rows for few.

/** A node of EXPLAIN (ANALYZE, FORMAT JSON); rows are averages of its loops. */
export interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: Plan[];
}

/** Rows that one statement may read of a table: more than a page, the limits of a session and a team come to. */
export const ROWS_MOST = 600;

/** @param growing names of tables that grow with use */
export function findings(plan: Plan, growing: ReadonlySet<string>): string[] {
  const below = (plan.Plans ?? []).flatMap((each) => findings(each, growing));
  const table = plan['Relation Name'];
  const type = plan['Node Type'];
  if (table === undefined || !growing.has(table) || type === 'ModifyTable') return below;
  if (type === 'Seq Scan') return [`reads all of ${table}`, ...below];
  const rows = rowsOf(plan);
  if (rows <= ROWS_MOST) return below;
  return [`reads ${Math.round(rows)} rows of ${table} by ${plan['Index Name'] ?? type}`, ...below];
}

/** Returns the number of rows that the plan has read, including filtered ones. */
function rowsOf(plan: Plan): number {
  const each =
    plan['Actual Rows'] +
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0);
  return each * plan['Actual Loops'];
}
