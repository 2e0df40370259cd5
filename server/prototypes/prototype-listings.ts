// What prototypes' files have lately had, for forms where a goal is chosen: a file is listed once, and its images are
// fetched once, however often a form asks. Plans of the design tool count calls.
import { LRUCache } from 'lru-cache';
import type { ListedScreen } from './fetch-screens.ts';

/** A creator who goes back to the design and comes again sees what was changed there. */
const LISTING_MS = 10 * 60_000;
/** Files listed in that time; the oldest make room. */
const LISTINGS_MAX = 500;

interface Kept {
  listing: Promise<readonly ListedScreen[]>;
  isFetching: boolean;
}

interface Listing {
  screens: readonly ListedScreen[];
  /** Images may still come. */
  isFetching: boolean;
}

export class PrototypeListings {
  readonly #kept = new LRUCache<string, Kept>({ max: LISTINGS_MAX, ttl: LISTING_MS });

  /**
   * @param name of a file and of whose calls list it
   * @param fetchImages begins once the file is listed; answers do not wait for it. It never throws.
   * @throws what `list` throws; the next one asks again
   */
  async of(
    name: string,
    list: () => Promise<readonly ListedScreen[]>,
    fetchImages: (screens: readonly ListedScreen[]) => Promise<void>,
  ): Promise<Listing> {
    const kept = this.#kept.get(name) ?? this.#begin(name, list, fetchImages);
    return { screens: await kept.listing, isFetching: kept.isFetching };
  }

  #begin(
    name: string,
    list: () => Promise<readonly ListedScreen[]>,
    fetchImages: (screens: readonly ListedScreen[]) => Promise<void>,
  ): Kept {
    const kept: Kept = { listing: list(), isFetching: true };
    this.#kept.set(name, kept);

    kept.listing
      .then(fetchImages)
      // Those who asked get the error; the next one asks again.
      .catch(() => this.#kept.delete(name))
      .finally(() => {
        kept.isFetching = false;
      });
    return kept;
  }
}
