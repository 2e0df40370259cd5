// Reports this load of the page to the server: the link was opened, and the obstacles. The report contains no name, and
// its failure has no effect.
import { type OpeningId, openingId } from '#contract/ids.ts';
import type { Obstacle } from '#contract/obstacles.ts';
import { sessions } from '#contract/sessions.api.ts';
import { call } from '#web/lib/api.ts';
import { readBrowserKey, type SharedLink } from './shared-link.ts';

export class Opening {
  readonly id: OpeningId = newId();
  /** The last reported obstacle; undefined before the first report. */
  #lastReported: Obstacle | null | undefined;
  #isRepeat = false;
  #tail: Promise<void> = Promise.resolve();

  /**
   * Reports the current obstacle, or null if there is none. Reports are sent one after the other.
   * @returns whether a session from this browser would be a repeat that the test does not take
   */
  async report({ test, revisionId }: SharedLink, obstacle: Obstacle | null): Promise<boolean> {
    if (obstacle === this.#lastReported) return this.#isRepeat;
    this.#lastReported = obstacle;
    const params = { uniqueId: test.uniqueId, openingId: this.id };
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

/** Returns a random id (RFC 9562, version 4), also on an insecure page, where the browser creates none. */
function newId(): OpeningId {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = '89ab'.charAt((bytes[8] ?? 0) & 3);
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];
  return openingId.parse([...groups, variant + hex.slice(17, 20), hex.slice(20)].join('-'));
}
