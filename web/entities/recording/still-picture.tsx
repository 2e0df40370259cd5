// One still out of its sheet, whole and as large as its place; it says nothing that the text beside it does not.
import { type ReactNode, useState } from 'react';
import { SHEET_COLUMNS, SHEET_ROWS, type ShownStill } from '#contract/stills.ts';
import { classNames } from '#web/ui/class-names.ts';

interface StillPictureProps {
  still: ShownStill | null;
  /** Gives the size. */
  className: string;
  /** In its place without a still, also when it can't be loaded. */
  children: ReactNode;
}

/** Places are wider than high: a still that is less so fills the height. */
const PLACE_ASPECT = 5 / 3;

export function StillPicture({ still, className, children }: StillPictureProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const isShown = still !== null && still.url !== failedUrl;
  return (
    <span className={classNames('grid place-items-center overflow-hidden', className)}>
      {isShown ? (
        <span
          className={classNames(
            'relative overflow-hidden',
            still.width / still.height < PLACE_ASPECT ? 'h-full' : 'w-full',
          )}
          style={{ aspectRatio: `${still.width} / ${still.height}` }}
        >
          <img
            src={still.url}
            alt=""
            loading="lazy"
            decoding="async"
            className="absolute max-w-none"
            style={placeStyle(still.index)}
            onError={() => setFailedUrl(still.url)}
          />
        </span>
      ) : (
        children
      )}
    </span>
  );
}

/** The sheet behind the hole, moved so that this still is seen. An image: backgrounds are not printed. */
function placeStyle(index: number) {
  return {
    width: `${SHEET_COLUMNS * 100}%`,
    height: `${SHEET_ROWS * 100}%`,
    left: `${(index % SHEET_COLUMNS) * -100}%`,
    top: `${Math.floor(index / SHEET_COLUMNS) * -100}%`,
  };
}
