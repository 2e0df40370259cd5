// Clips that a link for viewing shows: its own, those of its reel, or those that the report's findings rest on. They
// are read as they are now, so that a removed clip is gone at once.
import { type RawBuilder, sql } from 'kysely';
import type { ClipId, TestId } from '#contract/ids.ts';
import type { ViewKind } from '#contract/view-links.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Columns of a link that determine which things it shows. */
export interface ShowingLink {
  kind: ViewKind;
  thingId: string | null;
  testId: TestId;
}

/**
 * SQL condition that is true if a link of this kind, thing and test shows the clip. It is false for kinds that show
 * whole recordings.
 */
export function clipCondition(
  { kind, thingId, testId }: Record<keyof ShowingLink, RawBuilder<unknown>>,
  clipId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`CASE ${kind}
    WHEN 'clip' THEN ${thingId} = ${clipId}
    WHEN 'reel' THEN EXISTS (SELECT FROM reel_items
      WHERE reel_items.clip_id = ${clipId} AND reel_items.reel_id = ${thingId})
    WHEN 'report' THEN EXISTS (SELECT FROM finding_evidence JOIN findings ON findings.id = finding_evidence.finding_id
      WHERE finding_evidence.clip_id = ${clipId} AND findings.test_id = ${testId})
    ELSE false END`;
}

export async function showsClip(
  db: Database,
  { kind, thingId, testId }: ShowingLink,
  clipId: ClipId,
): Promise<boolean> {
  const of = {
    kind: sql`${kind}::text`,
    thingId: sql`${thingId}::uuid`,
    testId: sql`${testId}::uuid`,
  };
  const { rows } = await sql<{
    shows: boolean;
  }>`SELECT ${clipCondition(of, sql`${clipId}::uuid`)} AS shows`.execute(db);
  return rows[0]?.shows === true;
}
