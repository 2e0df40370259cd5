// One connection that hears the channel of changes; opened again, with growing pauses, when it breaks.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client, type PoolConfig } from 'pg';
import type { Database } from '#server/db/database.ts';
import { CHANNEL, type Notice, readNotice } from './notice.ts';

export interface Listener {
  /** False while notices may be missed. */
  isHearing(): boolean;
  stop(): Promise<void>;
}

interface ListenerParts {
  connection: PoolConfig;
  db: Database;
  log: { warn(detail: object, message: string): void };
  onNotice(notice: Exclude<Notice, { kind: 'probe' }>): void;
  /** The connection broke: from now on notices are missed. */
  onDeaf(): void;
}

/** After a restart of the database the first try often comes too early; then twice as long, to 10 s. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** A stop may have to wait for a connection that does not come: shorter than the stop's own limit. */
const CONNECT_LIMIT_MS = 5000;
/** As often the server asks itself something through the channel: a dead connection may look alive. */
const PROBE_MS = 30_000;
/** A probe takes a millisecond; a database that is just restarting some seconds. */
const PROBE_LIMIT_MS = 10_000;

/** PostgreSQL notices within a minute that our machine is gone, not after two hours: others look for this connection. */
const KEPT_ALIVE =
  'SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3';

/** Starts listening; `isHearing` is true once the returned promise is there, or as soon as it works. */
export async function startListener(parts: ListenerParts): Promise<Listener> {
  const stopped = new AbortController();
  const state = { hearing: false };
  const first = Promise.withResolvers<void>();
  const done = keepListening(parts, { signal: stopped.signal, state, onTried: first.resolve });
  await first.promise;
  return {
    isHearing: () => state.hearing,
    stop: async () => {
      stopped.abort();
      await done;
    },
  };
}

async function keepListening(
  parts: ListenerParts,
  how: { signal: AbortSignal; state: { hearing: boolean }; onTried: () => void },
): Promise<void> {
  const { signal, state, onTried } = how;
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    try {
      await listenOnce(parts, signal, () => {
        state.hearing = true;
        pauseMs = FIRST_PAUSE_MS;
        onTried();
      });
    } catch (error) {
      parts.log.warn({ err: error }, 'changes are not heard, trying again');
    }
    if (state.hearing) parts.onDeaf();
    state.hearing = false;
    onTried();
    await pause(pauseMs * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

/** Listens until it is stopped. @throws Error when the connection fails or breaks. */
async function listenOnce(
  { connection, db, onNotice }: ListenerParts,
  signal: AbortSignal,
  onHearing: () => void,
): Promise<void> {
  const client = new Client({
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    ...connection,
  });
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined);
  client.on('error', broken.reject).on('end', () => broken.reject(new Error('connection ended')));
  const probes = new Map<string, () => void>();
  client.on('notification', ({ payload }) => {
    const notice = readNotice(payload);
    if (notice?.kind === 'probe') probes.get(notice.id)?.();
    else if (notice !== null) onNotice(notice);
  });
  try {
    await Promise.race([client.connect(), broken.promise]);
    await Promise.race([client.query(KEPT_ALIVE), broken.promise]);
    await Promise.race([client.query(`LISTEN ${CHANNEL}`), broken.promise]);
    while (!signal.aborted) {
      await Promise.race([probe(db, probes), broken.promise]);
      onHearing();
      const next = pause(PROBE_MS, undefined, { signal }).catch(() => undefined);
      await Promise.race([next, broken.promise]);
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Sends itself a notice by another connection. @throws Error when it does not arrive in time. */
async function probe(db: Database, probes: Map<string, () => void>): Promise<void> {
  const id = randomUUID();
  const heard = Promise.withResolvers<void>();
  probes.set(id, heard.resolve);
  const limit = setTimeout(
    () =>
      heard.reject(
        new Error(
          'a notice did not arrive: a pooler in transaction mode needs DATABASE_DIRECT_URL beside it',
        ),
      ),
    PROBE_LIMIT_MS,
  ).unref();
  try {
    const notice = JSON.stringify({ kind: 'probe', id });
    await Promise.all([sql`SELECT pg_notify(${CHANNEL}, ${notice})`.execute(db), heard.promise]);
  } finally {
    clearTimeout(limit);
    probes.delete(id);
  }
}
