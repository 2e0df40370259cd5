// The presses that clips of a report show: their time, and their place on the image of the screen.
import { sql } from 'kysely';
import type { ClipPress, Finding } from '#contract/findings.ts';
import type { RevisionId, SessionId } from '#contract/ids.ts';
import { placesOf } from '#insight/spots.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, TestRef } from '#server/platform/access/authorized.ts';
import type { Database } from '#server/platform/db/database.ts';
import { namedScreens } from '#server/screens/screen-names.db.ts';
import { placeOfFinding } from './report-pictures.ts';

interface PressedClip {
  /** Id of the evidence. */
  id: string;
  sessionId: SessionId;
  fromMs: number;
  toMs: number;
  /** Places of the finding's picture; empty without one. */
  places: readonly string[];
}

/** Clips of a finding, each with the places of which a press is preferred. */
export function pressedClips(finding: Finding): PressedClip[] {
  const place = placeOfFinding(finding)?.moments.place;
  const places = place === undefined ? [] : placesOf(place);
  return finding.evidence.flatMap((each) => {
    if (each.kind !== 'clip' || typeof each.clip === 'string') return [];
    const { sessionId, fromMs, toMs } = each.clip;
    return [{ id: each.id, sessionId, fromMs, toMs, places }];
  });
}

/** Reads the press of each clip by the id of the evidence. Clips without a press on an image are left out. */
export async function pressesOf(
  parts: Pick<Parts, 'db' | 'secrets' | 'prototypeHosts'>,
  { testId }: Authorized<TestRef>,
  clips: readonly PressedClip[],
): Promise<Record<string, ClipPress>> {
  const presses: Record<string, ClipPress> = {};
  const rows = await readPresses(parts.db, clips);
  for (const [revisionId, those] of Map.groupBy(rows, ({ revision }) => revision)) {
    const screens = await namedScreens(parts, { testId, revisionId });
    for (const { id, screen: nodeId, x, y, atMs } of those) {
      const screen = screens.find(({ screenId }) => screenId === nodeId);
      if (screen?.image) presses[id] = { screen, x, y, atMs };
    }
  }
  return presses;
}

interface PressRow {
  id: string;
  revision: RevisionId;
  screen: string;
  x: number;
  y: number;
  atMs: number;
}

async function readPresses(db: Database, clips: readonly PressedClip[]): Promise<PressRow[]> {
  if (clips.length === 0) return [];
  const of = JSON.stringify(clips);
  const { rows } = await sql<PressRow>`SELECT clip.id, sessions.revision_id AS revision, press.*
    FROM jsonb_to_recordset(${of}::jsonb)
        AS clip (id uuid, "sessionId" uuid, "fromMs" float8, "toMs" float8, places text[])
      JOIN sessions ON sessions.id = clip."sessionId"
      JOIN LATERAL (SELECT screen_id AS screen, x, y, at_ms AS "atMs" FROM clicks
        WHERE clicks.session_id = clip."sessionId" AND x IS NOT NULL
          AND at_ms BETWEEN clip."fromMs" AND clip."toMs"
        ORDER BY (place = ANY (clip.places)) IS TRUE DESC, (reacted IS FALSE) DESC, seq LIMIT 1) AS press ON true`.execute(
    db,
  );
  return rows;
}
