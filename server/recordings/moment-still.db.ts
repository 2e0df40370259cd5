// The still of a moment: its sheet and the place in it, as a part of other statements, and its address.
import { type RawBuilder, sql } from 'kysely';
import { addressOf } from '#contract/endpoint.ts';
import type { SessionId } from '#contract/ids.ts';
import { stills } from '#contract/stills.api.ts';
import type { StillOnSheet } from '#contract/stills.ts';

/** Columns of a still. They are null if the recording has none. */
export interface StillColumns {
  sheet: number | null;
  still_width: number | null;
  still_height: number | null;
  still_index: number | null;
}

/**
 * The nearest still at or before a moment, the first of all where there is none; for a LATERAL join.
 * @param sessionId a column of the outer statement, as `page.session_id`
 * @param atMs another one
 */
export function stillBefore(sessionId: string, atMs: string): RawBuilder<StillColumns> {
  const at = sql.ref(atMs);
  return sql`SELECT sheet, width AS still_width, height AS still_height,
      greatest((SELECT count(*) FROM unnest(times_ms) AS taken WHERE taken <= ${at}), 1)::int - 1 AS still_index
    FROM still_sheets
    WHERE still_sheets.session_id = ${sql.ref(sessionId)} AND cardinality(times_ms) > 0
    ORDER BY times_ms[1] <= ${at} DESC,
      CASE WHEN times_ms[1] <= ${at} THEN -times_ms[1] ELSE times_ms[1] END
    LIMIT 1`;
}

export function stillFromRow(row: StillColumns & { session_id: SessionId }): StillOnSheet | null {
  const { sheet, still_width: width, still_height: height, still_index: index } = row;
  if (sheet === null || width === null || height === null || index === null) return null;
  const params = { sessionId: row.session_id, sheet: String(sheet) };
  return { url: addressOf(stills.sheet, { params }), width, height, index };
}
