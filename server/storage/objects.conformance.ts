// Requirements on whole objects for every storage: put, read, list, delete, and rejected keys.
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  type Bench,
  breaking,
  bytes,
  keysOf,
  objectsOf,
  pieces,
  silent,
  textOf,
} from './storage.fixture.ts';
import { AppendInterrupted, InvalidKey, ObjectMissing } from './storage.ts';

export function describePut(bench: Bench): void {
  describe('put', () => {
    it('stores bytes or a stream, and replaces what was there', async () => {
      const key = bench.freshKey();
      expect(await bench.storage().put(key, bytes('first'))).toBe(5);
      expect(await bench.storage().put(key, pieces('se', 'cond!'))).toBe(7);
      expect(await textOf(bench.storage(), key)).toBe('second!');
      expect(await bench.storage().put(key, bytes(''))).toBe(0);
      expect(await bench.storage().size(key)).toBe(0);
    });

    it('leaves the old object, and nothing else, when the source breaks', async () => {
      const key = bench.freshKey();
      await bench.storage().put(key, bytes('old'));
      await expect(bench.storage().put(key, breaking('new'))).rejects.toThrow(
        'the connection was reset',
      );
      expect(await textOf(bench.storage(), key)).toBe('old');
      expect(await keysOf(bench.storage(), key)).toEqual([key]);
    });

    it('does not fail when what is around it is deleted meanwhile', async () => {
      const folder = bench.freshKey();
      for (let round = 0; round < 40; round += 1) {
        // A folder that receives files while it is removed makes the removal fail; its job retries later.
        const deletion = bench
          .storage()
          .deleteAll(folder)
          .catch(() => undefined);
        const puts = [1, 2, 3].map((n) =>
          bench.storage().put(`${folder}/${n}/${round}`, bytes('x')),
        );
        expect(await Promise.all(puts)).toEqual([1, 1, 1]);
        await deletion;
      }
    });

    it('replaces an object that was appended to, which then grows on', async () => {
      const key = bench.freshKey();
      await bench.append(key, 0, pieces('a longer text'));
      await bench.storage().put(key, bytes('abc'));
      expect(await bench.append(key, 3, pieces('def'))).toBe(6);
      expect(await textOf(bench.storage(), key)).toBe('abcdef');
    });
  });
}

export function describeRead(bench: Bench): void {
  describe('read', () => {
    it.each([
      [0, 10, '0123456789'],
      [3, 6, '345'],
      [9, 10, '9'],
      [4, 4, ''],
      [8, 50, '89'],
      [10, 12, ''],
    ])('gives the bytes from %i up to %i', async (start, end, expected) => {
      const key = bench.freshKey();
      await bench.append(key, 0, pieces('012', '345'));
      await bench.append(key, 6, pieces('6789'));
      const stream = await bench.storage().read(key, { start, end });
      expect((await buffer(stream)).toString()).toBe(expected);
      const received: Uint8Array[] = [];
      for await (const chunk of bench.storage().chunks(key, { start, end })) {
        received.push(Uint8Array.from(chunk));
      }
      expect(Buffer.concat(received).toString()).toBe(expected);
      const direct = await bench.storage().readBytes(key, start, end - start);
      expect(Buffer.from(direct).toString()).toBe(expected);
    });

    it('says when there is no object', async () => {
      const key = bench.freshKey();
      await expect(bench.storage().read(key, { start: 0, end: 1 })).rejects.toBeInstanceOf(
        ObjectMissing,
      );
      const chunks = bench.storage().chunks(key, { start: 0, end: 1 });
      await expect(chunks[Symbol.asyncIterator]().next()).rejects.toBeInstanceOf(ObjectMissing);
      await expect(bench.storage().readBytes(key, 0, 1)).rejects.toBeInstanceOf(ObjectMissing);
      expect(await bench.storage().size(key)).toBeUndefined();
    });
  });
}

