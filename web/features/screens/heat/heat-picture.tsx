// The screen's image under the places or the clicks of all sessions, painted at the size it has on the page.
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { NamedScreen } from '#contract/screen-names.ts';
import type { HeatLook } from '#insight/heat-layer.ts';
import type { TintedPlace } from '#insight/tints.ts';
import { HeatLayer } from '#web/entities/heat/heat-layer.tsx';
import type { PackedClicks } from '#web/entities/heat/packed-clicks.ts';
import type { LayerJob } from '#web/entities/heat/paint-layer.ts';
import { classNames } from '#web/ui/class-names.ts';

interface HeatPictureProps {
  image: NonNullable<NamedScreen['image']>;
  alt: string;
  clicks: PackedClicks;
  places: readonly TintedPlace[];
  look: HeatLook;
  /** Opacity of tints and marks, 0 to 1. */
  opacity: number;
  /** Rendered over the picture. */
  children: ReactNode;
}

export function HeatPicture(props: HeatPictureProps) {
  const { image, alt, clicks, places, look, opacity, children } = props;
  const { width, height, url } = image;
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  const frame = useRef<HTMLDivElement>(null);
  const visiblePx = useVisibleWidth(frame);
  const job = useMemo(
    () =>
      visiblePx === 0
        ? null
        : layerJob({ clicks, places, look, image: { width, height }, visiblePx }),
    [clicks, places, look, width, height, visiblePx],
  );
  return (
    <div
      ref={frame}
      aria-busy={state === 'loading'}
      className={classNames(
        'relative w-full overflow-hidden rounded-sm bg-surface shadow-md break-inside-avoid',
        state === 'loading' && 'shimmer',
      )}
      style={{
        aspectRatio: `${width} / ${height}`,
        // A long page is scrolled, because it would be too small otherwise.
        maxWidth: `min(${width}px, max(75%, ${(84 * width) / height}dvh))`,
      }}
    >
      <img
        src={url}
        alt={alt}
        draggable={false}
        className="absolute inset-0 size-full select-none"
        onLoad={() => setState('loaded')}
        onError={() => setState('failed')}
      />
      {state !== 'loading' && job && <HeatLayer job={job} opacity={opacity} />}
      {children}
    </div>
  );
}

/** Returns the width in pixels of the screen, or 0 before it is measured. */
function useVisibleWidth(frame: { current: HTMLElement | null }): number {
  const [widthPx, setWidthPx] = useState(0);
  useLayoutEffect(() => {
    const { current: element } = frame;
    if (element === null) return;
    const measure = () =>
      setWidthPx(Math.round(element.getBoundingClientRect().width * devicePixelRatio));
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    measure();
    return () => sizes.disconnect();
  }, [frame]);
  return widthPx;
}

/** Size limit of the painted picture. A large screen shows fewer pixels. */
const PIXELS_MAX = 8_000_000;
/** Radius in CSS pixels, the same as in one recording's heatmaps. */
const MARK_RADIUS_PX = 8;

interface LayerInput {
  clicks: PackedClicks;
  places: readonly TintedPlace[];
  look: HeatLook;
  image: { width: number; height: number };
  visiblePx: number;
}

function layerJob({ clicks, places, look, image, visiblePx }: LayerInput): LayerJob {
  const most = Math.sqrt(PIXELS_MAX / (image.width * image.height));
  const scale = Math.min(visiblePx / image.width, most);
  return {
    clicks,
    places,
    look,
    scale,
    width: Math.max(1, Math.round(image.width * scale)),
    height: Math.max(1, Math.round(image.height * scale)),
    markRadius: (MARK_RADIUS_PX * devicePixelRatio * scale * image.width) / visiblePx,
  };
}
