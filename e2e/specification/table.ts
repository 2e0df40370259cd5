// The conformance table: each line of the specification beside the checks that name it. Read from
// lines.json and, without running them, from the names of the tests beside this file.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const line = z.object({
  /** `{section}.{line}`: table rows, points and steps of a section, counted from its beginning. */
  id: z.string().regex(/^\d\.\d+$/),
  /** Text of the specification. A bar separates the cells of a table's row. */
  text: z.string().min(1),
  /** The product's reading, if it differs or is more precise. */
  reading: z.string().min(1).optional(),
  /** Why no check exists yet. */
  unchecked: z.string().min(1).optional(),
});
export type Line = z.infer<typeof line>;

/** A test whose name begins with a line's id. */
export interface Check {
  id: string;
  /** The name behind the id. */
  name: string;
  /** File name within this folder. */
  file: string;
}

const sections: Record<string, string> = {
  2: 'Screens and routes',
  4: 'States and transitions',
  5: 'Validation rules',
  7: 'Calls',
  8: 'Error catalogue',
  9: 'Business constants and limits',
};

export const TABLE_FILE = join(import.meta.dirname, '../../docs/specification.md');

/** Every line of the sections that can be checked, in order. */
export function readLines(): Line[] {
  const text = readFileSync(join(import.meta.dirname, 'lines.json'), 'utf8');
  return z.array(line).parse(JSON.parse(text));
}

/** `it('2.7 …', …)` at the beginning of a source line; a skipped or commented one does not count. */
const testName = /^ *it\(\s*(['"`])(\d\.\d+) ((?:\\.|(?!\1).)+)\1,/gm;

export function readChecks(): Check[] {
  return testFiles().flatMap(({ file, source }) =>
    [...source.matchAll(testName)].map(([, , id = '', name = '']) => ({
      id,
      name: name.replaceAll(/\\(.)/g, '$1'),
      file,
    })),
  );
}

/** Returns the source code of a section's tests, for looking up texts in it. */
export function readSources(section: string): string {
  return testFiles()
    .filter(({ file }) => file.startsWith(`section-${section}-`))
    .map(({ source }) => source)
    .join('\n');
}

function testFiles(): { file: string; source: string }[] {
  return readdirSync(import.meta.dirname)
    .filter((file) => /^section-\d-.*\.test\.ts$/.test(file))
    .sort()
    .map((file) => ({ file, source: readFileSync(join(import.meta.dirname, file), 'utf8') }));
}

/** The texts that a line quotes: literal, to the last sign. */
export function quotedTexts({ text }: Pick<Line, 'text'>): string[] {
  return [...text.matchAll(/(?<!\w)'(?=\S)(.+?)(?<=\S)'(?!\w)/g)].map(([, quoted = '']) => quoted);
}

/** docs/specification.md. */
export function renderTable(lines: readonly Line[], checks: readonly Check[]): string {
  const unchecked = lines.filter((entry) => entry.unchecked !== undefined).length;
  const parts = Object.entries(sections).map(([section, title]) => {
    const rows = lines.filter(({ id }) => id.startsWith(`${section}.`));
    const body = rows.map((entry) => renderRow(entry, checks)).join('\n');
    return `## ${section}. ${title}\n\n| Line | Specification | Checked by |\n|---|---|---|\n${body}\n`;
  });
  return `# The specification, line by line

Written by \`npm run write-specification\` from the lines in \`e2e/specification/lines.json\`
and the names of the tests beside them; \`npm test\` runs each of them and fails when a line has none.
Lines are counted within their section: the rows of its tables, then its points and steps. Where the
product reads a line differently, or more closely, the reading stands below its text.

${lines.length} lines, ${checks.length} checks, ${unchecked} lines without a check.

${parts.join('\n')}`;
}

function renderRow(entry: Line, checks: readonly Check[]): string {
  const reading = entry.reading === undefined ? '' : `<br>*Reading:* ${cell(entry.reading)}`;
  const own = checks.filter(({ id }) => id === entry.id);
  const names = own.map(
    ({ name, file }) => `${cell(name)} ([${file}](../e2e/specification/${file}))`,
  );
  const missing =
    entry.unchecked === undefined ? [] : [`**Not checked:** ${cell(entry.unchecked)}`];
  return `| ${entry.id} | ${cell(entry.text)}${reading} | ${[...names, ...missing].join('<br>')} |`;
}

/** Text within a table's cell: nothing in it may end the cell or become markup. */
function cell(text: string): string {
  return text.replaceAll(/[|<*_]/g, '\\$&').replaceAll('\n', ' ');
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(TABLE_FILE, renderTable(readLines(), readChecks()));
}
