// How quick one session may send raw messages: in this process, for what a session may store is bounded in
// the database.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#contract/errors.ts';
import type { SessionId } from '#contract/ids.ts';
import { EVENTS_RATE } from '#contract/limits.ts';

export interface EventRate {
  /** @throws AppError too_many_requests with the seconds to wait. */
  count(sessionId: SessionId, sent: { messages: number; bytes: number }): Promise<void>;
}

export function createEventRate(): EventRate {
  const duration = EVENTS_RATE.perSeconds;
  const messages = new RateLimiterMemory({ points: EVENTS_RATE.messages, duration });
  const bytes = new RateLimiterMemory({ points: EVENTS_RATE.bytes, duration });
  return {
    async count(sessionId, sent) {
      try {
        await messages.consume(sessionId, sent.messages);
        await bytes.consume(sessionId, sent.bytes);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new AppError('too_many_requests', { retryAfterSeconds: refusal.msBeforeNext / 1000 });
      }
    },
  };
}
