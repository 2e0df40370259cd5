// A table of an export as CSV (RFC 4180): for spreadsheets it begins with a byte order mark, and runs no formula.
import Papa from 'papaparse';

export type Cell = string | number | boolean | Date | null;

/** A column with its definition, which README.txt repeats. */
export interface Column<Row> {
  name: string;
  says: string;
  value: (row: Row) => Cell;
  /** Left out unless names go along. */
  isName?: true;
}

/** Spreadsheets take a file without it for their own old encoding. */
const BYTE_ORDER_MARK = '\ufeff';

/** What spreadsheets may run, wide forms and line breaks too (OWASP, CSV Injection): a ' before it makes it text. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Rows in batches; the line of names alone when there are none. */
export async function* csvText<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + linesOf([columns.map(({ name }) => name)]);
  for await (const batch of batches) {
    yield linesOf(batch.map((row) => columns.map(({ value }) => plain(value(row)))));
  }
}

const NEW_LINE = '\r\n';

function linesOf(rows: (string | number)[][]): string {
  if (rows.length === 0) return '';
  return Papa.unparse(rows, { escapeFormulae: FORMULA, newline: NEW_LINE }) + NEW_LINE;
}

function plain(cell: Cell): string | number {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return cell instanceof Date ? cell.toISOString() : cell;
}
