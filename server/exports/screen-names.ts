// Numbers and names of screens and layers for the tables of an export, as results show them.

import { LRUCache } from 'lru-cache';
import type { SessionId } from '#contract/ids.ts';
import type { NamedScreen } from '#contract/screen-names.ts';
import type { ResultsOf } from '#server/filters/people-filter.rules.ts';
import type { Parts } from '#server/parts.ts';
import { readGeometries } from '#server/results/geometry.db.ts';
import { layerOf, placeOnImage } from '#server/results/place-boxes.rules.ts';
import { namedScreens } from '#server/screens/screen-names.db.ts';
import type { ClickRow, ExportedSession } from './exported-rows.db.ts';

type Named = Pick<NamedScreen, 'number' | 'name'>;

/** A click with the name of what it hit. */
export type NamedClick = ClickRow & { layer: string | null };

export interface ScreenNames {
  /** A screen of the prototype that the session ran, or undefined if the test does not have it. */
  ofSession(row: { sessionId: SessionId; screenId: string }): Named | undefined;
}

/** @param sessions of any revisions: the same node id may be another screen in another file */
export async function screenNames(
  parts: Pick<Parts, 'db' | 'secrets' | 'prototypeHosts'>,
  { testId, revision }: ResultsOf,
  sessions: readonly ExportedSession[],
): Promise<ScreenNames> {
  const currentScreens = await namedScreens(parts, { testId, revisionId: revision?.id ?? null });
  const names = new Map(currentScreens.map(({ number, name }) => [number, name]));
  const byRevision = new Map<string, Map<string, Named>>();
  for (const revisionId of new Set(sessions.map((session) => session.revisionId))) {
    const ofRevision = await namedScreens(parts, { testId, revisionId });
    const named = ofRevision.map(({ screenId, number, name }) => {
      return [screenId, { number, name: names.get(number) ?? name }] as const;
    });
    byRevision.set(revisionId, new Map(named));
  }
  const screensOf = new Map(
    sessions.map(({ id, revisionId }) => [id as string, byRevision.get(revisionId)]),
  );
  return { ofSession: ({ sessionId, screenId }) => screensOf.get(sessionId)?.get(screenId) };
}

/** Maximum number of cached layer names: a prototype has some thousands. */
const LAYERS_KEPT = 10_000;

/** Clicks with the names of the layers that they hit, a batch at a time. */
export async function* namedClicks(
  db: Parts['db'],
  { of, names }: { of: ResultsOf; names: ScreenNames },
  batches: AsyncIterable<readonly ClickRow[]>,
): AsyncGenerator<NamedClick[]> {
  const known = new LRUCache<string, { name: string | null }>({ max: LAYERS_KEPT });
  for await (const batch of batches) {
    const hits = batch.map((click) => ({ click, hit: hitOf(click, names) }));
    const unknown = hits.flatMap(({ hit }) => (hit && !known.has(hit.key) ? [hit] : []));
    if (unknown.length > 0) {
      const images = await readGeometries(db, of, {
        screens: [...new Set(unknown.map(({ screen }) => screen))],
        layerIds: [...new Set(unknown.map(({ layerId }) => layerId))],
      });
      for (const { key, screen, place } of unknown) {
        known.set(key, { name: placeOnImage(place, images.get(screen)).layer });
      }
    }
    yield hits.map(({ click, hit }) => ({
      ...click,
      layer: hit ? (known.get(hit.key)?.name ?? null) : null,
    }));
  }
}

function hitOf(click: ClickRow, names: ScreenNames) {
  const { place } = click;
  const layerId = place === null ? null : layerOf(place);
  const screen = names.ofSession(click)?.number;
  if (place === null || layerId === null || screen === undefined) return null;
  return { place, layerId, screen, key: `${screen} ${layerId}` };
}
