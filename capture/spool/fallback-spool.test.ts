// The spool that outlives its storage: every rule of a spool, and what happens when the storage goes.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FallbackSpool } from './fallback-spool.ts';
import { MemorySpool } from './memory-spool.ts';
import { newSession } from './session.fixture.ts';
import { CONFORMANCE_MAX_BYTES, spoolRules } from './spool.conformance.ts';
import type { NewSession, Spool } from './spool.ts';

describe('rules of a spool', () => {
  it.each(spoolRules)('$name', async ({ check }) => {
    const fresh = async () => new MemorySpool(CONFORMANCE_MAX_BYTES);
    await check(new FallbackSpool(await fresh(), fresh));
  });
});

/** Every call fails, as those of a closed connection do. */
function broken(name: string): Spool {
  const fail = () => Promise.reject(new DOMException('gone', name));
  return new Proxy(new MemorySpool(), {
    get: (spool, key) => {
      const value: unknown = Reflect.get(spool, key);
      if (typeof value !== 'function') return value;
      return key === 'close' ? () => undefined : fail;
    },
  });
}

let session: NewSession;
let storage: Spool;
let opened: number;
/** Result of the next opening. */
let next: Spool;
let spool: FallbackSpool;

const goes = (name: string) => {
  const { append, get, read, release } = broken(name);
  Object.assign(storage, { append, get, read, release });
};
const piece = (offset: number, bytes = 2) => ({
  offset,
  bytes: new Uint8Array(bytes).fill(offset),
  recordedMs: offset,
});
const readAll = async (from: Spool, offset = 0) => [
  ...(await from.read(session.sessionId, { offset, maxBytes: 100 })),
];

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  session = newSession();
  storage = new MemorySpool();
  next = new MemorySpool();
  opened = 0;
  spool = new FallbackSpool(storage, async () => {
    opened += 1;
    return next;
  });
  await spool.begin(session);
  for (const offset of [0, 2, 4]) await spool.append(session.sessionId, piece(offset));
  await spool.release(session.sessionId, 3);
  await spool.addEvents(session.sessionId, [
    { seq: 1, atMs: 5, type: 'PRESENTED_NODE_CHANGED', data: {} },
  ]);
});

