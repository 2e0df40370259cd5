// Raw messages of a running session: bounded by its age and by the space on the disk, then stored.
import type { FastifyRequest } from 'fastify';
import type { RawEvent } from '#contract/events.ts';
import { EVENTS_TOTAL_MAX_BYTES } from '#contract/limits.ts';
import { dataBytesOf } from '#server/events/message-form.rules.ts';
import { insertEvents, writtenEvent } from '#server/events/raw-events.db.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, SessionRef } from '#server/platform/access/authorized.ts';
import { countedAddress } from '#server/platform/http/client-address.ts';
import { markDue } from '#server/readings/renew.flow.ts';
import { aheadOfTime, eventsBound, readEventsAge } from '#server/session-state/session-age.db.ts';
import { readSession } from './sessions.db.ts';
import { takePartWithoutVideo } from './slots.db.ts';

/**
 * Checks that a session may have so many messages at its age.
 * @throws AppError ahead_of_time
 */
export async function requireEventAge(
  db: Parts['db'],
  { sessionId }: Authorized<SessionRef>,
  dataBytes: number,
): Promise<void> {
  const stored = await readEventsAge(db, sessionId);
  // Messages beyond the total are dropped.
  const totalBytes = Math.min(stored.eventsBytes + dataBytes, EVENTS_TOTAL_MAX_BYTES);
  const early = aheadOfTime(eventsBound, stored, totalBytes);
  if (early) throw early;
}

/** Stores raw messages and answers how many are in without a gap; after the end nothing is added. */
export async function storeEvents(
  parts: Pick<Parts, 'db' | 'space'>,
  ref: Authorized<SessionRef>,
  { events, request }: { events: readonly RawEvent[]; request: FastifyRequest },
): Promise<{ stored: number; full: boolean }> {
  const session = await readSession(parts.db, ref);
  if (!session.over) {
    const written = events.map(writtenEvent);
    if (events.length > 0) await requireEventAge(parts.db, ref, dataBytesOf(written));
    const address = countedAddress(request.ip);
    using lease = await parts.space.admitRunning({ ...ref, address });
    const { isFull, inARow } = await insertEvents(parts.db, ref, { events: written, lease });
    // Whatever its state was before: it may have closed while they were inserted, and have a reading without them.
    if (events.length > 0) {
      await takePartWithoutVideo(parts.db, ref.sessionId);
      await markDue(parts.db, ref.sessionId);
    }
    return { stored: inARow, full: isFull };
  }
  return { stored: session.events_in_a_row, full: false };
}
