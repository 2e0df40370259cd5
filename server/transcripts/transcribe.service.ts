// The job that makes transcripts: a part of a recording's sound at a time goes to the recogniser; when the last one has
// come, the parts become the transcript. Nothing else waits for it.
import { z } from 'zod';
import type { SessionId } from '#contract/ids.ts';
import {
  type TranscriptFailure,
  type TranscriptSegment,
  transcriptSegment,
} from '#contract/transcripts.ts';
import { videoKey } from '#server/media/object-keys.ts';
import { readSound, type Sound } from '#server/media/sound.ts';
import { virtualLayout } from '#server/media/video-container.ts';
import type { Stretch } from '#server/media/video-index.ts';
import { rangeChunks } from '#server/media/virtual-file.ts';
import type { Parts } from '#server/parts.ts';
import type { Recogniser } from '#server/platform/config/recogniser.ts';
import type { JobData } from '#server/platform/jobs/jobs.ts';
import { closedVideo } from '#server/recordings/recordings.db.ts';
import type { ByteRange } from '#server/storage/storage.ts';
import { emit } from '#server/webhooks/emit.flow.ts';
import { queuePart } from './ask-for-transcript.flow.ts';
import { type RecognisedSpeech, segmentOf } from './recognised-speech.ts';
import { askRecogniser, RecogniserFailure } from './recogniser.client.ts';
import { takeNextTurn } from './starts.db.ts';
import { type NewTranscript, storeTranscript } from './store-transcript.ts';
import { isHeld, noteFailure, noteRunning } from './transcription.db.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<
  Parts,
  'config' | 'publicUrl' | 'log' | 'db' | 'storage' | 'videoLayouts' | 'jobs'
>;

type Job = JobData<'transcripts.make'>;

/** Ten megabytes at 128 kbit/s: most recognisers take 25. */
const PART_MS = 600_000;

/** Attempts by the reason of the last failure, with pauses of 2, 4, 8 … seconds to an hour in between. */
const MOST_ATTEMPTS: Readonly<Record<TranscriptFailure['reason'], number>> = {
  unreachable: 24,
  busy: 24,
  slow: 4,
  nonsense: 3,
  refused: 1,
  unreadable: 5,
};

/** @throws RecogniserFailure to be run again after a pause */
export async function makeTranscript(parts: Needs, job: Job): Promise<void> {
  const { db, config } = parts;
  if (!(await noteRunning(db, job))) return;
  try {
    if (config.recogniser === null) throw new RecogniserFailure('refused', 'Transcripts are off.');
    await transcribePart(parts, job, config.recogniser);
  } catch (error) {
    const failure = failureOf(error);
    const goesOn = await noteFailure(db, job, { ...failure, most: MOST_ATTEMPTS[failure.reason] });
    if (goesOn) throw error;
    parts.log.warn({ err: error, sessionId: job.sessionId }, 'a transcription failed');
  }
}

function failureOf(error: unknown): TranscriptFailure {
  if (error instanceof RecogniserFailure) return { reason: error.reason, text: error.message };
  return { reason: 'unreadable', text: 'The sound of this recording can’t be read.' };
}

async function transcribePart(parts: Needs, job: Job, recogniser: Recogniser): Promise<void> {
  const { sessionId, part } = job;
  const video = await openClosed(parts, sessionId);
  // The session runs: its end requests a transcription again.
  if (!video) return;
  const stretch = { fromMs: part * PART_MS, toMs: (part + 1) * PART_MS };
  const { hasSound, sound } = await readSound(video, {
    fromMs: Math.max(0, stretch.fromMs - OVERLAP_MS),
    toMs: stretch.toMs + OVERLAP_MS,
  });
  const speech = sound ? await askRecogniser(recogniser, sound) : SILENCE;
  const timed = sound
    ? inRecording(speech, sound, { ...stretch, durationMs: video.durationMs })
    : speech;
  const isLast = stretch.toMs >= video.durationMs;
  await storePart(parts, job, { speech: timed, isLast, hasSound, engine: engineOf(recogniser) });
}

const SILENCE: RecognisedSpeech = { language: null, segments: [] };

function engineOf({ url, model }: Recogniser): string {
  return `${new URL(url).host} · ${model}`;
}

