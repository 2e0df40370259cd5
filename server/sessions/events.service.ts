// Raw messages of a running session: bounded by its age and by the space on the disk, then stored.
import type { FastifyRequest } from 'fastify';
import { AppError } from '#contract/errors.ts';
import type { RawEvent } from '#contract/events.ts';
import { EVENTS_TOTAL_MAX_BYTES } from '#contract/limits.ts';
import {
  countEventsInARow,
  insertEvents,
  type WrittenEvent,
  writtenEvent,
} from '#server/events/raw-events.db.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, SessionRef } from '#server/platform/access/authorized.ts';
import { countedAddress } from '#server/platform/http/client-address.ts';
import { markDue } from '#server/readings/renew.db.ts';
import { aheadOfTime, eventsBound, readEventsAge } from './session-age.db.ts';
import { readSession } from './sessions.db.ts';

/** @throws AppError ahead_of_time, storage_full */
export async function requireEventSpace(
  { db, space }: Pick<Parts, 'db' | 'space'>,
  { sessionId }: Authorized<SessionRef>,
  { events, request }: { events: readonly WrittenEvent[]; request: FastifyRequest },
): Promise<void> {
  if (events.length === 0) return;
  const bytes = events.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0);
  const stored = await readEventsAge(db, sessionId);
  // Messages beyond the total are dropped.
  const totalBytes = Math.min(stored.eventsBytes + bytes, EVENTS_TOTAL_MAX_BYTES);
  const early = aheadOfTime(eventsBound, stored, totalBytes);
  if (early) throw early;
  const writer = { sessionId, address: countedAddress(request.ip) };
  if (!(await space.takeMessages(writer, bytes))) throw new AppError('storage_full');
}

/** Stores raw messages and answers how many are in without a gap; after the end nothing is added. */
export async function storeEvents(
  parts: Pick<Parts, 'db' | 'space'>,
  ref: Authorized<SessionRef>,
  { events, request }: { events: readonly RawEvent[]; request: FastifyRequest },
): Promise<{ stored: number; full: boolean }> {
  const session = await readSession(parts.db, ref);
  let isFull = false;
  if (!session.over) {
    const written = events.map(writtenEvent);
    await requireEventSpace(parts, ref, { events: written, request });
    ({ isFull } = await insertEvents(parts.db, ref, written));
    // Whatever its state was before: it may have closed while they were inserted, and have a reading without them.
    await markDue(parts.db, ref.sessionId);
  }
  return { stored: await countEventsInARow(parts.db, ref), full: isFull };
}
