// A table of an export as CSV (RFC 4180): for spreadsheets it begins with a byte order mark, and runs no formula.
import Papa from 'papaparse';
import type { CsvForm } from '#contract/exports.ts';

/** A number with all of its decimals, as a person typed it. */
export interface ExactNumber {
  exact: number;
}

export type Cell = string | number | ExactNumber | boolean | Date | null;

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

const FORMS: Readonly<Record<CsvForm, { separator: string; decimalPoint: string }>> = {
  comma: { separator: ',', decimalPoint: '.' },
  semicolon: { separator: ';', decimalPoint: ',' },
};

/**
 * Every place in a text where a program may begin a cell, if what follows could be a formula (OWASP, CSV Injection; wide
 * forms too). The settings of the program's country decide at which of the separators it splits, and a quote in the middle
 * of what it takes for a cell protects nothing.
 */
const FORMULA = /(^|[,;\t\r\n])(?=[ \u00a0"]*[=+\-@＝＋－＠])/g;
/** Some programs drop it from the beginning of a text, and run what follows. */
const BLANK_START = /^(?=[\t\r\n])/;

/** Rows in batches; the line of names alone when there are none. */
export async function* csvText<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<readonly Row[]>,
  form: CsvForm,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + linesOf([columns.map(({ name }) => name)], form);
  for await (const batch of batches) {
    const rows = batch.map((row) => columns.map(({ value }) => cellText(value(row), form)));
    yield linesOf(rows, form);
  }
}

const NEW_LINE = '\r\n';

function linesOf(rows: string[][], form: CsvForm): string {
  if (rows.length === 0) return '';
  return Papa.unparse(rows, { delimiter: FORMS[form].separator, newline: NEW_LINE }) + NEW_LINE;
}

function cellText(cell: Cell, form: CsvForm): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (typeof cell === 'string') return neutralizeFormulas(cell);
  if (cell instanceof Date) return cell.toISOString();
  const number = typeof cell === 'number' ? tenths(cell) : cell.exact;
  return String(number).replace('.', FORMS[form].decimalPoint);
}

/** Rounds to one decimal: more is beyond what clocks and pixels measure. */
function tenths(number: number): number {
  return Math.round(number * 10) / 10;
}

/** Puts a ' where a cell with a formula could begin: a cell that begins with it is text. */
function neutralizeFormulas(text: string): string {
  return text.replace(BLANK_START, "'").replace(FORMULA, "$1'");
}
