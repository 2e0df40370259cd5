// Tests of a spool without space: order, waiting, lost answers.
import { expect, it } from 'vitest';
import { MemorySpool } from './memory-spool.ts';
import { PieceQueue } from './piece-queue.ts';
import { newSession } from './session.fixture.ts';
import { newlySpooled } from './spool.ts';

const piece = (size: number, value: number) => new Uint8Array(size).fill(value);

async function queueOn(spool: MemorySpool) {
  const session = newSession();
  await spool.begin(session);
  return { id: session.sessionId, queue: new PieceQueue(spool, newlySpooled(session)) };
}

it('appends in the order added', async () => {
  const spool = new MemorySpool();
  const { id, queue } = await queueOn(spool);
  queue.add({ bytes: piece(50_000, 1), recordedMs: 1000 });
  queue.add({ bytes: piece(1, 2), recordedMs: 1010 });
  queue.add({ bytes: piece(3, 3), recordedMs: 2000 });
  await queue.settled();
  const bytes = await spool.read(id, { offset: 49_999, maxBytes: 10 });
  expect([...bytes]).toEqual([1, 2, 3, 3, 3]);
  expect(queue.getSnapshot()).toEqual({ space: 'ok', spooledBytes: 50_004, waitingBytes: 0 });
});

it('waits in memory while the spool is full, and goes on after', async () => {
  const spool = new MemorySpool(10);
  const { id, queue } = await queueOn(spool);
  const spaces: string[] = [];
  queue.subscribe(() => spaces.push(queue.getSnapshot().space));
  queue.add({ bytes: piece(8, 1), recordedMs: 1000 });
  queue.add({ bytes: piece(8, 2), recordedMs: 2000 });
  await expect.poll(() => queue.getSnapshot()).toMatchObject({ space: 'waiting', waitingBytes: 8 });
  await spool.release(id, 8);
  await queue.settled();
  expect(spaces.at(-1)).toBe('ok');
  expect(queue.getSnapshot()).toMatchObject({ spooledBytes: 16, waitingBytes: 0 });
});

it('says that memory is used up as well', async () => {
  const { queue } = await queueOn(new MemorySpool(10));
  queue.add({ bytes: new Uint8Array(17 * 1024 ** 2), recordedMs: 1000 });
  await expect.poll(() => queue.getSnapshot().space).toBe('full');
});

it('does not double a piece whose answer was lost', async () => {
  const spool = new MemorySpool();
  const append = spool.append.bind(spool);
  let lost = 0;
  spool.append = async (sessionId, added) => {
    await append(sessionId, added);
    lost += 1;
    if (lost === 1) throw new DOMException('The disk stumbled.', 'UnknownError');
  };
  const { id, queue } = await queueOn(spool);
  queue.add({ bytes: piece(2, 1), recordedMs: 1000 });
  queue.add({ bytes: piece(2, 2), recordedMs: 2000 });
  await queue.settled();
  expect([...(await spool.read(id, { offset: 0, maxBytes: 10 }))]).toEqual([1, 1, 2, 2]);
});
