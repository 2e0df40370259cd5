// The only place that touches localStorage and sessionStorage; stored values are parsed like any input.

/** A Zod schema, or anything else that returns a value or throws. */
interface Parser<T> {
  parse: (value: unknown) => T;
}

export interface StoredValue<T> {
  /** Returns null for a value that is absent, unreadable, or of another shape. */
  read: () => T | null;
  write: (value: T) => void;
  clear: () => void;
}

/** A value stored for this browser until it is cleared. */
export function localValue<T>(key: string, parser: Parser<T>): StoredValue<T> {
  // biome-ignore lint/style/noRestrictedGlobals: the one place it may be used.
  return storedValue(() => localStorage, key, parser);
}

/** A value stored for this tab. */
export function sessionValue<T>(key: string, parser: Parser<T>): StoredValue<T> {
  // biome-ignore lint/style/noRestrictedGlobals: the one place it may be used.
  return storedValue(() => sessionStorage, key, parser);
}

/** A plain text stored for this browser, in the form that scripts before the app read. */
export function localText(key: string): StoredValue<string> {
  // biome-ignore lint/style/noRestrictedGlobals: the one place it may be used.
  return storedText(() => localStorage, key);
}

/** A plain text stored for this tab. */
export function sessionText(key: string): StoredValue<string> {
  // biome-ignore lint/style/noRestrictedGlobals: the one place it may be used.
  return storedText(() => sessionStorage, key);
}

function storedValue<T>(storage: () => Storage, key: string, parser: Parser<T>): StoredValue<T> {
  const text = storedText(storage, key);
  return {
    read: () => {
      const stored = text.read();
      if (stored === null) return null;
      try {
        return parser.parse(JSON.parse(stored));
      } catch {
        // Written by something else, or by an older version: as good as absent.
        return null;
      }
    },
    write: (value) => text.write(JSON.stringify(value)),
    clear: text.clear,
  };
}

function storedText(storage: () => Storage, key: string): StoredValue<string> {
  return {
    read: () => {
      try {
        return storage().getItem(key);
      } catch {
        // Blocked by the browser's settings: as good as absent.
        return null;
      }
    },
    write: (value) => {
      try {
        storage().setItem(key, value);
      } catch (error) {
        // Blocked or full: the page works on without remembering.
        console.warn(`${key} could not be stored`, error);
      }
    },
    clear: () => {
      try {
        storage().removeItem(key);
      } catch {
        // Blocked: nothing is stored either.
      }
    },
  };
}