export function describeListAndDelete(bench: Bench): void {
  describe('list and delete', () => {
    it('lists and deletes by folder, not by the beginning of a name', async () => {
      await bench.storage().put('rec/a/video.webm', bytes('1234'));
      await bench.storage().put('rec/a/screens/1-2.png', bytes('12'));
      await bench.storage().put('rec/ab/video.webm', bytes('1'));
      await bench.append('rec/a/live.webm', 0, pieces('123'));
      expect(await keysOf(bench.storage(), 'rec/a')).toEqual([
        'rec/a/live.webm',
        'rec/a/screens/1-2.png',
        'rec/a/video.webm',
      ]);
      expect(await keysOf(bench.storage(), 'rec/a/video.webm')).toEqual(['rec/a/video.webm']);
      expect(await keysOf(bench.storage(), 'rec/none')).toEqual([]);
      expect(await keysOf(bench.storage(), '')).toContain('rec/ab/video.webm');
      await bench.storage().deleteAll('rec/a');
      await bench.storage().deleteAll('rec/a');
      expect(await keysOf(bench.storage(), 'rec')).toEqual(['rec/ab/video.webm']);
    });

    it('deletes many folders and objects at once, and nothing else', async () => {
      const folder = bench.freshKey();
      const keys = Array.from({ length: 40 }, (_, n) => `${folder}/${n}/video.webm`);
      for (const key of keys) await bench.append(key, 0, pieces('abc'));
      await bench.storage().put(`${folder}/image`, bytes('x'));
      const [remaining = '', ...rest] = keys;
      const folders = rest.map((key) => key.slice(0, key.lastIndexOf('/')));
      await bench.storage().deleteAll(...folders, `${folder}/image`, `${folder}/none`);
      expect(await keysOf(bench.storage(), folder)).toEqual([remaining]);
      await bench.storage().deleteAll();
      expect(await keysOf(bench.storage(), folder)).toEqual([remaining]);
    });

    it('names what lies directly in a folder', async () => {
      const folder = bench.freshKey();
      await bench.append(`${folder}/a/video.webm`, 0, pieces('abc'));
      await bench.storage().put(`${folder}/a/stills/0`, bytes('x'));
      await bench.storage().put(`${folder}/b/video.webm`, bytes('x'));
      await bench.storage().put(`${folder}/image`, bytes('x'));
      const names = new Set<string>();
      for await (const name of bench.storage().names(folder)) names.add(name);
      expect([...names].sort()).toEqual(['a', 'b', 'image']);
      for await (const name of bench.storage().names(`${folder}/none`)) names.add(name);
      expect(names.size).toBe(3);
    });

    it('lists sizes', async () => {
      const key = bench.freshKey();
      await bench.append(key, 0, pieces('abc'));
      await bench.append(key, 3, pieces('de'));
      expect(await objectsOf(bench.storage(), key)).toEqual([{ key, sizeBytes: 5 }]);
    });

    it('deletes once or twice, and the key is free again', async () => {
      const key = bench.freshKey();
      await bench.append(key, 0, pieces('abc'));
      await bench.append(key, 3, pieces('def'));
      await bench.storage().delete(key);
      await bench.storage().delete(key);
      expect(await bench.storage().size(key)).toBeUndefined();
      expect(await keysOf(bench.storage(), key)).toEqual([]);
      expect(await bench.append(key, 0, pieces('new'))).toBe(3);
      expect(await textOf(bench.storage(), key)).toBe('new');
    });

    it.each([
      ['delete', (key: string) => bench.storage().delete(key)],
      ['deleteAll', (key: string) => bench.storage().deleteAll(key.split('/')[0] ?? '')],
    ])('%s ends a running append and leaves nothing', async (_name, remove) => {
      const key = bench.freshKey();
      const appended = bench.append(key, 0, silent('abc')).catch((reason: unknown) => reason);
      await sleep(20);
      await remove(key);
      expect(await appended).toBeInstanceOf(AppendInterrupted);
      expect(await bench.storage().size(key)).toBeUndefined();
      expect(await keysOf(bench.storage(), key)).toEqual([]);
    });
  });
}

export function describeKeys(bench: Bench): void {
  describe('keys', () => {
    const bad = ['', '/', '/a', 'a/', 'a//b', '.', '..', 'a/..', 'a/../b', 'a/.', 'A/b', 'a b'];
    it.each([...bad, 'a/ä', 'a/b\0', 'a\\b', '.tmp/x', 'a/~0', `a/${'x'.repeat(256)}`])(
      'refuses %j everywhere',
      async (key) => {
        await expect(bench.append(key, 0, pieces('x'))).rejects.toBeInstanceOf(InvalidKey);
        await expect(bench.storage().put(key, bytes('x'))).rejects.toBeInstanceOf(InvalidKey);
        await expect(bench.storage().size(key)).rejects.toBeInstanceOf(InvalidKey);
        await expect(bench.storage().read(key, { start: 0, end: 1 })).rejects.toBeInstanceOf(
          InvalidKey,
        );
        await expect(bench.storage().readBytes(key, 0, 1)).rejects.toBeInstanceOf(InvalidKey);
        await expect(bench.storage().delete(key)).rejects.toBeInstanceOf(InvalidKey);
        await expect(bench.storage().deleteAll(key)).rejects.toBeInstanceOf(InvalidKey);
      },
    );
  });
}
