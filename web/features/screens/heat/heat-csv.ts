// What the heat viewer shows as CSV (RFC 4180), for spreadsheets: what participants or designs wrote runs no formula.
import type { ScreenHeat } from '#contract/result-screens.ts';
import { spotName } from './heat-words.ts';

/** Spreadsheets take a file without it for their own old encoding. */
const BYTE_ORDER_MARK = '\ufeff';

type Row = Record<string, string | number>;

export function hotSpotRows({
  hotSpots,
  otherSpots,
}: Pick<ScreenHeat, 'hotSpots' | 'otherSpots'>): Row[] {
  const rows = hotSpots.map((spot) => ({
    place: spotName(spot),
    people: spot.people,
    clicks: spot.clicks,
    reacts: spot.reacts ? 'yes' : 'no',
    'leads to': spot.leadsTo ? `${spot.leadsTo.number} · ${spot.leadsTo.name}` : '',
    left: spot.box?.x ?? '',
    top: spot.box?.y ?? '',
    width: spot.box?.width ?? '',
    height: spot.box?.height ?? '',
  }));
  if (otherSpots.places === 0) return rows;
  const { people, clicks } = otherSpots;
  const empty = { reacts: '', 'leads to': '', left: '', top: '', width: '', height: '' };
  return [...rows, { place: `${otherSpots.places} other places`, people, clicks, ...empty }];
}

/** One row for each pixel of the image with clicks. */
export function pixelRows({ bins: { x, y, weight } }: Pick<ScreenHeat, 'bins'>): Row[] {
  return x.map((column, at) => ({ x: column, y: y[at] ?? 0, weight: weight[at] ?? 0 }));
}

export async function csvOf(rows: readonly Row[]): Promise<string> {
  const { unparse } = await import('papaparse');
  return BYTE_ORDER_MARK + unparse([...rows], { escapeFormulae: true, newline: '\r\n' });
}
