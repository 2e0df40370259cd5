// Opens the durable spool, or the one in memory where the browser gives no storage.
import { openIndexedDbSpool } from './indexeddb-spool.ts';
import { MemorySpool } from './memory-spool.ts';
import type { Spool } from './spool.ts';

export async function openSpool(): Promise<Spool> {
  try {
    return await openIndexedDbSpool();
  } catch (error) {
    console.warn(
      'The browser gives no storage; a lost tab would lose what is not uploaded.',
      error,
    );
    return new MemorySpool();
  }
}
