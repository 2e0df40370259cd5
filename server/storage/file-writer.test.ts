// The writer on a file that fails as disks do: it writes less than requested, or cannot sync what it wrote.
import { type FileHandle, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FileWriter, WriteFailed } from './file-writer.ts';
import { pieces } from './storage.fixture.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tryout-writer-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Opens a real file whose writes stop after a few bytes. */
async function openShort(path: string, bytesAtOnce: number): Promise<FileHandle> {
  const handle = await open(path, 'w');
  const writev = handle.writev.bind(handle);
  handle.writev = async (buffers, position) => {
    const [first] = buffers;
    if (!first) throw new Error('nothing to write');
    const whole = Buffer.concat(
      buffers.map((one) => Buffer.from(one.buffer, one.byteOffset, one.byteLength)),
    );
    const { bytesWritten } = await writev([whole.subarray(0, bytesAtOnce)], position);
    return { bytesWritten, buffers };
  };
  return handle;
}

describe('FileWriter', () => {
  it.each([1, 3, 7, 100])(
    'writes all when the file takes %i byte(s) at once',
    async (bytesAtOnce) => {
      const path = join(folder, `short-${bytesAtOnce}`);
      const receivedBytes: number[] = [];
      const writer = new FileWriter({
        open: () => openShort(path, bytesAtOnce),
        position: 0,
        onBytes: (bytes) => {
          receivedBytes.push(...bytes);
        },
      });
      await writer.writeAll(pieces('abcde', 'f', 'ghijklmnopqrstuvwxyz', '0123456789'));
      await writer.sync();
      await writer.close();
      expect(await readFile(path, 'utf8')).toBe('abcdefghijklmnopqrstuvwxyz0123456789');
      expect(Buffer.from(receivedBytes).toString()).toBe('abcdefghijklmnopqrstuvwxyz0123456789');
      expect(writer.position).toBe(36);
    },
  );

  it('goes on writing while the source goes on, after a write that took later bytes along', async () => {
    const firstMayEnd = Promise.withResolvers<void>();
    const batchSizes: number[] = [];
    const writer = new FileWriter({
      open: async () => {
        const handle = await open(join(folder, 'slow-source'), 'w');
        const writev = handle.writev.bind(handle);
        handle.writev = async (buffers, position) => {
          batchSizes.push(buffers.length);
          await firstMayEnd.promise;
          return await writev(buffers, position);
        };
        return handle;
      },
      position: 0,
    });
    const untilWritten = (bytes: number) =>
      vi.waitFor(() => expect(writer.position).toBe(bytes), { timeout: 5000 });
    async function* slowly() {
      yield Buffer.from('a');
      await vi.waitFor(() => expect(batchSizes).toHaveLength(1), { timeout: 5000 });
      yield Buffer.from('b');
      firstMayEnd.resolve();
      await untilWritten(2);
      // The pause is longer than the writer waits, so the timer that was to write 'b' finds no bytes.
      await new Promise((resolve) => setTimeout(resolve, 60));
      yield Buffer.from('c');
      await untilWritten(3);
    }
    await writer.writeAll(slowly());
    await writer.close();
  });

  it('writes nothing in the place of bytes that could not be written', async () => {
    const path = join(folder, 'refused');
    const writer = new FileWriter({
      open: async () => {
        const handle = await open(path, 'w');
        const writev = handle.writev.bind(handle);
        let writes = 0;
        handle.writev = (buffers, position) => {
          writes += 1;
          if (writes > 1) return writev(buffers, position);
          return Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
        };
        return handle;
      },
      position: 0,
    });
    async function* laterWithRoomAgain() {
      for (const letter of ['a', 'b', 'c']) {
        yield Buffer.alloc(300_000, letter);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
    await expect(writer.writeAll(laterWithRoomAgain())).rejects.toBeInstanceOf(WriteFailed);
    await writer.close();
    expect(writer.position).toBe(0);
    expect(await readFile(path, 'utf8')).toBe('');
  });

  it('cuts the file to where it began when the disk cannot promise the bytes', async () => {
    const path = join(folder, 'unsynced');
    const first = await open(path, 'w');
    await first.writeFile('promised');
    await first.close();
    const writer = new FileWriter({
      open: async () => {
        const handle = await open(path, 'r+');
        handle.datasync = () =>
          Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
        return handle;
      },
      position: 8,
    });
    await writer.writeAll(pieces(' and more'));
    expect(writer.position).toBe(17);
    await expect(writer.sync()).rejects.toBeInstanceOf(WriteFailed);
    await writer.close();
    expect(writer.position).toBe(8);
    expect(await readFile(path, 'utf8')).toBe('promised');
  });
});
