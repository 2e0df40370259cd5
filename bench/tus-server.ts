// What our intake is measured against: @tus/server with its own file store and nothing around it, in a
// process of its own. Its folder is its one argument; it tells its parent the address.
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
