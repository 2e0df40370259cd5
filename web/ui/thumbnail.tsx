// A small picture of a screen beside its name, or a replacement. Screen readers skip it because the
// text beside it has the same content.
import { type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';

interface ThumbnailProps {
  src: string | null;
  /** Gives the size. */
  className: string;
  /** Shown without a picture, also when it can't be loaded. */
  children?: ReactNode;
}

export function Thumbnail({ src, className, children }: ThumbnailProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const [loadedSrc, setLoadedSrc] = useState<string | null>(null);
  const isShown = src !== null && src !== failedSrc;
  return (
    <span
      className={classNames(
        'grid shrink-0 place-items-center overflow-hidden rounded-md',
        isShown && `border border-line ${loadedSrc === src ? 'bg-sunken' : 'shimmer'}`,
        className,
      )}
    >
      {isShown ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-cover object-top"
          onLoad={() => setLoadedSrc(src)}
          onError={() => setFailedSrc(src)}
        />
      ) : (
        children
      )}
    </span>
  );
}
