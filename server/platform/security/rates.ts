// Counts calls against their rates, in the database: all servers on it count together. Beyond the rate a server refuses
// from memory, so that a flood costs no query. Calls that cost less than that statement are counted in memory alone.
import { CompiledQuery } from 'kysely';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { CallRate } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { SessionId } from '#contract/ids.ts';
import { EVENTS_RATE } from '#contract/limits.ts';
import type { Database } from '#server/platform/db/database.ts';

export interface Rates {
  /**
   * Counts one call. Costs one small statement, none once the rate is used up or where it is counted in memory.
   * @param name what is counted: a row of the endpoint table (`sessions.start`) or a name of its own.
   * @param caller whose calls count together: an id or an address, no name and no email.
   * @param rate with `points`: the call counts as so many.
   * @throws AppError too_many_requests with the seconds until the count begins again.
   */
  count(name: string, caller: string, rate: CallRate & { points?: number }): Promise<void>;
  /**
   * Counts raw messages of a session, in this process: the database bounds what a session may store.
   * @throws AppError too_many_requests with the seconds to wait.
   */
  countEvents(sessionId: SessionId, sent: { messages: number; bytes: number }): Promise<void>;
  /** Removes counts that have ended. */
  removeEnded(): Promise<void>;
}

const TABLE = 'rate_counts';
/** Servers' clocks differ: a count is removed when it has ended on each of them. */
const ENDED_FOR_MS = 10 * 60_000;

/** Creates the rates. If the database is away, each server counts for itself, so that no caller is refused for that. */
export function createRates(db: Database): Rates {
  const limiters = new Map<string, RateLimiterAbstract>();
  const duration = EVENTS_RATE.perSeconds;
  const messages = new RateLimiterMemory({ points: EVENTS_RATE.messages, duration });
  const bytes = new RateLimiterMemory({ points: EVENTS_RATE.bytes, duration });
  const limiterOf = (name: string, rate: CallRate): RateLimiterAbstract => {
    const known = limiters.get(name);
    if (known && known.points === rate.calls && known.duration === rate.perSeconds) return known;
    const limiter = createLimiter(db, name, rate);
    limiters.set(name, limiter);
    return limiter;
  };
  return {
    count: (name, caller, rate) => consume(limiterOf(name, rate), caller, rate.points),
    async countEvents(sessionId, sent) {
      await consume(messages, sessionId, sent.messages);
      await consume(bytes, sessionId, sent.bytes);
    },
    async removeEnded() {
      await db
        .deleteFrom(TABLE)
        .where('expire', '<', Date.now() - ENDED_FOR_MS)
        .execute();
    },
  };
}

async function consume(limiter: RateLimiterAbstract, caller: string, points = 1): Promise<void> {
  try {
    await limiter.consume(caller, points);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new AppError('too_many_requests', { retryAfterSeconds: refusal.msBeforeNext / 1000 });
  }
}

function createLimiter(db: Database, name: string, { calls, perSeconds, inMemory }: CallRate) {
  const counted = { keyPrefix: name, points: calls, duration: perSeconds };
  if (inMemory) return new RateLimiterMemory(counted);
  return new RateLimiterPostgres({
    ...counted,
    storeClient: { query: (statement: Statement) => run(db, statement) },
    storeType: 'client',
    tableName: TABLE,
    // A migration creates the table, and `removeEnded` clears it.
    tableCreated: true,
    clearExpiredByTimeout: false,
    inMemoryBlockOnConsumed: calls,
    insuranceLimiter: new RateLimiterMemory(counted),
  });
}

interface Statement {
  text: string;
  values: readonly unknown[];
}

async function run(db: Database, { text, values }: Statement) {
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]));
  return { rows };
}
