// Transcripts as members use them: started by hand, corrected, and counted over a test.
import type { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import {
  type correctionInput,
  type Transcript,
  type TranscriptCorrectionId,
  type TranscriptCounts,
  type TranscriptFormat,
  transcriptState,
} from '#contract/transcripts.ts';
import type { Parts } from '#server/parts.ts';
import type {
  Authorized,
  RecordingRef,
  SignIn,
  TestRef,
} from '#server/platform/access/authorized.ts';
import { sessionNumber } from '#server/recordings/recordings.db.ts';
import { lockRecording } from '#server/session-state/end-calls.db.ts';
import {
  recogniserHost,
  requireStarts,
  transcribeEach,
  transcribeOne,
} from './ask-for-transcript.flow.ts';
import { searchConfigOf } from './languages.ts';
import { transcriptOf, visibleSegments } from './transcript-answers.read.ts';
import {
  countTranscripts,
  deleteCorrection,
  indexTranscript,
  lockTranscript,
  readCorrections,
  untranscribed,
  writeCorrection,
} from './transcripts.db.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<Parts, 'config' | 'db' | 'jobs'>;

/**
 * @throws AppError transcripts_off, still_recording; too_many_requests during the pause of the recording and beyond the
 * rate of the workspace; not_found when it is deleted meanwhile
 */
export async function startTranscript(
  parts: Needs,
  { sessionId }: Authorized<RecordingRef>,
  { userId: by, workspaceId }: SignIn,
): Promise<Transcript> {
  requireRecogniser(parts);
  await parts.db.transaction().execute(async (db) => {
    const recording = await lockRecording(db, sessionId);
    if (!recording) throw new AppError('not_found');
    if (await isRunning(db, sessionId)) throw new AppError('still_recording');
    await transcribeOne(parts, db, { sessionId, workspaceId, by });
  });
  return await transcriptOf(parts, sessionId);
}

function requireRecogniser({ config }: Pick<Parts, 'config'>): void {
  if (config.recogniser === null) throw new AppError('transcripts_off');
}

async function isRunning(db: Parts['db'], sessionId: RecordingRef['sessionId']): Promise<boolean> {
  const row = await db
    .selectFrom('recordings')
    .select('state')
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row === undefined || row.state === 'receiving';
}

/** Recordings in one transaction that requests transcriptions. */
const BATCH = 200;

/** @throws AppError transcripts_off; too_many_requests when the workspace may start none now */
export async function startTranscripts(
  parts: Needs,
  ref: Authorized<TestRef>,
  { userId: by, workspaceId }: SignIn,
): Promise<TranscriptCounts> {
  requireRecogniser(parts);
  for (let left = await requireStarts(parts.db, workspaceId); left > 0; ) {
    const most = Math.min(BATCH, left);
    const started = await parts.db.transaction().execute(async (db) => {
      const sessionIds = await untranscribed(db, ref.testId, most);
      await transcribeEach(parts, db, { sessionIds: sessionIds.toSorted(), by });
      return sessionIds.length;
    });
    if (started < most) break;
    left -= started;
  }
  return await transcriptCountsOf(parts, ref);
}

export async function transcriptCountsOf(
  { db, config }: Pick<Parts, 'config' | 'db'>,
  { testId }: Authorized<TestRef>,
): Promise<TranscriptCounts> {
  const counted = await countTranscripts(db, testId);
  const counts = new Map(counted.map(({ state, count }) => [state, count]));
  const states = Object.fromEntries(
    transcriptState.options.map((state) => [state, counts.get(state) ?? 0]),
  ) as TranscriptCounts['states'];
  const recordings = counted.reduce((sum, { count }) => sum + count, 0);
  const lacking = counted.filter(({ state }) => state === 'none' || state === 'failed');
  const isStartable = lacking.some(({ startableAt }) => startableAt === null);
  const next = isStartable ? null : (lacking[0]?.startableAt?.toISOString() ?? null);
  return { server: recogniserHost(config), recordings, states, startableAt: next };
}

/** `012_transcript.vtt`: by the session's number, as downloads of recordings. */
export async function transcriptFileName(
  { db }: Pick<Parts, 'db'>,
  { sessionId }: Authorized<RecordingRef>,
  format: TranscriptFormat,
): Promise<string> {
  return `${String(await sessionNumber(db, sessionId)).padStart(3, '0')}_transcript.${format}`;
}

interface Correction extends z.output<typeof correctionInput> {
  segment: number;
}

/** @throws AppError transcript_changed when another correction or transcription came before; not_found */
export async function correctSegment(
  parts: Pick<Parts, 'config' | 'db'>,
  { sessionId }: Authorized<RecordingRef>,
  { segment, text, madeBy, version, by: { userId: by } }: Correction & { by: SignIn },
): Promise<Transcript> {
  await parts.db.transaction().execute(async (db) => {
    const stored = await lockTranscript(db, sessionId);
    if (!stored) throw new AppError('not_found');
    if (stored.made_by !== madeBy) throw new AppError('transcript_changed');
    const segmentBefore = stored.segments[segment];
    if (!segmentBefore) throw new AppError('not_found');
    const before = (await readCorrections(db, sessionId)).find((row) => row.segment === segment);
    if ((before?.version ?? 0) !== version) throw new AppError('transcript_changed');
    const corrected = text?.replace(/\s+/g, ' ') ?? segmentBefore.text;
    if (corrected !== segmentBefore.text) {
      await writeCorrection(db, { sessionId, segment, by }, { ...segmentBefore, corrected });
    } else if (before) await deleteCorrection(db, sessionId, before);
    const visible = visibleSegments(stored.segments, await readCorrections(db, sessionId));
    const lines = visible.map((each) => each.text);
    await indexTranscript(db, sessionId, { lines, config: searchConfigOf(stored.language) });
  });
  return await transcriptOf(parts, sessionId);
}

/** @throws AppError not_found when there is none, or it fits */
export async function dismissCorrection(
  parts: Pick<Parts, 'config' | 'db'>,
  { sessionId }: Authorized<RecordingRef>,
  id: TranscriptCorrectionId,
): Promise<Transcript> {
  const isDeleted = await deleteCorrection(parts.db, sessionId, { id, unfitting: true });
  if (!isDeleted) throw new AppError('not_found');
  return await transcriptOf(parts, sessionId);
}
