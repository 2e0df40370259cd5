// One still out of its sheet; it says nothing that the text beside it does not.
import { type ReactNode, useState } from 'react';
import type { ShownStill } from '#contract/stills.ts';
import { classNames } from '#web/ui/class-names.ts';
import { stillStyles } from './stills.ts';

interface StillPictureProps {
  still: ShownStill | null;
  /** Gives the size. */
  className: string;
  /** In its place without a still, also when it can't be loaded. */
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
  still: ShownStill;
  /** Gives its width or its height; the other one follows from its shape. */
  className: string;
  /** The sheet can't be loaded. */
  onError?: () => void;
}

/** The still alone. An image: backgrounds are not printed. */
export function Still({ still, className, onError }: StillProps) {
  const { hole, sheet } = stillStyles(still);
  return (
    <span className={classNames('relative overflow-hidden', className)} style={hole}>
      <img
        // Another sheet's picture would stand in this one's place until this one is there.
        key={still.url}
        src={still.url}
        alt=""
        loading="lazy"
        decoding="async"
        className="absolute max-w-none"
        style={sheet}
        onError={onError}
      />
    </span>
  );
}
