// Tests of every spool: of the one in memory and, inside a real browser, of the one on IndexedDB.
import type { RawEvent } from '#contract/events.ts';
import { newSession } from './session.fixture.ts';
import { type Spool, type SpooledAnswers, type SpooledStep, SpoolFullError } from './spool.ts';

/** The bound that spools under test are opened with. */
export const CONFORMANCE_MAX_BYTES = 100;

/** One rule: rejects when the spool breaks it. The spool is empty. */
export interface SpoolRule {
  name: string;
  check: (spool: Spool) => Promise<void>;
}

export const spoolRules: readonly SpoolRule[] = [
  {
    name: 'keeps a session with its counters',
    check: async (spool) => {
      const session = newSession();
      await spool.begin(session);
      const counters = { state: 'started', recordedMs: 0, spooledBytes: 0, releasedBytes: 0 };
      equal(await spool.get(session.sessionId), { ...session, ...counters });
      equal(await spool.get(crypto.randomUUID()), null);
    },
  },
  {
    name: 'begins a session once',
    check: async (spool) => {
      const session = newSession();
      await spool.begin(session);
      await rejects(spool.begin(session));
    },
  },
  {
    name: 'lists sessions oldest first',
    check: async (spool) => {
      await spool.begin(newSession({ createdAtMs: 5, testName: 'second' }));
      await spool.begin(newSession({ createdAtMs: 3, testName: 'first' }));
      equal(
        (await spool.list()).map((session) => session.testName),
        ['first', 'second'],
      );
    },
  },
  {
    name: 'reads any stretch of the pieces',
    check: async (spool) => {
      const id = await recorded(spool, [3, 1, 4]);
      equal(await read(spool, id, 0, 100), [0, 1, 2, 3, 4, 5, 6, 7]);
      equal(await read(spool, id, 2, 3), [2, 3, 4]);
      equal(await read(spool, id, 5, 1), [5]);
      equal(await read(spool, id, 8, 10), []);
      equal(await read(spool, id, 12, 10), []);
    },
  },
  {
    name: 'counts bytes and recorded time with each piece',
    check: async (spool) => {
      const id = await recorded(spool, [3, 2]);
      const session = await spool.get(id);
      equal([session?.spooledBytes, session?.recordedMs, session?.state], [5, 2000, 'recording']);
    },
  },
  {
    name: 'keeps the tracks of the last piece that another take can follow',
    check: async (spool) => {
      const id = await recorded(spool, [3]);
      equal((await spool.get(id))?.tracks, undefined);
      const tracks = [{ kind: '1 V_VP9', number: 1 }];
      const bytes = new Uint8Array(1);
      await spool.append(id, { offset: 3, bytes, recordedMs: 2000, tracks });
      equal((await spool.get(id))?.tracks, tracks);
      await spool.append(id, { offset: 4, bytes, recordedMs: 3000 });
      equal((await spool.get(id))?.tracks, undefined);
    },
  },
  {
    name: 'refuses a gap and an overlap',
    check: async (spool) => {
      const id = await recorded(spool, [3]);
      await rejects(spool.append(id, { offset: 4, bytes: new Uint8Array(1), recordedMs: 0 }));
      await rejects(spool.append(id, { offset: 2, bytes: new Uint8Array(1), recordedMs: 0 }));
      equal(await read(spool, id, 0, 100), [0, 1, 2]);
    },
  },
  {
    name: 'lets go of whole pieces only, and reads on from inside the first',
    check: async (spool) => {
      const id = await recorded(spool, [3, 3, 3]);
      await spool.release(id, 4);
      equal(await read(spool, id, 4, 100), [4, 5, 6, 7, 8]);
      await rejects(spool.read(id, { offset: 3, maxBytes: 1 }));
      await spool.release(id, 2);
      equal((await spool.get(id))?.releasedBytes, 4);
      await spool.release(id, 9);
      equal(await read(spool, id, 9, 100), []);
      await append(spool, id, 9, 2);
      equal(await read(spool, id, 9, 100), [9, 10]);
    },
  },
  {
    name: 'keeps the first piece when nothing or a part of it was released',
    check: async (spool) => {
      const id = await recorded(spool, [3, 3]);
      await spool.release(id, 0);
      await spool.release(id, 2);
      equal(await read(spool, id, 2, 100), [2, 3, 4, 5]);
      const empty = await recorded(spool, []);
      await spool.release(empty, 0);
      equal(await read(spool, empty, 0, 100), []);
    },
  },
  {
    name: 'goes on at the end after everything was released',
    check: async (spool) => {
      const id = await recorded(spool, [2]);
      await spool.release(id, 2);
      await rejects(append(spool, id, 0, 1));
      await append(spool, id, 2, 1);
      equal((await spool.get(id))?.spooledBytes, 3);
    },
  },
  {
    name: 'says so when it is full, and takes more after a release',
    check: async (spool) => {
      const id = await recorded(spool, [60]);
      const refusal = await rejects(append(spool, id, 60, 41));
      equal(refusal instanceof SpoolFullError, true);
      equal((await spool.get(id))?.spooledBytes, 60);
      await spool.release(id, 60);
      await append(spool, id, 60, 41);
      equal((await read(spool, id, 60, 100)).length, 41);
    },
  },
  {
    name: 'keeps events by seq, in order, once each',
    check: async (spool) => {
      const id = await recorded(spool, []);
      await spool.addEvents(id, [event(1, 10), event(0, 5)]);
      await spool.addEvents(id, [event(1, 10), event(2, 20)]);
      equal(
        (await spool.events(id)).map(({ seq, atMs }) => [seq, atMs]),
        [
          [0, 5],
          [1, 10],
          [2, 20],
        ],
      );
    },
  },
  {
    name: 'keeps one heatmap a screen',
    check: async (spool) => {
      const id = await recorded(spool, []);
      await spool.putHeatmap(id, { screenId: '1:3', png: new Blob(['old']) });
      await spool.putHeatmap(id, { screenId: '1:3', png: new Blob(['three']) });
      await spool.putHeatmap(id, { screenId: '1:2', png: new Blob(['two']) });
      const heatmaps = await spool.heatmaps(id);
      equal(await Promise.all(heatmaps.map(async (map) => [map.screenId, await map.png.text()])), [
        ['1:2', 'two'],
        ['1:3', 'three'],
      ]);
    },
  },
  {
    name: 'keeps sessions apart and forgets one completely',
    check: async (spool) => {
      const [gone, other] = [await recorded(spool, [2]), await recorded(spool, [3])];
      await spool.addEvents(gone, [event(0, 1)]);
      await spool.putHeatmap(gone, { screenId: '1:2', png: new Blob(['x']) });
      await spool.putStep(gone, spooledStepOf(4, 'typed'));
      await spool.putStep(other, spooledStepOf(4, 'of another'));
      await spool.remove(gone);
      await spool.remove(gone);
      equal(await spool.get(gone), null);
      await rejects(append(spool, gone, 2, 1));
      equal(await read(spool, other, 0, 10), [0, 1, 2]);
      equal(await spool.steps(other), [spooledStepOf(4, 'of another')]);
      equal((await spool.list()).length, 1);
      await rejects(spool.putStep(gone, spooledStepOf(4, 'late')));
    },
  },
  {
    name: 'notes that nothing more is recorded, and how it ended',
    check: async (spool) => {
      const [stopped, stuck] = [await recorded(spool, [2]), await recorded(spool, [2])];
      await spool.finishing(stopped, 'stopped');
      await spool.finishing(stuck, 'stuck');
      const ends = [await spool.get(stopped), await spool.get(stuck)];
      equal(
        ends.map((session) => [session?.state, session?.end, session?.spooledBytes]),
        [
          ['finishing', 'stopped', 2],
          ['finishing', 'stuck', 2],
        ],
      );
    },
  },
  {
    name: 'keeps one state a step, by number, with the last draft',
    check: async (spool) => {
      const id = await recorded(spool, []);
      const given = { words: ['other'], number: null };
      const [first, second] = [
        spooledStepOf(2, { text: '🌱'.repeat(2000) }),
        spooledStepOf(11, null),
      ];
      equal(await spool.steps(id), []);
      await spool.putStep(id, second);
      await spool.putStep(id, spooledStepOf(2, 'half'));
      await spool.putStep(id, first);
      equal(await spool.steps(id), [first, second]);
      await spool.putStep(id, { ...second, given, isClosed: true });
      equal(await spool.steps(id), [first, { ...second, given, isClosed: true }]);
    },
  },
  {
    name: 'keeps the last answers to each step, also after the session has left',
    check: async (spool) => {
      const gone = await recorded(spool, [2]);
      const [first, other] = [answersOf(gone, 3), answersOf(crypto.randomUUID(), 7)];
      const { answers: _, ...ofQuestion } = { ...answersOf(gone, 5), step: 4 };
      const second = { ...ofQuestion, answer: { chosen: ['other'], other: '🌱'.repeat(200) } };
      await spool.keepAnswers({ ...second, answer: null });
      await spool.keepAnswers(second);
      await spool.keepAnswers(answersOf(gone, 1));
      await spool.keepAnswers(first);
      await spool.keepAnswers(other);
      await spool.remove(gone);
      const bySession = (a: SpooledAnswers, b: SpooledAnswers) =>
        a.sessionId + a.step < b.sessionId + b.step ? -1 : 1;
      equal((await spool.answers()).sort(bySession), [first, second, other].sort(bySession));
      equal(await spool.list(), []);
      await spool.forgetAnswers(first);
      await spool.forgetAnswers(first);
      equal((await spool.answers()).sort(bySession), [second, other].sort(bySession));
      await spool.forgetAnswers(second);
      equal(await spool.answers(), [other]);
    },
  },
  {
    name: 'takes appends asked for at the same time in their order',
    check: async (spool) => {
      const id = await recorded(spool, []);
      await Promise.all([
        append(spool, id, 0, 2),
        append(spool, id, 2, 2),
        append(spool, id, 4, 1),
      ]);
      equal(await read(spool, id, 0, 10), [0, 1, 2, 3, 4]);
    },
  },
];

