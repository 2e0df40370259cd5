// A picture of the product's own screens in the current theme; `npm run pictures` takes all of them.
import { useTheme } from '#web/lib/theme.ts';
import { type PictureName, pictures } from './pictures.ts';

interface ScreenPictureProps {
  name: PictureName;
  /** Description of the picture. */
  alt: string;
  /** The same screen on a phone, for narrow layouts. */
  narrow?: PictureName;
  /** Media query for narrow layouts. */
  narrowIn?: string;
  /** The picture is on the first screen, so it is loaded at once. */
  first?: boolean;
}

/** Section 9's first breakpoint. */
const PHONES = '(width < 36rem)';

export function ScreenPicture({ name, narrow, narrowIn = PHONES, alt, first }: ScreenPictureProps) {
  const { theme } = useTheme();
  const wide = pictures[name];
  const small = narrow && pictures[narrow];
  return (
    <picture>
      {small && (
        <source media={narrowIn} srcSet={small[theme]} width={small.width} height={small.height} />
      )}
      <img
        src={wide[theme]}
        width={wide.width}
        height={wide.height}
        alt={alt}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
        className="block h-auto w-full"
      />
    </picture>
  );
}
