// Opens the durable spool, or the one in memory where the browser gives no storage.

import { FallbackSpool } from './fallback-spool.ts';
import { openIndexedDbSpool } from './indexeddb-spool.ts';
import { MemorySpool } from './memory-spool.ts';
import type { Spool } from './spool.ts';

/** Opening takes milliseconds; a browser that never answers (seen in WebKit) must not hold up the participant. */
const OPEN_LIMIT_MS = 5000;

/** Never fails: without storage, what is not uploaded lives as long as the tab. */
export async function openSpool(): Promise<Spool> {
  try {
    return new FallbackSpool(await openInTime(), openInTime);
  } catch (error) {
    console.warn(
      'The browser gives no storage; a lost tab would lose what is not uploaded.',
      error,
    );
    return new MemorySpool();
  }
}

async function openInTime(): Promise<Spool> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new DOMException('The storage does not answer.', 'TimeoutError'));
  }, OPEN_LIMIT_MS);
  try {
    return await Promise.race([openIndexedDbSpool(), promise]);
  } finally {
    clearTimeout(timer);
  }
}
