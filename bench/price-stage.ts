// A server with a test of a thousand recordings and all that can be shared of it: what callers without an account can ask
// about at most.
import { sql } from 'kysely';
import type { RevisionId, SessionId, TestId } from '#contract/ids.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import { NO_SHARE_ID, type ViewedThing, type ViewKind } from '#contract/view-links.ts';
import { successBody, TestClient } from '#testing/client.ts';
import { addClicks, addSessions, nodeIdOf, SCREENS } from '#testing/large/result-sessions.ts';
import { press } from '#testing/messages.ts';
import {
  sendForm,
  sendPictures,
  sendPiece,
  sentHeatmap,
  sentVideo,
  startSession,
  streamedForm,
} from '#testing/participant.ts';
import { openAsVisitor, share, type Visitor } from '#testing/visitor.ts';
import { type BenchServer, withBenchServer } from './results-stage.ts';
import { addTranscripts } from './seed-transcripts.ts';

export const PRICED_SESSIONS = 1000;
const PRESSES = 10_000;
const FINDINGS = 100;
const NOTES = 600;
const REEL_CLIPS = 200;
/** Numbers below are left for sessions that start. */
const AFTER = 100_000;

export interface PriceStage extends BenchServer {
  test: Test;
  testId: TestId;
  /** A recording with pictures, a heatmap and 20,000 messages. */
  recorded: { sessionId: SessionId; session: StartedSession; place: string };
  /** A seeded recording with a transcript of 20 minutes. */
  transcribed: SessionId;
  clipId: string;
  reelId: string;
  visitors: Record<ViewKind, Visitor>;
  /** The token of a link without and of one with a password. */
  tokens: { open: string; locked: string };
  startSession(): Promise<StartedSession>;
}

export async function withPriceStage<T>(measure: (stage: PriceStage) => Promise<T>): Promise<T> {
  return await withBenchServer(async (bench) => measure(await makeStage(bench)));
}

async function makeStage(bench: BenchServer): Promise<PriceStage> {
  const { client, server, db } = bench;
  const goal = { kind: 'screens', screens: [nodeIdOf(SCREENS)], routes: [] };
  const task = { task: 'Buy a plant', figmaUrl: server.prototypeUrl, goal };
  const steps = [
    { kind: 'task', ...task },
    { kind: 'question', question: 'What else?', form: { type: 'long_text' } },
  ];
  const form = { name: 'Shop', ...task, steps };
  const test = successBody<Test>(await client.post('/api/tests', form));
  const testId = test._id as TestId;
  const seeded = { testId, revisionId: test.revision._id as RevisionId };
  // A session of the seed takes no place of the test's.
  const recorded = await record(bench, test);
  await addSessions(db, seeded, { sessions: PRICED_SESSIONS, after: AFTER });
  await addClicks(db, seeded);
  await addTranscripts(db, seeded);
  const { clipId, reelId } = await cite(bench, test, recorded.sessionId);
  const things: ViewedThing[] = [
    { kind: 'results' },
    { kind: 'report' },
    { kind: 'recording', sessionId: recorded.sessionId },
    { kind: 'reel', reelId: reelId as never },
    { kind: 'clip', clipId: clipId as never },
  ];
  const visitors: Partial<Record<ViewKind, Visitor>> = {};
  for (const thing of things) {
    const { token } = await share(client, testId, { thing, withDownloads: true, withNames: true });
    visitors[thing.kind] = await openAsVisitor(server.origin, token);
  }
  const open = await share(client, testId, { thing: { kind: 'results' } });
  const locked = await share(client, testId, {
    thing: { kind: 'results' },
    password: 'correct horse',
  });
  const { rows } = await sql<{
    id: SessionId;
  }>`SELECT session_id AS id FROM transcripts LIMIT 1`.execute(db);
  let started = 0;
  return {
    ...bench,
    test,
    testId,
    recorded,
    transcribed: rows[0]?.id as SessionId,
    clipId,
    reelId,
    visitors: visitors as Record<ViewKind, Visitor>,
    tokens: { open: open.token, locked: locked.token },
    startSession: () => {
      started += 1;
      return startSession(new TestClient(server.origin), test, { name: `Participant ${started}` });
    },
  };
}

async function record({ client, server }: BenchServer, test: Test) {
  const anyone = new TestClient(server.origin);
  const session = await startSession(anyone, test, { name: 'Grace' });
  successBody(await sendPiece(anyone, session, { offset: 0, bytes: sentVideo }));
  await sendPictures(anyone, session, [0]);
  const filled = streamedForm(session);
  filled.append('1-2', new Blob([sentHeatmap], { type: 'image/png' }), '1-2.png');
  const messages = Array.from({ length: PRESSES }, (_, at) =>
    press(at, nodeIdOf(1 + (at % SCREENS))),
  );
  filled.append('events', JSON.stringify(messages));
  successBody(await sendForm(anyone, test, { form: filled, session }));
  const { items } = successBody<{ items: { id: string; userTimestamp: string }[] }>(
    await client.get(`/api/tests/${test._id}/recordings?limit=30`),
  );
  const userTimestamp = items.find(({ id }) => id === session._id)?.userTimestamp ?? '';
  const place = `${NO_SHARE_ID}/${test._id}/Acme/Shop/${encodeURIComponent(userTimestamp)}`;
  return { sessionId: session._id, session, place };
}

/** A clip, a reel of it 50 times, and a report of as many findings with pictures as few write. */
async function cite({ client }: BenchServer, test: Test, sessionId: SessionId) {
  const recording = `/api/recordings/${sessionId}`;
  for (let n = 0; n < NOTES; n += 1) {
    successBody(await client.post(`${recording}/notes`, { atMs: n * 10, text: `Note ${n}` }));
  }
  const clip = successBody<{ id: string }>(
    await client.post(`${recording}/clips`, { fromMs: 0, toMs: 1500, title: 'Looks' }),
  );
  const reel = successBody<{ id: string }>(
    await client.post(`/api/tests/${test._id}/reels`, {
      name: 'Carts',
      clips: Array.from({ length: REEL_CLIPS }, () => clip.id),
    }),
  );
  for (let n = 1; n <= FINDINGS; n += 1) {
    const number = { number: 'people', filter: '', title: 'People', subtitle: '' };
    const moments = `of=visited&at=${1 + (n % SCREENS)}`;
    const evidence = [
      { kind: 'clip', clipId: clip.id },
      { kind: 'number', number: { ...number, moments } },
    ];
    successBody(
      await client.post(`/api/tests/${test._id}/findings`, { sentence: `Found ${n}`, evidence }),
    );
  }
  return { clipId: clip.id, reelId: reel.id };
}
