// Reels in the database: rows with versions, and their items in order.

import { type Selectable, sql } from 'kysely';
import type { ClipId, ReelId, UserId } from '#contract/ids.ts';
import { CARD_MS } from '#contract/reels.ts';
import type { Authorized, TestRef } from '#server/platform/access/authorized.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { newId } from '#server/platform/new-id.ts';
import { authorColumns } from '#server/versions/versioned-rows.db.ts';

/** A reel that the caller's workspace owns. */
export type ReelRef = Authorized<TestRef & { id: ReelId }>;

export type ReelRow = Awaited<ReturnType<typeof readReels>>[number];
export type ItemRow = Selectable<Tables['reel_items']>;

/** Lengths of the present clips and the title cards. */
const lengths = sql<{ clips: number; lengthMs: number }>`(SELECT
    json_build_object('clips', count(sessions.id),
      'lengthMs', coalesce(sum(clips.to_ms - clips.from_ms) FILTER (WHERE sessions.id IS NOT NULL), 0)
        + ${sql.lit(CARD_MS)} * count(*) FILTER (WHERE reel_items.kind = 'title'))
  FROM reel_items LEFT JOIN clips ON clips.id = reel_items.clip_id
    LEFT JOIN sessions ON sessions.id = clips.session_id
  WHERE reel_items.reel_id = reels.id)`;

/** The oldest first. @param ids these alone */
export async function readReels(
  db: Database,
  { testId }: Pick<TestRef, 'testId'>,
  ids?: readonly ReelId[],
) {
  return await db
    .selectFrom('reels')
    .leftJoin('users as author', 'author.id', 'reels.created_by')
    .leftJoin('users as editor', 'editor.id', 'reels.edited_by')
    .selectAll('reels')
    .select(authorColumns)
    .select(lengths.as('lengths'))
    .where('reels.test_id', '=', testId)
    .$if(ids !== undefined, (query) => query.where('reels.id', 'in', [...(ids ?? [])]))
    .orderBy('reels.id')
    .execute();
}

/** Items in their order. */
export async function readItems(db: Database, id: ReelId): Promise<ItemRow[]> {
  return await db
    .selectFrom('reel_items')
    .selectAll()
    .where('reel_id', '=', id)
    .orderBy('position')
    .execute();
}

export async function insertReel(
  db: Database,
  { testId }: Pick<TestRef, 'testId'>,
  { name, by }: { name: string; by: UserId },
): Promise<ReelId> {
  const id = newId<ReelId>();
  await db.insertInto('reels').values({ id, test_id: testId, name, created_by: by }).execute();
  return id;
}

/** Database columns of an item. */
export type NewItem = Pick<ItemRow, 'id' | 'kind' | 'clip_id' | 'withdrawn' | 'text'>;

export function clipItem(clipId: ClipId, id: string = newId()): NewItem {
  return { id, kind: 'clip', clip_id: clipId, withdrawn: false, text: null };
}

/** All items of a reel, in this order. */
export async function replaceItems(
  db: Database,
  id: ReelId,
  items: readonly NewItem[],
): Promise<void> {
  await db.deleteFrom('reel_items').where('reel_id', '=', id).execute();
  if (items.length === 0) return;
  await db
    .insertInto('reel_items')
    .values(items.map((item, at) => ({ ...item, reel_id: id, position: at + 1 })))
    .execute();
}
