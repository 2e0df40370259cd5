// The tables and texts of an export in the order of its archive, each made while it is written, in one snapshot of the
// database.
import { readStoredMessages } from '#server/events/stored-messages.db.ts';
import type { ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Parts } from '#server/parts.ts';
import { type Column, csvText } from '#server/platform/csv.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { WrittenFile } from '#server/platform/zip/deflated-files.ts';
import { visibleSegments } from '#server/transcripts/transcript-answers.read.ts';
import { transcriptFile } from '#server/transcripts/transcript-files.rules.ts';
import { readCorrections, readTranscript } from '#server/transcripts/transcripts.db.ts';
import {
  answerColumns,
  answersOf,
  clickColumns,
  SESSION_SAYS,
  visitColumns,
} from './event-tables.ts';
import { sessionFileName } from './export-media.ts';
import { type ExportedQuestion, exportedQuestions } from './exported-questions.db.ts';
import {
  clickRows,
  clipRows,
  type ExportedClip,
  type ExportedNote,
  type ExportedSession,
  exportedAssignments,
  exportedParameters,
  givenRows,
  noteRows,
  sessionRows,
  sessionsWithTranscript,
  severalSteps,
  taskRows,
  visitRows,
} from './exported-rows.db.ts';
import type { ExportRow } from './exports.db.ts';
import {
  codeBookColumns,
  codeBookRows,
  questionAnswerColumns,
  questionAnswers,
} from './question-tables.ts';
import { type DescribedTable, readme } from './readme.ts';
import { namedClicks, screenNames } from './screen-names.ts';
import { orderColumn, sessionColumns, taskColumns, variantColumn } from './sessions-table.ts';

export interface Snapshot {
  /** The transaction with the snapshot, in place of the pool. */
  parts: Pick<Parts, 'db' | 'secrets' | 'prototypeHosts'>;
  of: ResultsOf;
  row: ExportRow;
  /** Gets each session with the first table. */
  sessions: ExportedSession[];
}

export async function* exportFiles(snapshot: Snapshot): AsyncGenerator<WrittenFile> {
  const { parts, of, row, sessions } = snapshot;
  const { db } = parts;
  const { takes } = row.asked;
  const described: DescribedTable[] = [];
  const table = <Row>(
    name: string,
    columns: readonly Column<Row>[],
    batches: AsyncIterable<readonly Row[]>,
  ): WrittenFile => {
    const visibleColumns = columns.filter(({ isName }) => takes.names || !isName);
    described.push({ name, columns: visibleColumns });
    return { name, text: csvText(visibleColumns, batches, takes.separator) };
  };
  const steps = await severalSteps(db, of);
  const questions = await exportedQuestions(db, of);
  const hasQuestions = questions.length > 0;
  const parameters = await exportedParameters(db, of);
  const hasParameters = parameters.length > 0;
  const rows = sessionRows(db, of, { steps, hasQuestions, hasParameters });
  const { hasVariants, hasOrder } = await exportedAssignments(db, of);
  const columns = [
    ...sessionColumns(steps, questions, parameters),
    ...(hasVariants ? [variantColumn] : []),
    ...(hasOrder ? [orderColumn] : []),
  ];
  yield table('sessions.csv', columns, collectSessions(rows, sessions));
  const over = sessions.filter(({ isRunning }) => !isRunning);
  const names = await screenNames(parts, of, sessions);
  yield table('visits.csv', visitColumns(names), visitRows(db, over));
  const clicks = namedClicks(db, { of, names }, clickRows(db, over));
  yield table('clicks.csv', clickColumns(names), clicks);
  const allAnswerColumns = [...answerColumns, ...(hasQuestions ? questionAnswerColumns : [])];
  yield table(
    'answers.csv',
    allAnswerColumns,
    answered(givenRows(db, sessions), { sessions, questions }),
  );
  if (hasQuestions) yield table('code_book.csv', codeBookColumns, once(codeBookRows(questions)));
  if (steps.length > 0) yield table('tasks.csv', taskColumns, taskRows(db, over));
  yield table('notes.csv', noteColumns, noteRows(db, sessions));
  yield table('clips.csv', clipColumns, clipRows(db, sessions));
  yield* transcriptFiles(db, sessions);
  if (takes.messages) yield { name: 'raw.jsonl', text: messageLines(db, sessions) };
  yield { name: 'README.txt', text: readme({ row, of, sessions, described }) };
}