describe('storage that goes', () => {
  it.each(['InvalidStateError', 'UnknownError'])(
    '%s: opened again, with all the server lacks',
    async (name) => {
      goes(name);
      await spool.append(session.sessionId, piece(6));
      expect(await readAll(next, 3)).toEqual([2, 4, 4, 6, 6]);
      expect(await next.events(session.sessionId)).toHaveLength(1);
      expect(await spool.get(session.sessionId)).toMatchObject({ spooledBytes: 8 });
      expect(opened).toBe(1);
    },
  );

  it('cleared while the connection stays: begun again', async () => {
    await storage.remove(session.sessionId);
    expect(await spool.get(session.sessionId)).toMatchObject({ spooledBytes: 6 });
    expect(await readAll(spool, 3)).toEqual([2, 4, 4]);
  });

  it('only its connection is lost: what is there stays as it is', async () => {
    next = new MemorySpool();
    await next.begin(session);
    for (const offset of [0, 2, 4, 6]) await next.append(session.sessionId, piece(offset));
    goes('InvalidStateError');
    await spool.append(session.sessionId, piece(6));
    expect(await readAll(spool)).toEqual([0, 0, 2, 2, 4, 4, 6, 6]);
  });

  it('brings answers that the server does not have', async () => {
    const { sessionId, token } = session;
    const spooledAnswers = {
      sessionId,
      token,
      step: 0,
      answers: { didIt: true, ease: 7, helped: null },
    };
    const done = { ...spooledAnswers, sessionId: newSession().sessionId };
    await spool.keepAnswers(spooledAnswers);
    await spool.keepAnswers(done);
    await spool.forgetAnswers(done);
    goes('InvalidStateError');
    await spool.append(sessionId, piece(6));
    expect(await next.answers()).toEqual([spooledAnswers]);
  });

  it('brings messages, heatmaps and what stands in the fields of steps', async () => {
    const { sessionId } = session;
    const message = { seq: 0, atMs: 1, type: 'NEW_STATE', data: {} } as const;
    const step = { step: 2, draft: 'typed', given: null, isClosed: false };
    await spool.addEvents(sessionId, [message]);
    await spool.putHeatmap(sessionId, { screenId: '1:2', png: new Blob(['abc']) });
    await spool.putStep(sessionId, step);
    goes('InvalidStateError');
    await spool.append(sessionId, piece(6));
    const heatmaps = await next.heatmaps(sessionId);
    expect(heatmaps.map(({ screenId, png }) => [screenId, png.size])).toEqual([['1:2', 3]]);
    expect(await next.events(sessionId)).toMatchObject([message, { seq: 1 }]);
    expect(await next.steps(sessionId)).toEqual([step]);
  });

  it('opened once, however many notice', async () => {
    goes('InvalidStateError');
    const { sessionId } = session;
    await Promise.all([
      spool.append(sessionId, piece(6)),
      spool.get(sessionId),
      spool.release(sessionId, 4),
    ]);
    expect(opened).toBe(1);
    expect(await readAll(spool, 4)).toEqual([4, 4, 6, 6]);
  });

  it('and what is opened again goes too, while the browser clears: opened once more', async () => {
    const lasting = next;
    next = new MemorySpool();
    next.get = () => {
      next = lasting;
      return Promise.reject(new DOMException('gone', 'AbortError'));
    };
    goes('AbortError');
    await spool.append(session.sessionId, piece(6));
    expect(await readAll(lasting, 3)).toEqual([2, 4, 4, 6, 6]);
    expect(opened).toBe(2);
  });

  it('for good: goes on in memory', async () => {
    next = broken('UnknownError');
    goes('UnknownError');
    await spool.append(session.sessionId, piece(6));
    expect(spool.durable).toBe(false);
    expect(await readAll(spool, 3)).toEqual([2, 4, 4, 6, 6]);
  });

  it('with more than memory keeps a copy of: what is on the disk is not given up', async () => {
    const large = 9 * 1024 ** 2;
    for (const offset of [6, 6 + large])
      await spool.append(session.sessionId, piece(offset, large));
    next = broken('UnknownError');
    goes('UnknownError');
    await expect(spool.get(session.sessionId)).rejects.toThrow('gone');
    next = storage;
    const { append, get, read, release } = MemorySpool.prototype;
    Object.assign(storage, { append, get, read, release });
    expect(await spool.get(session.sessionId)).toMatchObject({ spooledBytes: 6 + 2 * large });
  });

  it('again and again, with more than memory keeps a copy of: says what went wrong', async () => {
    const gone = () => Promise.reject(new DOMException('gone', 'AbortError'));
    const open = async () => Object.assign(new MemorySpool(), { read: gone });
    const lasting = new FallbackSpool(await open(), open);
    await lasting.begin(session);
    const large = 9 * 1024 ** 2;
    for (const offset of [0, large]) await lasting.append(session.sessionId, piece(offset, large));
    const stretch = { offset: 0, maxBytes: 1 };
    const reading = lasting.read(session.sessionId, stretch);
    await expect(reading).rejects.toMatchObject({ message: 'gone' });
  });

  it('with more than memory keeps a copy of, and cleared: says so by where it starts', async () => {
    const large = 9 * 1024 ** 2;
    for (const offset of [6, 6 + large])
      await spool.append(session.sessionId, piece(offset, large));
    goes('InvalidStateError');
    const counters = { releasedBytes: 6 + large, spooledBytes: 6 + 2 * large };
    expect(await spool.get(session.sessionId)).toMatchObject(counters);
  });
});
