// The body of a piece: what is passed on, where it ends, and what memory is released.
import { expect, it } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { PieceBody } from './piece-body.ts';

const MEGABYTE = 1024 * 1024;

/** A chunk with memory of its own, as Node's HTTP parser makes them. */
const own = (bytes: number) => new Uint8Array(new ArrayBuffer(bytes)).fill(7);

async function readBytes(body: PieceBody): Promise<Uint8Array[]> {
  const copies: Uint8Array[] = [];
  for await (const chunk of body.chunks()) copies.push(Uint8Array.from(chunk));
  return copies;
}

function bodyOf(chunks: readonly Uint8Array[], maxBytes = MEGABYTE * 10): PieceBody {
  async function* source() {
    yield* chunks;
  }
  return new PieceBody(source(), (bytes, before) =>
    before + bytes > maxBytes ? new AppError('too_large') : null,
  );
}

it('ends before the chunk that is refused', async () => {
  const exact = bodyOf([own(3), own(2)], 5);
  expect((await readBytes(exact)).map(({ length }) => length)).toEqual([3, 2]);
  expect(exact.refusal).toBeNull();
  const over = bodyOf([own(3), own(3)], 5);
  expect((await readBytes(over)).map(({ length }) => length)).toEqual([3]);
  expect(over.refusal?.code).toBe('too_large');
});

it('releases the chunks that are stored as a whole, each once [1.4.3]', async () => {
  const chunks = [own(64_000), own(100), own(50)];
  const body = bodyOf(chunks);
  expect(await readBytes(body)).toEqual(chunks);
  const sizes = () => chunks.map(({ byteLength }) => byteLength);
  body.release(63_999);
  expect(sizes()).toEqual([64_000, 100, 50]);
  body.release(64_099);
  expect(sizes()).toEqual([0, 100, 50]);
  body.release(64_150);
  expect(sizes()).toEqual([0, 0, 0]);
  body.release(64_150);
});

it('leaves memory alone that a chunk shares with others [1.4.3]', async () => {
  const whole = own(1000);
  const body = bodyOf([whole.subarray(0, 500), whole.subarray(500)]);
  await readBytes(body);
  body.release(1000);
  expect(whole).toEqual(own(1000));
});
