// A value that can be watched: the one observable of capture and the web app. Components read it by
// `useStore` (web/lib/use-store.ts), or in web/ui by `useSyncExternalStore`.

/** Snapshots are replaced, never changed in place. */
export interface Observable<T> {
  subscribe: (listener: () => void) => () => void;
  getSnapshot: () => T;
}

/** An observable whose owner may change it. */
export class Store<T> implements Observable<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): T => this.#value;

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener();
  }

  /** Changes some fields of an object value; listeners are not called when none differs. */
  merge(part: Partial<T>): void {
    const now = this.#value;
    const keys = Object.keys(part) as (keyof T)[];
    if (keys.every((key) => Object.is(part[key], now[key]))) return;
    this.set({ ...now, ...part });
  }
}
