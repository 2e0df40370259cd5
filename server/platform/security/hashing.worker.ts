// The thread that computes password hashes, one at a time (hashing-thread.ts starts it).
import { scryptSync } from 'node:crypto';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { HashInput } from './hashing-thread.ts';

/** Nice value of 19: recordings come first when all processors are busy. */
const LOW_PRIORITY = 10;
// This is the priority of the calling thread on Linux; elsewhere it would be that of the whole process.
if (process.platform === 'linux') setPriority(LOW_PRIORITY);

parentPort?.on('message', ({ password, salt, keyBytes, costs }: HashInput) => {
  parentPort?.postMessage(scryptSync(password, salt, keyBytes, costs));
});
