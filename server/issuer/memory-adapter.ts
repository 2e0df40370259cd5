// What the stand-in issuer keeps while a person signs in: in memory, for minutes, bounded.
import type { Adapter, AdapterPayload } from 'oidc-provider';

/** Sign-ins under way at once; the oldest make room for more. */
const MOST_ENTRIES = 1000;

/** Sessions are not kept, so no one stays signed in here and the page is shown every time. */
const FORGOTTEN = 'Session';

interface Entry {
  payload: AdapterPayload;
  expiresAtMs: number;
}

/** One store for all kinds of objects; the provider asks for an adapter a kind. */
export function createMemoryAdapters(): (kind: string) => Adapter {
  const entries = new Map<string, Entry>();
  return (kind) => createAdapter(kind, entries);
}

function createAdapter(kind: string, entries: Map<string, Entry>): Adapter {
  const keyOf = (id: string) => `${kind}:${id}`;
  const none = async () => undefined;
  const find = async (id: string) => {
    const entry = entries.get(keyOf(id));
    return entry && entry.expiresAtMs > Date.now() ? entry.payload : undefined;
  };
  return {
    async upsert(id, payload, expiresInSeconds = 0) {
      if (kind === FORGOTTEN) return;
      entries.delete(keyOf(id));
      const oldest = entries.keys().next();
      if (entries.size >= MOST_ENTRIES && !oldest.done) entries.delete(oldest.value);
      entries.set(keyOf(id), { payload, expiresAtMs: Date.now() + expiresInSeconds * 1000 });
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
      for (const [key, { payload }] of entries) {
        if (payload.grantId === grantId) entries.delete(key);
      }
    },
  };
}
