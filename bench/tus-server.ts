// The reference for our intake: @tus/server with its own file store, in a process of its own. The only argument is the
// folder. The server sends its address to the parent process.
import { createServer } from 'node:http';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import { tellAddress } from './child.ts';

const [, , directory = ''] = process.argv;
const tus = new Server({ path: '/files', datastore: new FileStore({ directory }) });
const server = createServer((request, response) => {
  tus.handle(request, response).catch((error: unknown) => response.destroy(error as Error));
});

await tellAddress(server);