/** A session with pieces of the given sizes; byte n of the recording has the value n. */
async function recorded(spool: Spool, sizes: readonly number[]): Promise<string> {
  const session = newSession();
  await spool.begin(session);
  let offset = 0;
  for (const [index, size] of sizes.entries()) {
    await append(spool, session.sessionId, offset, size, (index + 1) * 1000);
    offset += size;
  }
  return session.sessionId;
}

async function append(...[spool, id, offset, size, recordedMs = 0]: AppendInput): Promise<void> {
  const bytes = Uint8Array.from({ length: size }, (_, at) => offset + at);
  await spool.append(id, { offset, bytes, recordedMs });
}
type AppendInput = [spool: Spool, id: string, offset: number, size: number, recordedMs?: number];

async function read(...[spool, id, offset, maxBytes]: ReadInput): Promise<number[]> {
  return [...(await spool.read(id, { offset, maxBytes }))];
}
type ReadInput = [spool: Spool, id: string, offset: number, maxBytes: number];

function event(seq: number, atMs: number): RawEvent {
  return { seq, atMs, type: 'INITIAL_LOAD', data: {} };
}

function spooledStepOf(step: number, draft: SpooledStep['draft']): SpooledStep {
  return { step, draft, given: null, isClosed: false };
}

function answersOf(id: string, ease: number): SpooledAnswers & { answers: object } {
  const { sessionId } = newSession({ sessionId: id as SpooledAnswers['sessionId'] });
  return {
    sessionId,
    token: 'token',
    step: 0,
    answers: { didIt: true, ease, helped: 'A search.' },
  };
}

function equal(actual: unknown, expected: unknown): void {
  const [is, should] = [canonical(actual), canonical(expected)];
  if (is !== should) throw new Error(`Expected ${should}, got ${is}.`);
}

/** JSON with sorted keys: the order in which a store returns fields is no rule. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

async function rejects(work: Promise<unknown>): Promise<unknown> {
  const outcome = await work.then(
    () => ({ passed: true, reason: null }),
    (reason: unknown) => ({ passed: false, reason }),
  );
  if (outcome.passed) throw new Error('Expected a rejection.');
  return outcome.reason;
}
