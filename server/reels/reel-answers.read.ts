// Rows of reels and their items → what the contract answers. Used by the team's calls, downloads and links for viewing.

import { AppError } from '#contract/errors.ts';
import type { ReelId } from '#contract/ids.ts';
import type { Reel, ReelItem, ReelSummary } from '#contract/reels.ts';
import { unavailableReason } from '#server/findings/finding-answers.read.ts';
import { readClips, type TaskOfTest } from '#server/notes/notes-by-id.db.ts';
import type { TestRef } from '#server/platform/access/authorized.ts';
import type { Database } from '#server/platform/db/database.ts';
import { authorshipFromRow } from '#server/versions/versioned-rows.db.ts';
import { type ReelRow, readItems, readReels } from './reels.db.ts';

export async function presentReels(
  db: Database,
  test: Pick<TestRef, 'testId'>,
): Promise<ReelSummary[]> {
  return (await readReels(db, test)).map(reelSummaryFromRow);
}

/** A reel with its items in order. @throws AppError not_found */
export async function presentReel(
  db: Database,
  { testId, step, id }: TaskOfTest & { id: ReelId },
): Promise<Reel> {
  const [row] = await readReels(db, { testId }, [id]);
  if (!row) throw new AppError('not_found');
  const items = await readItems(db, id);
  const ids = items.flatMap(({ clip_id }) => (clip_id === null ? [] : [clip_id]));
  const clips = await readClips(db, { testId, step }, ids);
  return {
    ...reelSummaryFromRow(row),
    testId,
    items: items.map((item): ReelItem => {
      if (item.kind === 'title') return { id: item.id, kind: 'title', text: item.text ?? '' };
      return {
        id: item.id,
        kind: 'clip',
        clip: clips.get(item.clip_id ?? '') ?? unavailableReason(item),
      };
    }),
  };
}

function reelSummaryFromRow(row: ReelRow): ReelSummary {
  const { id, name, lengths } = row;
  return { ...authorshipFromRow(row), id, name, ...lengths };
}