/** Opens the video of a closed recording; returns null while the recording still arrives, or when it is deleted. */
async function openClosed({ db, storage, videoLayouts }: Needs, sessionId: SessionId) {
  const closed = await closedVideo(db, sessionId);
  if (!closed) return null;
  const key = videoKey(sessionId);
  const index = await videoLayouts.index(key, closed);
  const layout = index && virtualLayout(index);
  if (!layout) throw new Error('nothing of this recording can be played');
  return {
    index,
    sizeBytes: layout.sizeBytes,
    durationMs: layout.durationMs,
    chunks: (range: ByteRange) => rangeChunks({ storage, key, layout }, range),
    stored: (range: ByteRange) => storage.chunks(key, range),
  };
}

interface RecognisedPart {
  speech: RecognisedSpeech;
  isLast: boolean;
  hasSound: boolean;
  engine: string;
}

async function storePart(
  parts: Needs,
  job: Job,
  { speech, isLast, hasSound, engine }: RecognisedPart,
): Promise<void> {
  const { sessionId, runId, part } = job;
  await parts.db.transaction().execute(async (db) => {
    if (!(await isHeld(db, sessionId))) return;
    if (!isLast) {
      await db
        .insertInto('transcript_parts')
        .values({ session_id: sessionId, part, run_id: runId, heard: JSON.stringify(speech) })
        .onConflict((conflict) =>
          conflict
            .columns(['session_id', 'part'])
            .doUpdateSet({ run_id: runId, heard: JSON.stringify(speech) }),
        )
        .execute();
      const start = await takeNextTurn(db, job);
      if (start) await queuePart(parts, db, { sessionId, part: part + 1, start });
      return;
    }
    const all = [...(await storedParts(db, job)), speech];
    const segments = all.flatMap((one) => one.segments);
    const language = languageOfAll(all);
    const state = stateOf(hasSound, segments);
    const isStored = await storeTranscript(db, job, { state, engine, language, segments });
    if (isStored) await emit(parts, db, { type: 'transcript.ready', sessionId, state });
  });
}

const storedSpeech = z.object({
  language: z.string().nullable(),
  segments: z.array(transcriptSegment),
});

async function storedParts(
  db: Parts['db'],
  { sessionId, runId }: Job,
): Promise<RecognisedSpeech[]> {
  const rows = await db
    .selectFrom('transcript_parts')
    .select('heard')
    .where('session_id', '=', sessionId)
    .where('run_id', '=', runId)
    .orderBy('part')
    .execute();
  return rows.map(({ heard }) => storedSpeech.parse(heard));
}

function stateOf(
  hasSound: boolean,
  segments: readonly TranscriptSegment[],
): NewTranscript['state'] {
  if (segments.length > 0) return 'ready';
  return hasSound ? 'no_words' : 'no_sound';
}

/** Returns the language of the most text: a part of silence may pass for any. */
function languageOfAll(all: readonly RecognisedSpeech[]): string | null {
  const letters = new Map<string, number>();
  for (const { language, segments } of all) {
    const length = segments.reduce((sum, { text }) => sum + text.length, 0);
    if (language !== null && length > 0)
      letters.set(language, (letters.get(language) ?? 0) + length);
  }
  return [...letters].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? null;
}

// Converts the words of one part's sound to times of the recording. Each word belongs to one part.

/** A word at the edge is whole in one of two parts. */
const OVERLAP_MS = 3000;

/** Times of the recording; words whose middle belongs to another part are left to that one. */
export function inRecording(
  { language, segments }: RecognisedSpeech,
  { recordedAt }: Pick<Sound, 'recordedAt'>,
  { fromMs, toMs, durationMs }: Stretch & { durationMs: number },
): RecognisedSpeech {
  const at = (ms: number) => Math.min(Math.max(0, recordedAt(ms)), Math.ceil(durationMs));
  const timed = <T extends { startMs: number; endMs: number }>(one: T): T => ({
    ...one,
    startMs: at(one.startMs),
    endMs: at(one.endMs),
  });
  const isOwn = ({ startMs, endMs }: { startMs: number; endMs: number }) => {
    const middle = (startMs + endMs) / 2;
    return middle >= fromMs && (middle < toMs || toMs >= durationMs);
  };
  const own = segments.flatMap((segment) => {
    // A word behind the end of the sound is a fault of the recogniser.
    if (recordedAt(segment.startMs) > durationMs + OVERLAP_MS) return [];
    const words = segment.words.map(timed);
    const ownWords = words.filter(isOwn);
    if (words.length === 0) return isOwn(timed(segment)) ? [timed(segment)] : [];
    if (ownWords.length === words.length) return [{ ...timed(segment), words }];
    return ownWords.length > 0 ? [segmentOf(ownWords)] : [];
  });
  return { language, segments: own };
}
