// What our intake is measured against: @tus/server with its own file store and nothing around it, in a
// process of its own. Its folder is its one argument; it tells its parent the address.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';

const [, , directory = ''] = process.argv;
const tus = new Server({ path: '/files', datastore: new FileStore({ directory }) });
const server = createServer((request, response) => {
  tus.handle(request, response).catch((error: unknown) => response.destroy(error as Error));
});

server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('the peer has no port');
process.send?.(`http://127.0.0.1:${address.port}`);
