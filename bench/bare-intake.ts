// The lower bound of Node for uploads: a server in a process of its own that appends each body to its file and syncs
// it, without any check. The only argument is the folder. The server sends its address to the parent process.
import { type FileHandle, open } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { basename, join } from 'node:path';
import { tellAddress } from './child.ts';

/** The size of a write, as in our server. */
const STEP_BYTES = 512 * 1024;

const [, , directory = ''] = process.argv;
const files = new Map<string, Promise<FileHandle>>();

const server = createServer((request, response) => {
  const name = basename(request.url ?? '');
  const file = files.get(name) ?? open(join(directory, name), 'a');
  files.set(name, file);
  store(request, file).then(
    () => response.writeHead(204).end(),
    (error: unknown) => response.destroy(error as Error),
  );
});

async function store(request: IncomingMessage, file: Promise<FileHandle>): Promise<void> {
  const handle = await file;
  let step: Buffer[] = [];
  let stepBytes = 0;
  const write = async () => {
    await handle.writev(step);
    // The memory is freed here instead of by the garbage collector. Small chunks share a buffer.
    for (const { buffer, byteLength } of step) {
      if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
    }
    step = [];
    stepBytes = 0;
  };
  for await (const chunk of request as AsyncIterable<Buffer>) {
    step.push(chunk);
    stepBytes += chunk.length;
    if (stepBytes >= STEP_BYTES) await write();
  }
  if (stepBytes > 0) await write();
  await handle.datasync();
}

await tellAddress(server);
