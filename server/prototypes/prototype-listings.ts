// Caches listings of prototypes' files, for forms where a goal is chosen. A file is listed once, and its images are
// fetched once, however often a form requests it, because plans of the design tool count calls.
import { LRUCache } from 'lru-cache';
import type { ListedScreen } from './fetch-screens.ts';

/** Lifetime of a listing, so that a creator who returns from the design tool sees the changes. */
const LISTING_MS = 10 * 60_000;
/** Most listings in the cache; the oldest are removed first. */
const LISTINGS_MAX = 500;

interface CachedListing {
  listing: Promise<readonly ListedScreen[]>;
  isFetching: boolean;
}

interface Listing {
  screens: readonly ListedScreen[];
  /** More images may follow. */
  isFetching: boolean;
}

export class PrototypeListings {
  readonly #cache = new LRUCache<string, CachedListing>({ max: LISTINGS_MAX, ttl: LISTING_MS });

  /**
   * Returns the listing of a file, and lists it if the cache has none.
   * @param name key of the file and of the account that lists it
   * @param fetchImages starts after the file is listed; answers do not wait for it. It never throws.
   * @throws any error of `list`; the next call lists again
   */
  async of(
    name: string,
    list: () => Promise<readonly ListedScreen[]>,
    fetchImages: (screens: readonly ListedScreen[]) => Promise<void>,
  ): Promise<Listing> {
    const cached = this.#cache.get(name) ?? this.#begin(name, list, fetchImages);
    return { screens: await cached.listing, isFetching: cached.isFetching };
  }

  #begin(
    name: string,
    list: () => Promise<readonly ListedScreen[]>,
    fetchImages: (screens: readonly ListedScreen[]) => Promise<void>,
  ): CachedListing {
    const cached: CachedListing = { listing: list(), isFetching: true };
    this.#cache.set(name, cached);

    cached.listing
      .then(fetchImages)
      // The callers get the error; the next call lists again.
      .catch(() => this.#cache.delete(name))
      .finally(() => {
        cached.isFetching = false;
      });
    return cached;
  }
}
