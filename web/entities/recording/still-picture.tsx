// Stills: the one for a moment of the recording, its place in its sheet, and its picture.
import { type ReactNode, useState } from 'react';
import {
  SHEET_COLUMNS,
  SHEET_ROWS,
  STILL_EVERY_MS,
  STILLS_PER_SHEET,
  type StillOnSheet,
  type StillSheet,
} from '#contract/stills.ts';
import { classNames } from '#web/ui/class-names.ts';

interface StillPictureProps {
  still: StillOnSheet | null;
  /** Gives the size. */
  className: string;
  /** Replacement if there is no still or it can't be loaded. */
  children: ReactNode;
}

/** Places are wider than high: a still that is less so fills the height. */
const PLACE_ASPECT = 5 / 3;

/** Whole and as large as its place. */
export function StillPicture({ still, className, children }: StillPictureProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const isShown = still !== null && still.url !== failedUrl;
  return (
    <span className={classNames('grid place-items-center overflow-hidden', className)}>
      {isShown ? (
        <Still
          still={still}
          className={still.width / still.height < PLACE_ASPECT ? 'h-full' : 'w-full'}
          onError={() => setFailedUrl(still.url)}
        />
      ) : (
        children
      )}
    </span>
  );
}

interface StillProps {
  still: StillOnSheet;
  /** Gives its width or its height; the other one follows from its shape. */
  className: string;
  /** The sheet can't be loaded. */
  onError?: () => void;
}

/** The still alone. An image: backgrounds are not printed. */
export function Still({ still, className, onError }: StillProps) {
  const [loadedUrl, setLoadedUrl] = useState<string | null>(null);
  const { hole, sheet } = stillStyles(still);
  return (
    <span
      className={classNames(
        'relative overflow-hidden',
        loadedUrl !== still.url && 'shimmer',
        className,
      )}
      style={hole}
    >
      <img
        // The key prevents another sheet's picture in this place until this one has loaded.
        key={still.url}
        src={still.url}
        alt=""
        loading="lazy"
        decoding="async"
        className="absolute max-w-none"
        style={sheet}
        onLoad={() => setLoadedUrl(still.url)}
        onError={onError}
      />
    </span>
  );
}

/** One still that misses is bridged by its neighbours; a missing sheet stays a gap. */
const REACH_MS = 2 * STILL_EVERY_MS;

export interface FoundStill {
  /** Index in the list of sheets. */
  sheet: number;
  /** Place in the sheet, row by row from 0. */
  place: number;
}

/** The still nearest to a time; null when none is near. @param sheets in order of time. */
export function stillAt(
  sheets: readonly Pick<StillSheet, 'timesMs'>[],
  atMs: number,
): FoundStill | null {
  let found: FoundStill | null = null;
  let leastMs = REACH_MS;
  for (const [sheet, { timesMs }] of sheets.entries()) {
    for (const [place, timeMs] of timesMs.slice(0, STILLS_PER_SHEET).entries()) {
      const distanceMs = Math.abs(timeMs - atMs);
      if (distanceMs > leastMs) continue;
      leastMs = distanceMs;
      found = { sheet, place };
    }
  }
  return found;
}

/** A hole of the still's shape, and the sheet behind it, moved so that this still is seen. */
export function stillStyles({ width, height, index }: Omit<StillOnSheet, 'url'>) {
  const column = index % SHEET_COLUMNS;
  const row = Math.floor(index / SHEET_COLUMNS);
  return {
    hole: { aspectRatio: `${width} / ${height}` },
    sheet: {
      width: `${SHEET_COLUMNS * 100}%`,
      height: `${SHEET_ROWS * 100}%`,
      left: `${column * -100}%`,
      top: `${row * -100}%`,
    },
  };
}
