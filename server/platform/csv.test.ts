// Tables as CSV: whichever separator a program expects, no text of ours becomes a formula, and numbers are numbers.
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CsvForm } from '#contract/exports.ts';
import { type Cell, csvText } from './csv.ts';

interface Row {
  number: number;
  cells: readonly Cell[];
}

const column = (name: string, at: number) => ({
  name,
  says: '',
  value: ({ cells }: Row) => cells[at] ?? null,
});
const columns = [
  { name: 'session', says: '', value: ({ number }: Row) => number },
  ...['first', 'second', 'third'].map(column),
];

async function tableOf(rows: readonly (readonly Cell[])[], form: CsvForm): Promise<string> {
  const numbered = rows.map((cells, at) => ({ number: at + 1, cells }));
  const batches = (async function* () {
    yield numbered;
  })();
  return await text(csvText(columns, batches, form));
}

const SEPARATORS: Record<CsvForm, string> = { comma: ',', semicolon: ';' };
const forms = Object.keys(SEPARATORS) as CsvForm[];

/** Reads the table as a program does that expects this separator and tolerates quotes where it expects none. */
function readAs(table: string, delimiter: string): string[][] {
  const lenient = { relax_quotes: true, relax_column_count: true, skip_empty_lines: true };
  return parse(table, { bom: true, delimiter, ...lenient });
}

/** Cells as the simplest of programs splits them, to which a quote means nothing. */
const splitAs = (table: string, delimiter: string) =>
  table
    .replace('\ufeff', '')
    .split(/[\r\n]/)
    .flatMap((line) => line.split(delimiter));

const isFormula = (cell: string) =>
  /^[ \u00a0"]*[=+\-@＝＋－＠]/.test(cell) && !/^-\d+(?:[.,]\d+)?$/.test(cell);

/** Cells that some program would run. */
const formulasIn = (table: string) =>
  [',', ';', '\t'].flatMap((delimiter) => {
    const read = splitAs(table, delimiter).filter(isFormula);
    try {
      return [...readAs(table, delimiter).flat().filter(isFormula), ...read];
    } catch {
      // A quote that is never closed: this reader takes no such file.
      return read;
    }
  });

const pieces = [
  ...['=', '+', '-', '@', '＝', '＠', ',', ';', '\t', '\r\n', '\n', '\r', '"', '""', "'"],
  ...[' ', '\u00a0', '1', 'a', 'SUM(A1)', 'x;=1+1', ',-1', '12,5', '-3.5', '🌿'],
];
const oddCell = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 8 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }).map((one) => [one]) },
);
const oddRows = fc.array(fc.tuple(oddCell, oddCell, oddCell), { minLength: 1, maxLength: 3 });

describe.each(forms)('separated by %s', (form) => {
  it('no text becomes a formula, whichever separator a program expects [1.3.3]', async () => {
    await fc.assert(
      fc.asyncProperty(oddRows, async (rows) => {
        const texts = rows.map((cells) => cells.map((parts) => parts.join('')));
        expect(formulasIn(await tableOf(texts, form))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['x;=1+1', "x;'=1+1"],
    ['x,=1+1', "x,'=1+1"],
    ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
    ['hello\n=1+1', "hello\n'=1+1"],
    ['a; "=1+1"', 'a;\' "=1+1"'],
    ['=1', "'=1"],
    ['\t=1', "'\t'=1"],
    ['well - yes', 'well - yes'],
    ['a=1; b', 'a=1; b'],
  ])('%j is written as %j', async (given, written) => {
    const [, row] = readAs(await tableOf([[given]], form), SEPARATORS[form]);
    expect(row?.[1]).toBe(written);
  });

  it('texts come back by its own separator, but for the marks', async () => {
    await fc.assert(
      fc.asyncProperty(oddRows, async (rows) => {
        const texts = rows.map((cells) => cells.map((parts) => parts.join('').replaceAll("'", '')));
        const table = await tableOf(texts, form);
        const read = parse(table, {
          bom: true,
          from_line: 2,
          delimiter: SEPARATORS[form],
          record_delimiter: '\r\n',
        }) as string[][];
        expect(read.map(([, ...cells]) => cells.map((cell) => cell.replaceAll("'", '')))).toEqual(
          texts,
        );
      }),
    );
  });
});

const cells = [-12.5, 1_700_000, new Date('2026-11-22T15:04:06.120Z')];

it('numbers have the decimal mark of the form, times are the same in both', async () => {
  expect(await tableOf([cells, [true, null, 0.25]], 'comma')).toBe(
    '\ufeffsession,first,second,third\r\n1,-12.5,1700000,2026-11-22T15:04:06.120Z\r\n2,yes,,0.3\r\n',
  );
  expect(await tableOf([cells, [true, null, 0.25]], 'semicolon')).toBe(
    '\ufeffsession;first;second;third\r\n1;-12,5;1700000;2026-11-22T15:04:06.120Z\r\n2;yes;;0,3\r\n',
  );
});
