// Uses of a clip: the reels that play it, and the findings whose evidence it is.
import type { ClipId } from '#contract/ids.ts';
import type { Database } from '#server/platform/db/database.ts';

export interface ClipUses {
  /** Names of the reels, in the order of their creation. */
  reels: string[];
  findings: number;
}

export async function readClipUses(db: Database, clipId: ClipId): Promise<ClipUses> {
  const [reels, findings] = await Promise.all([
    db
      .selectFrom('reels')
      .select('name')
      .where('id', 'in', (sub) =>
        sub.selectFrom('reel_items').select('reel_id').where('clip_id', '=', clipId),
      )
      .orderBy('id')
      .execute(),
    db
      .selectFrom('findings')
      .select('id')
      .where('id', 'in', (sub) =>
        sub.selectFrom('finding_evidence').select('finding_id').where('clip_id', '=', clipId),
      )
      .execute(),
  ]);
  return { reels: reels.map(({ name }) => name), findings: findings.length };
}
