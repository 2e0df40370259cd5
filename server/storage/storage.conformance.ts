// Requirements on every storage. The test file of each implementation runs them.

import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  describeKeys,
  describeListAndDelete,
  describePut,
  describeRead,
} from './objects.conformance.ts';
import { type Bench, breaking, pieces, silent, textOf } from './storage.fixture.ts';
import { AppendInterrupted, AppendTooLarge, OffsetConflict, type Storage } from './storage.ts';

/** Runs the whole suite. `open` returns an empty storage. */
export function describeStorage(name: string, open: () => Promise<Storage>): void {
  describe(`storage: ${name}`, () => {
    let opened: Storage | undefined;
    let count = 0;
    const storage = () => {
      if (!opened) throw new Error('the storage is not open yet');
      return opened;
    };
    const bench: Bench = {
      storage,
      append: (key, offset, source) => storage().append(key, { offset, source }),
      freshKey: () => {
        count += 1;
        return `t${count}/object.bin`;
      },
    };

    beforeAll(async () => {
      opened = await open();
    });

    describeAppends(bench);
    describeBrokenAppends(bench);
    describePut(bench);
    describeRead(bench);
    describeListAndDelete(bench);
    describeKeys(bench);
  });
}

/** Requirements on appends for every storage: complete ones and broken ones. */
function describeAppends(bench: Bench): void {
  describe('append', () => {
    it('adds to the end and says the new size', async () => {
      const key = bench.freshKey();
      expect(await bench.append(key, 0, pieces('one ', 'two '))).toBe(8);
      expect(await bench.append(key, 8, pieces('three'))).toBe(13);
      expect(await bench.storage().size(key)).toBe(13);
      expect(await textOf(bench.storage(), key)).toBe('one two three');
    });

    it('takes a Node stream', async () => {
      const key = bench.freshKey();
      expect(
        await bench.append(key, 0, Readable.from([Buffer.from('ab'), Buffer.from('cd')])),
      ).toBe(4);
      expect(await textOf(bench.storage(), key)).toBe('abcd');
    });

    it.each([
      ['before the end', 2],
      ['after the end', 4],
    ])('refuses an offset %s and leaves the object alone', async (_where, offset) => {
      const key = bench.freshKey();
      await bench.append(key, 0, pieces('abc'));
      await expect(bench.append(key, offset, pieces('x'))).rejects.toMatchObject({
        constructor: OffsetConflict,
        sizeBytes: 3,
      });
      expect(await textOf(bench.storage(), key)).toBe('abc');
    });

    it('refuses an offset in an object that does not exist, and makes none', async () => {
      const key = bench.freshKey();
      await expect(bench.append(key, 1, pieces('x'))).rejects.toBeInstanceOf(OffsetConflict);
      expect(await bench.storage().size(key)).toBeUndefined();
    });

    it('takes an empty source without changing anything', async () => {
      const key = bench.freshKey();
      expect(await bench.append(key, 0, pieces())).toBe(0);
      expect(await bench.storage().size(key)).toBeUndefined();
      await bench.append(key, 0, pieces('abc'));
      expect(await bench.append(key, 3, pieces(''))).toBe(3);
    });

    it('shows the stored bytes in order', async () => {
      const key = bench.freshKey();
      const chunks = Array.from({ length: 200 }, (_, index) => `${index}:${'x'.repeat(index)};`);
      const received: Uint8Array[] = [];
      const request = {
        offset: 0,
        source: pieces(...chunks),
        onBytes: (chunk: Uint8Array) => {
          received.push(Uint8Array.from(chunk));
        },
      };
      await bench.storage().append(key, request);
      expect(Buffer.concat(received).toString()).toBe(chunks.join(''));
      expect(await textOf(bench.storage(), key)).toBe(chunks.join(''));
    });

    it('runs appends to one key one after another: one of two at an offset wins', async () => {
      const key = bench.freshKey();
      const both = await Promise.allSettled([
        bench.append(key, 0, pieces('aa', 'aa')),
        bench.append(key, 0, pieces('bb', 'bb')),
      ]);
      expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(both.find((one) => one.status === 'rejected')?.reason).toBeInstanceOf(OffsetConflict);
      expect(['aaaa', 'bbbb']).toContain(await textOf(bench.storage(), key));
    });

    it('carries megabytes unchanged', async () => {
      const key = bench.freshKey();
      const chunk = Buffer.alloc(300_001, 'abcdefg');
      const whole = Buffer.concat(Array.from({ length: 12 }, () => chunk));
      expect(await bench.append(key, 0, Readable.from(Array(12).fill(chunk)))).toBe(whole.length);
      const stored = await buffer(await bench.storage().read(key, { start: 0, end: whole.length }));
      expect(stored.equals(whole)).toBe(true);
    });
  });
}

function describeBrokenAppends(bench: Bench): void {
  describe('append that ends early', () => {
    it('keeps what arrived when the source breaks, and goes on from there', async () => {
      const key = bench.freshKey();
      await bench.append(key, 0, pieces('abc'));
      await expect(bench.append(key, 3, breaking('de', 'f'))).rejects.toMatchObject({
        constructor: AppendInterrupted,
        sizeBytes: 6,
        cause: new Error('the connection was reset'),
      });
      expect(await bench.storage().size(key)).toBe(6);
      await bench.append(key, 6, pieces('ghi'));
      expect(await textOf(bench.storage(), key)).toBe('abcdefghi');
    });

    it('ends at the signal while the source is silent, and keeps what arrived', async () => {
      const key = bench.freshKey();
      const stop = new AbortController();
      let receivedBytes = 0;
      const appended = bench.storage().append(key, {
        offset: 0,
        source: silent('ab', 'cd'),
        signal: stop.signal,
        onBytes: (chunk) => {
          receivedBytes += chunk.length;
        },
      });
      setImmediate(() => stop.abort(new Error('shutting down')));
      const error = await appended.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(AppendInterrupted);
      expect((await bench.storage().size(key)) ?? 0).toBe(receivedBytes);
      expect(error).toMatchObject({ sizeBytes: receivedBytes });
    });

    it('stops at maxBytes and keeps as many', async () => {
      const key = bench.freshKey();
      const request = { offset: 0, source: pieces('abc', 'def'), maxBytes: 4 };
      await expect(bench.storage().append(key, request)).rejects.toMatchObject({
        constructor: AppendTooLarge,
        sizeBytes: 4,
      });
      expect(await textOf(bench.storage(), key)).toBe('abcd');
      const exact = { offset: 4, source: pieces('ef'), maxBytes: 2 };
      expect(await bench.storage().append(key, exact)).toBe(6);
    });

    it('ends with the error of the listener', async () => {
      const key = bench.freshKey();
      const request = {
        offset: 0,
        source: pieces('abc'),
        onBytes: () => {
          throw new RangeError('no video');
        },
      };
      await expect(bench.storage().append(key, request)).rejects.toBeInstanceOf(RangeError);
      expect(await bench.storage().size(key)).toBe(3);
    });
  });
}
