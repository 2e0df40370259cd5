// Numbers and names of screens and layers for the tables of an export, as results show them.

import { LRUCache } from 'lru-cache';
import type { SessionId } from '#contract/ids.ts';
import type { NamedScreen } from '#contract/screen-names.ts';
import type { ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Parts } from '#server/parts.ts';
import { tasksOfRevision } from '#server/revisions/steps.db.ts';
import { readLayers } from '#server/screens/geometry.db.ts';
import { layerOf, placeOnImage } from '#server/screens/place-boxes.rules.ts';
import { namedScreens } from '#server/screens/screen-names.db.ts';
import type { ClickRow, ExportedSession } from './exported-rows.db.ts';

type Named = Pick<NamedScreen, 'number' | 'name'>;

/** A click with the name of what it hit. */
export type NamedClick = ClickRow & { layer: string | null };

export interface ScreenNames {
  /**
   * A screen of a task's prototype that the session ran, or undefined if the test does not have it. Without a step it is
   * that of the first task with such a screen.
   */
  ofSession(row: { sessionId: SessionId; step?: number; screenId: string }): Named | undefined;
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
    const named = new Map<string, Named>();
    for (const { number: step } of await tasksOfRevision(parts.db, revisionId)) {
      const ofTask = await namedScreens(parts, { testId, revisionId, step });
      for (const { screenId, number, name: own } of ofTask) {
        const screen = { number, name: names.get(number) ?? own };
        named.set(`${step} ${screenId}`, screen);
        if (!named.has(screenId)) named.set(screenId, screen);
      }
    }
    byRevision.set(revisionId, named);
  }
  const screensOf = new Map(
    sessions.map(({ id, revisionId }) => [id as string, byRevision.get(revisionId)]),
  );
  return {
    ofSession: ({ sessionId, step, screenId }) =>
      screensOf.get(sessionId)?.get(step === undefined ? screenId : `${step} ${screenId}`),
  };
}

/** Names of layers that are cached: all of most exports, a hundred bytes each. */
const NAMES_CACHED = 20_000;

/** Clicks with the names of the layers that they hit, a batch at a time. */
export async function* namedClicks(
  db: Parts['db'],
  { of, names }: { of: ResultsOf; names: ScreenNames },
  batches: AsyncIterable<readonly ClickRow[]>,
): AsyncGenerator<NamedClick[]> {
  const known = new LRUCache<string, { layer: string | null }>({ max: NAMES_CACHED });
  for await (const batch of batches) {
    const hits = batch.map((click) => hitOf(click, names));
    const unknown = hits.filter((hit): hit is Hit => hit !== null && !known.has(keyOf(hit)));
    const layers = await readLayers(db, of, unknown);
    for (const hit of unknown)
      known.set(keyOf(hit), placeOnImage(hit.place, layers.get(hit.screen)));
    yield batch.map((click, at) => {
      const hit = hits[at];
      return { ...click, layer: (hit && known.get(keyOf(hit))?.layer) ?? null };
    });
  }
}

interface Hit {
  screen: number;
  place: string;
}

function keyOf({ screen, place }: Hit): string {
  return `${screen} ${place}`;
}

function hitOf({ place, ...click }: ClickRow, names: ScreenNames): Hit | null {
  const screen = names.ofSession(click)?.number;
  if (place === null || layerOf(place) === null || screen === undefined) return null;
  return { place, screen };
}
