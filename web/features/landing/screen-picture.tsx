// A picture of the product's own screens, in the look that is in use; `npm run pictures` takes them all.
import { useTheme } from '#web/lib/theme.ts';
import { classNames } from '#web/ui/class-names.ts';
import { type PictureName, pictures } from './pictures.ts';

interface ScreenPictureProps {
  name: PictureName;
  /** What can be seen on it. */
  alt: string;
  /** Shown below 576 px in its place: the same screen on a phone. */
  narrow?: PictureName;
  /** Stands on the first screen: it is fetched at once. */
  first?: boolean;
  className?: string;
}

export function ScreenPicture({ name, narrow, alt, first, className }: ScreenPictureProps) {
  const { theme } = useTheme();
  const wide = pictures[name];
  const small = narrow && pictures[narrow];
  return (
    <picture>
      {small && (
        <source
          media="(width < 36rem)"
          srcSet={small[theme]}
          width={small.width}
          height={small.height}
        />
      )}
      <img
        src={wide[theme]}
        width={wide.width}
        height={wide.height}
        alt={alt}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
        className={classNames('block h-auto w-full', className)}
      />
    </picture>
  );
}
