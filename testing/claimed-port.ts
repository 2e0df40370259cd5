// A port for a server that a test starts, stops and starts again: no other test gets it in between.
import { createServer, type Server } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections and to `listen(0)` (Linux from 32768,
 * others from 49152): what is free here stays free until a program asks for it by its number.
 */
const FIRST_PORT = 20_000;
const PORTS = 5000;
const HOST = '127.0.0.1';
/** Everything around must be taken before this many are. */
const TRIES = 200;

/**
 * Claims a port for as long as this process lives. The process that listens on a port's guard, so many ports
 * higher, owns it: the system gives a guard to one process only, and takes it back when that ends.
 */
export async function claimPort(): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    const guard = await listenOn(port + PORTS);
    if (guard === null) continue;
    const free = await listenOn(port);
    if (free !== null) {
      guard.unref();
      await closed(free);
      return port;
    }
    await closed(guard);
  }
  throw new Error(`no free port from ${FIRST_PORT} to ${FIRST_PORT + PORTS - 1}`);
}

/** Returns a server on the port, or null if a process listens there already. */
async function listenOn(port: number): Promise<Server | null> {
  const server = createServer((socket) => socket.destroy());
  return await new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen({ port, host: HOST, exclusive: true }, () => resolve(server));
  });
}

async function closed(server: Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
}
