// The body of a piece: what is passed on, where it ends, and whose memory is given back.
import { expect, it } from 'vitest';
import { PieceBody } from './piece-body.ts';

const MEGABYTE = 1024 * 1024;

/** A chunk with memory of its own, as Node's HTTP parser makes them. */
const own = (bytes: number) => new Uint8Array(new ArrayBuffer(bytes)).fill(7);

async function takenFrom(body: PieceBody): Promise<Uint8Array[]> {
  const copies: Uint8Array[] = [];
  for await (const chunk of body.chunks()) copies.push(Uint8Array.from(chunk));
  return copies;
}

function bodyOf(chunks: readonly Uint8Array[], maxBytes = MEGABYTE * 10): PieceBody {
  return new PieceBody(
    (async function* () {
      yield* chunks;
    })(),
    maxBytes,
  );
}

it('ends before the chunk that is beyond its bound', async () => {
  const exact = bodyOf([own(3), own(2)], 5);
  expect((await takenFrom(exact)).map(({ length }) => length)).toEqual([3, 2]);
  expect(exact.isOver).toBe(false);
  const over = bodyOf([own(3), own(3)], 5);
  expect((await takenFrom(over)).map(({ length }) => length)).toEqual([3]);
  expect(over.isOver).toBe(true);
});

it('keeps chunks whole until they are given back', async () => {
  const chunks = [own(64_000), own(100)];
  const body = bodyOf(chunks);
  expect(await takenFrom(body)).toEqual(chunks);
  expect(chunks.map(({ byteLength }) => byteLength)).toEqual([64_000, 100]);
  body.giveBack();
  expect(chunks.map(({ byteLength }) => byteLength)).toEqual([0, 0]);
  body.giveBack();
});

it('leaves memory alone that a chunk shares with others', async () => {
  const whole = own(1000);
  const body = bodyOf([whole.subarray(0, 500), whole.subarray(500)]);
  await takenFrom(body);
  body.giveBack();
  expect(whole).toEqual(own(1000));
});

it('holds on to no more than a megabyte of a long one', async () => {
  const chunks = [own(MEGABYTE), own(10)];
  const body = bodyOf(chunks);
  await takenFrom(body);
  body.giveBack();
  expect(chunks.map(({ byteLength }) => byteLength)).toEqual([0, 10]);
});
