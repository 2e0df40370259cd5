// Reels: made, changed by version so that of two people who order one neither loses anything, deleted.

import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import type { ClipId, UserId } from '#contract/ids.ts';
import { REEL_ITEMS_MAX, REELS_MAX } from '#contract/limits.ts';
import type { Reel, ReelChange, reelInput } from '#contract/reels.ts';
import { readClips } from '#server/notes/notes-by-id.db.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, TestRef } from '#server/platform/access/authorized.ts';
import { atFirstTask, firstTask } from '#server/revisions/first-task.read.ts';
import { lockTest } from '#server/tests/tests.db.ts';
import { changeVersioned, deleteVersioned } from '#server/versions/versioned-rows.db.ts';
import { presentReel } from './reel-answers.read.ts';
import {
  clipItem,
  type ItemRow,
  insertReel,
  type NewItem,
  type ReelRef,
  readItems,
  readReels,
  replaceItems,
} from './reels.db.ts';

/** @throws AppError bad_input for clips of another test, or too many reels; not_found */
export async function createReel(
  { db }: Pick<Parts, 'db'>,
  { test, by }: { test: Authorized<TestRef>; by: UserId },
  { name, clips }: z.output<typeof reelInput>,
): Promise<Reel> {
  await requireClips(db, test, clips);
  const id = await db.transaction().execute(async (transaction) => {
    if (!(await lockTest(transaction, test))) throw new AppError('not_found');
    const present = await readReels(transaction, test);
    if (present.length >= REELS_MAX) {
      throw badInput('name', `A test can have at most ${REELS_MAX} reels.`);
    }
    const id = await insertReel(transaction, test, { name, by });
    await replaceItems(
      transaction,
      id,
      clips.map((clip) => clipItem(clip)),
    );
    return id;
  });
  return await presentReel(db, { ...(await atFirstTask(db, test)), id });
}

function badInput(field: string, sentence: string): AppError {
  return new AppError('bad_input', { fields: { [field]: sentence } });
}

/** @throws AppError bad_input for one that the test does not have */
async function requireClips(
  db: Parts['db'],
  { testId }: Pick<TestRef, 'testId'>,
  ids: readonly ClipId[],
): Promise<void> {
  const there = await readClips(db, { testId, step: await firstTask(db, testId) }, ids);
  if (ids.some((id) => !there.has(id))) throw badInput('clips', 'This test does not have it.');
}

/**
 * Values that are stored already are no change, for example after a lost answer.
 * @throws AppError changed_meanwhile with what is there now; bad_input; not_found
 */
export async function changeReel(
  { db }: Pick<Parts, 'db'>,
  { ref, by }: { ref: ReelRef; by: UserId },
  { version, name, items }: ReelChange,
): Promise<Reel> {
  const { id } = ref;
  const present = await presentReel(db, await atFirstTask(db, ref));
  if (isSame(present, { name, items })) return present;
  const isDone =
    present.version === version &&
    (await db.transaction().execute(async (transaction) => {
      if (!(await changeVersioned(transaction, 'reels', { id, version, by, values: { name } })))
        return false;
      const before = await readItems(transaction, id);
      await replaceItems(transaction, id, await changedItems(transaction, { ref, before, items }));
      return true;
    }));
  const now = await presentReel(db, await atFirstTask(db, ref));
  if (!isDone) throw new AppError('changed_meanwhile', { present: now });
  return now;
}

/** Compares names and order. An item's clip never changes, so its id identifies the clip. */
function isSame(present: Reel, { name, items }: Pick<ReelChange, 'name' | 'items'>): boolean {
  const contentOf = (item: { id: string; text?: string }) => [item.id, item.text];
  return (
    present.name === name && isDeepStrictEqual(present.items.map(contentOf), items.map(contentOf))
  );
}

/** @throws AppError bad_input for a clip of another test, a new item without one, an id that comes twice */
async function changedItems(
  db: Parts['db'],
  { ref, before, items }: { ref: ReelRef; before: readonly ItemRow[]; items: ReelChange['items'] },
): Promise<NewItem[]> {
  const known = new Map(before.map((item) => [item.id, item]));
  if (new Set(items.map(({ id }) => id)).size < items.length) {
    throw badInput('items', 'An item comes twice.');
  }
  const added = items.flatMap((item) =>
    item.kind === 'clip' && !known.has(item.id) ? [item.clipId] : [],
  );
  if (added.includes(undefined)) throw badInput('items', 'A new item needs its clip.');
  await requireClips(
    db,
    ref,
    added.filter((clip) => clip !== undefined),
  );
  return items.map((item) => {
    const { id } = item;
    const withdrawn = false;
    if (item.kind === 'title') {
      return { id, kind: 'title', clip_id: null, withdrawn, text: item.text };
    }
    const stored = known.get(id);
    if (stored?.kind === 'clip') return stored;
    return clipItem(item.clipId as ClipId, id);
  });
}

/**
 * Adds to whatever is there.
 * @throws AppError bad_input for clips of another test, or too many; not_found
 */
export async function addClips(
  { db }: Pick<Parts, 'db'>,
  { ref, by }: { ref: ReelRef; by: UserId },
  clips: readonly ClipId[],
): Promise<Reel> {
  const { id } = ref;
  await requireClips(db, ref, clips);
  await db.transaction().execute(async (transaction) => {
    if (!(await changeVersioned(transaction, 'reels', { id, by }))) throw new AppError('not_found');
    const items = [...(await readItems(transaction, id)), ...clips.map((clip) => clipItem(clip))];
    if (items.length > REEL_ITEMS_MAX) {
      throw badInput('clips', `A reel can have at most ${REEL_ITEMS_MAX} parts.`);
    }
    await replaceItems(transaction, id, items);
  });
  return await presentReel(db, await atFirstTask(db, ref));
}

/** @throws AppError changed_meanwhile with what is there now; not_found */
export async function deleteReel(
  parts: Pick<Parts, 'securityLog' | 'db'>,
  { ref, version }: { ref: ReelRef; version: number },
): Promise<void> {
  if (!(await deleteVersioned(parts.db, 'reels', { id: ref.id, version }))) {
    throw new AppError('changed_meanwhile', {
      present: await presentReel(parts.db, await atFirstTask(parts.db, ref)),
    });
  }
  parts.securityLog.write({ event: 'reel.deleted', testId: ref.testId });
}
