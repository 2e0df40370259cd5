// A picture of the product's own screens, in the look that is in use; `npm run pictures` takes them all.
import { useTheme } from '#web/lib/theme.ts';
import { type PictureName, pictures } from './pictures.ts';

interface ScreenPictureProps {
  name: PictureName;
  /** Description of the picture. */
  alt: string;
  /** The same screen on a phone, where its place is narrow. */
  narrow?: PictureName;
  /** Windows in which its place is narrow, as a media query. */
  narrowIn?: string;
  /** Stands on the first screen: it is fetched at once. */
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
