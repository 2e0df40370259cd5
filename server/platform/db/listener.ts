// The connection on which a server listens to PostgreSQL's notifications, for the job queue and for open pages. When it
// breaks it is opened again, with growing pauses.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client, escapeIdentifier, type PoolConfig } from 'pg';
import type { Database } from './database.ts';
import { asDatabaseError, isDatabaseAway } from './database-away.ts';

export interface Subscriber {
  onPayload(payload: string): void;
  /** Called when listening begins, at the start and after a break. Notifications before it were missed. */
  onListening?(): void;
  /** Called when the connection broke. Notifications are missed until the next `onListening`. */
  onLost?(): void;
}

interface ListenerParts {
  connection: PoolConfig;
  /** Sends the probes. */
  db: Database;
  log: {
    info(detail: object, message: string): void;
    warn(detail: object, message: string): void;
  };
}

/** Channel of the probes, which each server sends to itself. */
const PROBES = 'tryout_probe';

/**
 * First pause before another try. After a restart of the database the first try often comes too early; each pause is
 * twice as long as the one before, up to 10 s.
 */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** A stop may have to wait for a connection that does not come: shorter than the stop's own limit. */
const CONNECT_LIMIT_MS = 5000;
/** Time between probes, because a dead connection may look alive. */
const PROBE_MS = 30_000;
/** A probe takes a millisecond; a database that is just restarting some seconds. */
const PROBE_LIMIT_MS = 10_000;

/**
 * PostgreSQL detects within a minute that our machine is gone, not after two hours, because other servers look for
 * this connection.
 */
const KEPT_ALIVE =
  'SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3';

export class Listener {
  readonly #parts: ListenerParts;
  readonly #subscribers = new Map<string, Subscriber>();
  readonly #stopping = new AbortController();
  #running: Promise<void> | null = null;
  #isListening = false;
  /** The log has a line about a failure that is not an outage of the database. */
  #isReported = false;

  constructor(parts: ListenerParts) {
    this.#parts = parts;
  }

  /** Subscribes to a channel, before the start. */
  subscribe(channel: string, subscriber: Subscriber): void {
    if (this.#running !== null) throw new Error(`too late to subscribe to ${channel}`);
    this.#subscribers.set(channel, subscriber);
  }

  /** Starts listening and resolves after the first try. `isListening` is true if that worked. */
  async start(): Promise<void> {
    const first = Promise.withResolvers<void>();
    this.#running = this.#keepListening(first.resolve);
    await first.promise;
  }

  /** Returns whether every notification arrives. None arrives while the connection is down. */
  isListening(): boolean {
    return this.#isListening;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #keepListening(onTried: () => void): Promise<void> {
    const { signal } = this.#stopping;
    let pauseMs = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      try {
        await this.#listenOnce(() => {
          pauseMs = FIRST_PAUSE_MS;
          this.#setListening();
          onTried();
        });
      } catch (error) {
        this.#report(asDatabaseError(error));
      }
      this.#setLost();
      onTried();
      const randomMs = pauseMs * (0.5 + Math.random());
      await pause(randomMs, undefined, { signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }

  #setListening(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    if (this.#isReported) this.#parts.log.info({}, 'notifications of the database arrive again');
    this.#isReported = false;
    for (const { onListening } of this.#subscribers.values()) onListening?.();
  }

  #setLost(): void {
    if (!this.#isListening) return;
    this.#isListening = false;
    for (const { onLost } of this.#subscribers.values()) onLost?.();
  }

  /** Logs a failure once until notifications arrive again. An outage of the database has lines of its own. */
  #report(error: unknown): void {
    if (this.#isReported) return;
    this.#isReported = !isDatabaseAway(error);
    this.#parts.log.warn(
      { err: error },
      'notifications of the database do not arrive, trying again',
    );
  }

  /** Listens until it is stopped. @throws Error when the connection fails or breaks. */
  async #listenOnce(onListening: () => void): Promise<void> {
    const { signal } = this.#stopping;
    const client = new Client({
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
      ...this.#parts.connection,
    });
    const broken = Promise.withResolvers<never>();
    broken.promise.catch(() => undefined);
    // The handlers stay until the end: a pooler reports the end of a connection twice.
    client.on('error', broken.reject);
    client.on('end', () => broken.reject(new Error('Connection terminated')));
    const probes = new Map<string, () => void>();
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === PROBES) probes.get(payload)?.();
      else this.#subscribers.get(channel)?.onPayload(payload);
    });
    try {
      await Promise.race([client.connect(), broken.promise]);
      for (const statement of [KEPT_ALIVE, ...this.#listenStatements()]) {
        await Promise.race([client.query(statement), broken.promise]);
      }
      while (!signal.aborted) {
        await Promise.race([this.#probe(probes), broken.promise]);
        onListening();
        const next = pause(PROBE_MS, undefined, { signal }).catch(() => undefined);
        await Promise.race([next, broken.promise]);
      }
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  #listenStatements(): string[] {
    return [PROBES, ...this.#subscribers.keys()].map((name) => `LISTEN ${escapeIdentifier(name)}`);
  }

  /** Sends itself a notification by another connection. @throws Error when it does not arrive in time. */
  async #probe(probes: Map<string, () => void>): Promise<void> {
    const id = randomUUID();
    const arrived = Promise.withResolvers<void>();
    probes.set(id, arrived.resolve);
    const limit = setTimeout(
      () =>
        arrived.reject(
          new Error(
            'a notification did not arrive: a pooler in transaction mode needs DATABASE_DIRECT_URL beside it',
          ),
        ),
      PROBE_LIMIT_MS,
    ).unref();
    try {
      const sent = sql`SELECT pg_notify(${PROBES}, ${id})`.execute(this.#parts.db);
      await Promise.all([sent, arrived.promise]);
    } finally {
      clearTimeout(limit);
      probes.delete(id);
    }
  }
}