async function* collectSessions(
  batches: ReturnType<typeof sessionRows>,
  sessions: ExportedSession[],
) {
  for await (const batch of batches) {
    for (const { sessionId: id, number, revisionId, outcome, isRunning } of batch) {
      sessions.push({ id, number, revisionId, outcome, isRunning });
    }
    yield batch;
  }
}

interface ExportScope {
  sessions: readonly ExportedSession[];
  questions: readonly ExportedQuestion[];
}

async function* answered(
  batches: ReturnType<typeof givenRows>,
  { sessions, questions }: ExportScope,
) {
  const revisions = new Map(sessions.map(({ number, revisionId }) => [number, revisionId]));
  const steps = new Map(
    questions.map(({ revisionId, step }) => [`${revisionId} ${step.number}`, step]),
  );
  for await (const batch of batches) {
    yield batch.flatMap((row) => {
      const step = steps.get(`${revisions.get(row.session)} ${row.step}`);
      return step ? questionAnswers(row, step) : answersOf(row);
    });
  }
}

/** JSON Lines: one message each, exactly as it came. */
async function* messageLines(
  db: Parts['db'],
  sessions: readonly ExportedSession[],
): AsyncGenerator<string> {
  for (const { id, number: session } of sessions) {
    for await (const page of readStoredMessages(db, id)) {
      yield page.map((message) => lineOf(session, message)).join('');
    }
  }
}

function lineOf(
  session: number,
  { seq, atMs, type, data }: { seq: number; atMs: number; type: string; data: string },
): string {
  // Outside of its texts JSON may have line breaks, and within them none.
  const line = data.replaceAll(/[\r\n]+/g, ' ');
  const start = JSON.stringify({ session, seq, atMs, type }).slice(0, -1);
  return `${start},"data":${line}}\n`;
}

// Transcripts of an export's sessions as text files and captions, corrections included.

/** Yields transcripts of sessions with spoken words. */
async function* transcriptFiles(
  db: Database,
  sessions: readonly ExportedSession[],
): AsyncGenerator<WrittenFile> {
  const withTranscript = await sessionsWithTranscript(db, sessions);
  for (const session of sessions) {
    if (!withTranscript.has(session.id)) continue;
    const stored = await readTranscript(db, session.id);
    if (!stored) continue;
    const segments = visibleSegments(stored.segments, await readCorrections(db, session.id));
    for (const format of ['txt', 'vtt'] as const) {
      const { text } = transcriptFile(segments, format);
      yield { name: `transcripts/${sessionFileName(session)}.${format}`, text: once(text) };
    }
  }
}

async function* once<Value>(value: Value): AsyncGenerator<Value> {
  yield value;
}

// notes.csv and clips.csv: members' notes at times of the recordings, and the clips that they made.

type NoteOrClip = Omit<ExportedNote, 'atMs' | 'text'>;

const writtenColumns = <Row extends NoteOrClip>(): Column<Row>[] => [
  {
    name: 'tags',
    says: 'Its #words, in lower case and without the #, with spaces between them.',
    value: ({ tags }) => tags.join(' '),
  },
  { name: 'created_at', says: 'When it was made.', value: ({ createdAt }) => createdAt },
  { name: 'created_by', says: 'The member who made it.', value: ({ by }) => by, isName: true },
  { name: 'edited_at', says: 'Its last change; empty: none.', value: ({ editedAt }) => editedAt },
  {
    name: 'edited_by',
    says: 'The member who changed it last.',
    value: ({ editedBy }) => editedBy,
    isName: true,
  },
];

const idColumns = <Row extends NoteOrClip>(name: string): Column<Row>[] => [
  { name: 'session', says: SESSION_SAYS, value: ({ number }) => number },
  { name, says: 'Its id, as the API has it.', value: ({ id }) => id },
];

const noteColumns: Column<ExportedNote>[] = [
  ...idColumns<ExportedNote>('note_id'),
  { name: 'at_ms', says: "From the recording's start.", value: ({ atMs }) => atMs },
  { name: 'text', says: 'The note.', value: ({ text }) => text },
  ...writtenColumns<ExportedNote>(),
];

const clipColumns: Column<ExportedClip>[] = [
  ...idColumns<ExportedClip>('clip_id'),
  {
    name: 'from_ms',
    says: "Where the clip begins, from the recording's start.",
    value: ({ fromMs }) => fromMs,
  },
  { name: 'to_ms', says: 'Where it ends.', value: ({ toMs }) => toMs },
  { name: 'title', says: 'Its title; may be empty.', value: ({ title }) => title },
  ...writtenColumns<ExportedClip>(),
];
