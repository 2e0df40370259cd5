// Reads ranges of one file over a few connections for a while, in a process of its own and on bare
// sockets: a client that makes objects of the bytes would be slower than what is measured.
import { connect } from 'node:net';
import { hearTask, tellOutcome } from './child.ts';
import { type RangesTask, rangesTask } from './tasks.ts';

/** A read of a socket fills it at most. */
const BUFFER_BYTES = 1024 * 1024;
const HEAD_END = '\r\n\r\n';

const task = rangesTask.parse(await hearTask());
const startedAt = performance.now();
const deadline = startedAt + task.seconds * 1000;
const readers = Array.from({ length: task.connections }, (_, number) => readAlong(task, number));
const bytes = (await Promise.all(readers)).reduce((sum, each) => sum + each, 0);
await tellOutcome({ bytes, seconds: (performance.now() - startedAt) / 1000 });

/** @returns how many bytes of the file came. @throws Error for an answer that is no range. */
function readAlong(
  { origin, path, headers, rangeBytes, fileBytes, connections }: RangesTask,
  number: number,
): Promise<number> {
  const { hostname, port, host } = new URL(origin);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const steps = Math.floor(fileBytes / rangeBytes);
  let step = Math.floor((steps * number) / connections);
  let total = 0;
  let left = 0;
  let head = '';
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname,
      port: Number(port),
      onread: { buffer: Buffer.allocUnsafe(BUFFER_BYTES), callback: take },
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(total));
    ask();

    function ask(): void {
      const from = (step % steps) * rangeBytes;
      step += 1;
      const range = `range: bytes=${from}-${from + rangeBytes - 1}\r\n`;
      socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${range}${lines.join('')}\r\n`);
    }

    function take(count: number, buffer: Uint8Array): boolean {
      if (left > 0) body(count);
      else readHead(Buffer.from(buffer.buffer, buffer.byteOffset, count));
      return true;
    }

    function readHead(chunk: Buffer): void {
      const end = chunk.indexOf(HEAD_END);
      head += chunk.toString('latin1', 0, end < 0 ? chunk.length : end);
      if (end < 0) return;
      const length = /^content-length: (\d+)\r?$/im.exec(`${head}\r`)?.[1];
      if (!head.startsWith('HTTP/1.1 206') || length === undefined) {
        socket.destroy(new Error(`no range: ${head}`));
        return;
      }
      left = Number(length);
      head = '';
      body(chunk.length - end - HEAD_END.length);
    }

    function body(count: number): void {
      left -= count;
      total += count;
      if (left > 0) return;
      if (performance.now() < deadline) ask();
      else socket.destroy();
    }
  });
}
