// Numbers and names of screens and layers for the tables of an export, as results show them.

import { LRUCache } from 'lru-cache';
import type { SessionId } from '#contract/ids.ts';
import type { NamedScreen } from '#contract/screen-names.ts';
import type { ScreenLayers } from '#insight/layers.ts';
import type { ResultsOf } from '#server/filters/people-filter.rules.ts';
import type { Parts } from '#server/parts.ts';
import { readLayers } from '#server/results/geometry.db.ts';
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

/** Screens whose layers are cached: most prototypes have fewer, and a dense screen takes some megabytes. */
const SCREENS_CACHED = 30;

/** Clicks with the names of the layers that they hit, a batch at a time. */
export async function* namedClicks(
  db: Parts['db'],
  { of, names }: { of: ResultsOf; names: ScreenNames },
  batches: AsyncIterable<readonly ClickRow[]>,
): AsyncGenerator<NamedClick[]> {
  const known = new LRUCache<number, { layers: ScreenLayers | undefined }>({ max: SCREENS_CACHED });
  for await (const batch of batches) {
    const named: NamedClick[] = [];
    for (const click of batch) {
      const hit = hitOf(click, names);
      const screen = hit && (known.get(hit.screen) ?? (await readScreen(hit.screen)));
      named.push({ ...click, layer: hit ? placeOnImage(hit.place, screen?.layers).layer : null });
    }
    yield named;
  }

  async function readScreen(number: number): Promise<{ layers: ScreenLayers | undefined }> {
    const screen = { layers: (await readLayers(db, of, [number])).get(number) };
    known.set(number, screen);
    return screen;
  }
}

function hitOf({ place, ...click }: ClickRow, names: ScreenNames) {
  const screen = names.ofSession(click)?.number;
  if (place === null || layerOf(place) === null || screen === undefined) return null;
  return { place, screen };
}
