// Keeps a flood of like events from flooding the log: the first of a kind is written at once, the
// others are counted and written as one line when the minute is over.

/** Plain values: lines are alike if their JSON is. */
type Line = Record<string, unknown>;

export interface FoldedLines {
  /** @param line line to write; @param rough its shorter form when there are too many kinds. */
  write(line: Line, rough: Line): void;
  flush(): void;
}

const WINDOW_MS = 60_000;
/** Maximum number of kinds of lines in a window: with a line at both ends of it, 400 lines a minute. */
const KINDS_MAX = 200;

/** @param emit receives a finished line; a line for several has `count`. */
export function createFoldedLines(emit: (line: Line) => void): FoldedLines {
  let repeats = new Map<string, { line: Line; count: number }>();
  let timer: NodeJS.Timeout | null = null;
  const flush = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    const ended = repeats;
    repeats = new Map();
    for (const { line, count } of ended.values()) if (count > 0) emit({ ...line, count });
  };
  const count = (line: Line) => {
    const key = JSON.stringify(line);
    const known = repeats.get(key);
    if (known) known.count += 1;
    else repeats.set(key, { line, count: 0 });
    return known === undefined;
  };
  return {
    write(line, rough) {
      timer ??= setTimeout(flush, WINDOW_MS).unref();
      const isKept = repeats.size < KINDS_MAX || repeats.has(JSON.stringify(line));
      const lineToCount = isKept ? line : rough;
      if (count(lineToCount)) emit(lineToCount);
    },
    flush,
  };
}
