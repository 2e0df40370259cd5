// README.txt of an export: what each file and column means, and docs/metrics.md with every definition.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CsvForm } from '#contract/exports.ts';
import type { ResultsOf } from '#server/filters/people-filter.read.ts';
import type { ExportedSession } from './exported-rows.db.ts';
import type { ExportRow } from './exports.db.ts';

/** A table as it is described. */
export interface DescribedTable {
  name: string;
  columns: readonly { name: string; says: string }[];
}

interface Described {
  row: ExportRow;
  of: ResultsOf;
  sessions: readonly ExportedSession[];
  described: readonly DescribedTable[];
}

const METRICS = join(import.meta.dirname, '..', '..', 'docs', 'metrics.md');

/** Written last, when all sessions are known. */
export async function* readme(all: Described): AsyncGenerator<string> {
  yield [
    ...opening(all),
    ...all.described.flatMap(({ name, columns }) => [
      ...['', name, '-'.repeat(name.length)],
      ...columns.map((column) => `${column.name}: ${column.says}`),
    ]),
    ...otherFiles(all),
    ...conventions(all),
    ...['', '', ''],
  ].join('\n');
  yield await readFile(METRICS, 'utf8');
}

function opening({ row, of, sessions }: Described): string[] {
  const { testName, madeAt, asked } = row;
  const running = sessions.filter(({ isRunning }) => isRunning).length;
  return [
    `Export of the test: ${testName}`,
    '',
    `Made: ${madeAt.toISOString()}`,
    `Sessions: ${sessions.length}${running > 0 ? `, of which ${running} still ran` : ''}`,
    `Filter: ${filterWords(asked.filter)}`,
    `Revision: ${of.revision?.number ?? 'all'}`,
    asked.takes.names
      ? 'Names of participants and members are included.'
      : 'There are no names: sessions have numbers, members are not named. What participants wrote is as they wrote it, and may contain personal things.',
    'Sessions of the test have numbers from 1; the same number is the same session in every file.',
  ];
}

function filterWords(filter: ExportRow['asked']['filter']): string {
  const { revision: _, ...others } = filter;
  const words = Object.entries(others).map(([name, value]) => `${name} ${String(value)}`);
  return words.length > 0 ? words.join('; ') : 'none';
}

function otherFiles({ row }: Described): string[] {
  const { takes } = row.asked;
  return [
    '',
    'Other files',
    '-----------',
    'transcripts/012_indirect.txt, .vtt: what was said in session 12, as members corrected it; as text with times, and as captions (WebVTT). Sessions without words have none.',
    ...(takes.messages
      ? [
          'raw.jsonl: what the prototype told, one message a line as JSON: session, seq (its number in the session), atMs (from the start of the recording), type, data.',
        ]
      : []),
    ...(takes.videos
      ? [
          'videos/012_indirect.webm: the recording of session 12 with its outcome; .mp4 from browsers that record that. A session that still ran has none.',
        ]
      : []),
    ...(takes.heatmaps
      ? [
          'heatmaps/012_indirect_screen-7.png: clicks of session 12 on screen 7, as its browser drew them.',
        ]
      : []),
    'README.txt: this file.',
    '',
    'Not there: columns for variants and parameters of sessions. Tests have none yet.',
  ];
}

const NUMBERS: Readonly<Record<CsvForm, string>> = {
  comma:
    'The separator is a comma, and numbers have at most one decimal after a point: 12.5. Numbers that participants typed have all of theirs.',
  semicolon:
    'The separator is a semicolon, and numbers have at most one decimal after a comma: 12,5. Numbers that participants typed have all of theirs.',
};

function conventions({ row }: Described): string[] {
  return [
    '',
    'Conventions',
    '-----------',
    'CSV follows RFC 4180: lines end in CR LF, texts with separators, quotes or line breaks stand in quotes. UTF-8 with a byte order mark.',
    NUMBERS[row.asked.takes.separator],
    "A text has a ' before = + - @ where a cell could begin: at its start, and after a comma, a semicolon, a tab or a line break. So no spreadsheet runs it as a formula, whichever separator it expects. A text that begins with a tab or a line break has one too.",
    'Times are ISO 8601 in UTC. Columns that end in _ms are milliseconds; those of moments count from the start of the recording.',
    'yes and no; an empty cell: not known, or not there.',
    'A session that still ran has a row in sessions.csv, and neither visits nor clicks.',
  ];
}
