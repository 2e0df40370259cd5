// Costs of transcripts: a search for words over 10,000 of them, and the transcript of a recording of twenty minutes
// with a recogniser that answers at once.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { RevisionId, TestId } from '#contract/ids.ts';
import type { SpokenMoments, Transcript } from '#contract/transcripts.ts';
import { type Database, openDatabase } from '#server/platform/db/database.ts';
import { runningDatabase } from '#server/platform/db/embedded/embedded-database.ts';
import { successBody } from '#testing/client.ts';
import { addSessions } from '#testing/large/result-sessions.ts';
import { findProgram } from '#testing/programs.ts';
import { startRecogniser, type TestRecogniser } from '#testing/recogniser.ts';
import { writeLongRecording } from './long-recording.ts';
import { type Creator, createTest } from './participants.ts';
import { alone, lessIsBetter, median, quantile, type Row } from './rows.ts';
import { addTranscripts, SEARCH_WORDS } from './seed-transcripts.ts';
import { finishAndOpen, stream } from './served-recording.ts';
import { runWatchedServer, type WatchedServer } from './watched-server.ts';

const TRANSCRIPTS = 10_000;
const SEARCHES = 30;
/** Twenty minutes at 720p. */
const RECORDING_BYTES = 450e6;
const PART_SECONDS = 600;
const ROUNDS = 3;

interface Stage {
  server: WatchedServer;
  creator: Creator;
  db: Database;
  recogniser: TestRecogniser;
  folder: string;
}

export async function run(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-bench-'));
  const recogniser = await startRecogniser(recogniserAnswer);
  const server = await runWatchedServer(folder, { TRANSCRIBE_URL: recogniser.url });
  const connection = runningDatabase({ dataDir: server.dataDir, log: console });
  if (!connection) throw new Error('the database of the server does not run');
  const db = openDatabase(connection);
  try {
    const stage = { server, db, recogniser, folder, creator: await createTest(server) };
    return [...(await making(stage)), ...(await searching(stage))];
  } finally {
    await db.destroy();
    await server.remove();
    await recogniser.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Ten minutes of words. */
function recogniserAnswer() {
  const words = Array.from({ length: PART_SECONDS * 2 }, (_, at) => ({
    word: `word${at % 400}`,
    start: at / 2,
    end: at / 2 + 0.4,
  }));
  const segments = Array.from({ length: PART_SECONDS / 5 }, (_, id) => ({
    id,
    start: id * 5,
    end: id * 5 + 4.9,
    text: words
      .slice(id * 10, id * 10 + 10)
      .map(({ word }) => word)
      .join(' '),
  }));
  return { language: 'english', text: segments.map(({ text }) => text).join(' '), segments, words };
}

async function making({ server, creator, folder }: Stage): Promise<Row[]> {
  const video = join(folder, 'video.webm');
  const sizeBytes = await writeLongRecording(video, RECORDING_BYTES);
  const session = await stream(server, creator, { video, sizeBytes, name: 'Long' });
  await finishAndOpen(server, creator, session);
  const address = `/api/recordings/${session._id}/transcript`;
  const ready = async () => {
    const { state } = successBody<Transcript>(await creator.client.get(address));
    if (state === 'failed') throw new Error('the transcription failed');
    return state === 'ready';
  };
  while (!(await ready())) await sleep(20);
  const before = (await server.figures()).peakMemoryBytes;
  const rounds: { ours: number; peer: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    successBody(await creator.client.post(address));
    while (!(await ready())) await sleep(20);
    rounds.push({
      ours: seconds(startedAt),
      peer: await soundByFfmpeg(video, join(folder, 'sound.ogg')),
    });
  }
  const figures = await server.figures();
  return [
    lessIsBetter({
      name: '20 minutes, without the recogniser’s time: started until the words are there, against ffmpeg taking the sound out',
      ours: median(rounds.map(({ ours }) => ours)),
      unit: 's',
      aim: '–',
      peer: median(rounds.map(({ peer }) => peer)),
    }),
    alone({
      name: 'memory of the server beyond what it had before, the most until then',
      ours: (figures.peakMemoryBytes - before) / 1e6,
      unit: 'MB',
      aim: 'under 100 MB',
    }),
    alone({
      name: 'longest turn of the event loop meanwhile',
      ours: figures.maxCpuMs,
      unit: 'ms of CPU',
      aim: 'under 50 ms',
    }),
  ];
}

async function soundByFfmpeg(from: string, to: string): Promise<number> {
  const startedAt = performance.now();
  await promisify(execFile)(findProgram('ffmpeg'), [
    '-v',
    'error',
    '-y',
    '-i',
    from,
    '-vn',
    '-c:a',
    'copy',
    to,
  ]);
  return seconds(startedAt);
}

async function searching({ creator, db }: Stage): Promise<Row[]> {
  const { test } = creator;
  const [revision] = (
    await sql<{ id: RevisionId }>`SELECT id FROM revisions WHERE test_id = ${test._id}`.execute(db)
  ).rows;
  const seeded = { testId: test._id as TestId, revisionId: revision?.id as RevisionId };
  await addSessions(db, seeded, { sessions: TRANSCRIPTS, after: 100, presented: 2, clicks: 2 });
  await sql`UPDATE sessions SET took_part = true WHERE test_id = ${seeded.testId}`.execute(db);
  await addTranscripts(db, seeded);
  await sql`VACUUM ANALYZE`.execute(db);
  const rows: Row[] = [];
  for (const [who, words] of Object.entries({
    'a word that all say': SEARCH_WORDS.byAll,
    'a word that half of them say': SEARCH_WORDS.byHalf,
    'a word that few say': SEARCH_WORDS.byFew,
    'two words': `${SEARCH_WORDS.byAll} ${SEARCH_WORDS.byHalf}`,
    'a word that is not said': SEARCH_WORDS.byNone,
  })) {
    rows.push(await search({ creator, db }, { who, words }));
  }
  return rows;
}

async function search(
  { creator: { client, test }, db }: Pick<Stage, 'creator' | 'db'>,
  { who, words }: { who: string; words: string },
): Promise<Row> {
  const took: number[] = [];
  for (let round = 0; round < SEARCHES; round += 1) {
    const startedAt = performance.now();
    const query = new URLSearchParams({ words, revision: 'all' });
    successBody<SpokenMoments>(
      await client.get(`/api/tests/${test._id}/transcripts/search?${query}`),
    );
    took.push(performance.now() - startedAt);
  }
  const startedAt = performance.now();
  await sql`SELECT count(*) FROM transcripts WHERE test_id = ${test._id} AND strpos(said, ${words}) > 0`.execute(
    db,
  );
  const peer = performance.now() - startedAt;
  return lessIsBetter({
    name: `search over ${TRANSCRIPTS} transcripts: ${who}, p95, against a look at each text`,
    ours: quantile(took, 0.95),
    unit: 'ms',
    aim: 'under 100 ms',
    peer,
  });
}

const seconds = (startedAt: number) => (performance.now() - startedAt) / 1000;
