// Reports to the server that the link was opened, and the obstacles. The report contains no name, and its failure has
// no effect. A browser reports the same id all day, so that the funnel counts people and not loads of the page.
import { z } from 'zod/mini';
import { type OpeningId, openingId } from '#contract/ids.ts';
import type { Obstacle } from '#contract/obstacles.ts';
import { sessions } from '#contract/sessions.api.ts';
import { call } from '#web/lib/api.ts';
import { localValue } from '#web/lib/local-store.ts';
import { readBrowserKey, type SharedLink } from './shared-link.ts';

/** Random ids of this browser's openings by share id, for one day in UTC. The next day replaces them. */
const openingsToday = localValue(
  'tryoutOpenings',
  z.object({ day: z.string(), ids: z.record(z.string(), openingId) }),
);

export class Opening {
  #id: OpeningId | null = null;
  /** The last reported obstacle; undefined before the first report. */
  #lastReported: Obstacle | null | undefined;
  #isRepeat = false;
  #tail: Promise<void> = Promise.resolve();

  /** Returns the id of the opening of a link. It stays the same while the page is open. */
  idOf({ test }: Pick<SharedLink, 'test'>): OpeningId {
    this.#id ??= idToday(test.uniqueId);
    return this.#id;
  }

  /**
   * Reports the current obstacle, or null if there is none. Reports are sent one after the other.
   * @returns whether a session from this browser would be a repeat that the test does not take
   */
  async report(link: SharedLink, obstacle: Obstacle | null): Promise<boolean> {
    if (obstacle === this.#lastReported) return this.#isRepeat;
    this.#lastReported = obstacle;
    const { test, revisionId } = link;
    const params = { uniqueId: test.uniqueId, openingId: this.idOf(link) };
    const browserKey = readBrowserKey() ?? undefined;
    const body = { revisionId, obstacle, browserKey };
    this.#tail = this.#tail
      .then(() => call(sessions.opening, { params, body }))
      .then(
        ({ isRepeat }) => {
          this.#isRepeat = isRepeat;
        },
        (error) => console.info('The opened link was not counted.', error),
      );
    await this.#tail;
    return this.#isRepeat;
  }
}

/** Returns the stored id of today, or a new one. Without storage, each load of the page has a new one. */
function idToday(uniqueId: string): OpeningId {
  const day = new Date().toISOString().slice(0, 10);
  const stored = openingsToday.read();
  const ids = stored?.day === day ? stored.ids : {};
  const known = Object.hasOwn(ids, uniqueId) ? ids[uniqueId] : undefined;
  if (known) return known;
  const id = newId();
  openingsToday.write({ day, ids: { ...ids, [uniqueId]: id } });
  return id;
}

/** Returns a random id (RFC 9562, version 4), also on an insecure page, where the browser creates none. */
function newId(): OpeningId {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = '89ab'.charAt((bytes[8] ?? 0) & 3);
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];
  return openingId.parse([...groups, variant + hex.slice(17, 20), hex.slice(20)].join('-'));
}
