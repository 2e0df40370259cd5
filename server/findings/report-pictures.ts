// Pictures of findings: the screen of a finding's first number about a screen, and the place on its image.
import type { Finding, FindingPicture } from '#contract/findings.ts';
import type { FindingId } from '#contract/ids.ts';
import {
  type ReportMoments,
  type ReportNumber,
  readReportFilter,
  readReportMoments,
} from '#contract/report-numbers.ts';
import { type ResultFilter, resultFilter } from '#contract/result-filter.ts';
import type { NamedScreen } from '#contract/screen-names.ts';
import { type ResultsOf, resultsOf } from '#server/filters/people-filter.read.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, TestRef } from '#server/platform/access/authorized.ts';
import { readLayers } from '#server/screens/geometry.db.ts';
import { boxOnImage, type PlaceBox } from '#server/screens/place-boxes.rules.ts';
import { namedScreens } from '#server/screens/screen-names.db.ts';
import { prototypeOfRevision } from '#server/screens/screens.db.ts';

/** The place of a finding: a screen of the revision that the number was computed for. */
export interface PlaceOfFinding {
  id: FindingId;
  /** The revision and the task of its filter. */
  of: ResultFilter;
  screen: number;
  moments: ReportMoments;
}

/** Reads the pictures of these places by their finding. Each task of a revision among them is read once. */
export async function picturesOf(
  parts: Pick<Parts, 'db' | 'secrets' | 'prototypeHosts'>,
  ofTask: Authorized<TestRef> & Pick<ResultsOf, 'step'>,
  places: readonly PlaceOfFinding[],
): Promise<Partial<Record<FindingId, FindingPicture>>> {
  const pictures: Partial<Record<FindingId, FindingPicture>> = {};
  for (const [key, those] of Map.groupBy(places, ({ of }) => JSON.stringify(of))) {
    const of = await resultsOf(parts.db, ofTask, resultFilter.parse(JSON.parse(key)));
    const [names, layers] = await Promise.all([
      namedScreens(parts, {
        testId: of.testId,
        step: of.step,
        revisionId: of.revision?.id ?? null,
      }),
      readLayers(
        parts.db,
        of,
        those.map(({ screen, moments: { place = '' } }) => ({ screen, place })),
      ),
    ]);
    for (const { id, screen: number, moments } of those) {
      const screen = names.find((named) => named.number === number);
      if (!screen) continue;
      const { place, area: corners } = moments;
      const box = place === undefined ? null : boxOnImage(place, layers.get(number));
      pictures[id] = { screen, area: box ?? (corners ? boxAround(corners) : null) };
    }
  }
  return pictures;
}

/** Returns the screen where a task of a revision begins, or null if its prototype reports no screens. */
export async function startOf(
  parts: Pick<Parts, 'db' | 'secrets' | 'prototypeHosts'>,
  { testId, step, revision }: ResultsOf,
): Promise<NamedScreen | null> {
  if (revision === null) return null;
  const { prototype_url: prototypeUrl } = await parts.db
    .selectFrom('steps')
    .select('prototype_url')
    .where('revision_id', '=', revision.id)
    .where('number', '=', step)
    .executeTakeFirstOrThrow();
  const prototype = await prototypeOfRevision(parts.db, parts.prototypeHosts, {
    revisionId: revision.id,
    prototypeUrl: prototypeUrl ?? '',
  });
  const screens = await namedScreens(parts, { testId, step, revisionId: revision.id });
  return screens.find(({ screenId }) => screenId === prototype?.startNodeId) ?? null;
}

/** Returns the place of the first number that is about a screen, or null if there is none. */
export function placeOfFinding({ id, evidence }: Finding): PlaceOfFinding | null {
  for (const each of evidence) {
    if (each.kind !== 'number') continue;
    const moments = momentsOf(each.number);
    if (moments?.at === undefined) continue;
    const { revision = 'all' as const, step } = readReportFilter(each.number.filter) ?? {};
    return { id, of: { revision, ...(step && { step }) }, screen: moments.at, moments };
  }
  return null;
}

function momentsOf({ moments }: ReportNumber): ReportMoments | null {
  return moments === null ? null : readReportMoments(moments);
}

/** Returns the smallest box around the corners `x:y` of a lasso. */
export function boxAround(corners: readonly string[]): PlaceBox {
  const points = corners.map((corner) => corner.split(':').map(Number));
  const [xs, ys] = [points.map(([x = 0]) => x), points.map(([, y = 0]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
