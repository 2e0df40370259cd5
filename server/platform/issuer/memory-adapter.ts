// What the stand-in issuer keeps during a sign-in: in memory, for minutes, bounded.
import { LRUCache } from 'lru-cache';
import type { Adapter, AdapterPayload } from 'oidc-provider';

/** Sign-ins under way at the same time; the oldest are dropped for more. */
const MOST_ENTRIES = 1000;

/** Sessions are not kept, so no one stays signed in here and the page is shown every time. */
const FORGOTTEN = 'Session';

/** One store for all kinds of objects; the provider asks for an adapter a kind. */
export function createMemoryAdapters(): (kind: string) => Adapter {
  const entries = new LRUCache<string, AdapterPayload>({ max: MOST_ENTRIES });
  return (kind) => createAdapter(kind, entries);
}

function createAdapter(kind: string, entries: LRUCache<string, AdapterPayload>): Adapter {
  const keyOf = (id: string) => `${kind}:${id}`;
  const none = async () => undefined;
  const find = async (id: string) => entries.get(keyOf(id));
  return {
    async upsert(id, payload, expiresInSeconds = 0) {
      if (kind === FORGOTTEN) return;
      entries.delete(keyOf(id));
      // A time to live of 0 would be unlimited.
      if (expiresInSeconds > 0) entries.set(keyOf(id), payload, { ttl: expiresInSeconds * 1000 });
    },
    find,
    findByUid: none,
    findByUserCode: none,
    async consume(id) {
      const payload = await find(id);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      entries.delete(keyOf(id));
    },
    async revokeByGrantId(grantId) {
      for (const [key, payload] of entries) {
        if (payload.grantId === grantId) entries.delete(key);
      }
    },
  };
}
