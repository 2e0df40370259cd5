// A screen's image under its heat or its single clicks; each click is a button that plays its moment.
import { useMemo, useState } from 'react';
import { HEATMAP_DOT_RADIUS_PX } from '#contract/limits.ts';
import { markedClicks } from '#insight/crowds.ts';
import { HeatLayer } from '#web/entities/heat/heat-layer.tsx';
import { packClicks } from '#web/entities/heat/packed-clicks.ts';
import type { LayerJob } from '#web/entities/heat/paint-layer.ts';
import { ClickMark } from '#web/entities/heat/signs.tsx';
import { isMisclick } from '#web/entities/recording/click-count.ts';
import { formatDuration } from '#web/lib/format-time.ts';
import { classNames } from '#web/ui/class-names.ts';
import { type HeatPicture, pictureName, type SpottedClick } from './heat-pictures.ts';
import { clickName } from './moments.ts';

export interface HeatStyle {
  layer: 'heat' | 'dots';
  /** Opacity of the heat, 0 to 1. */
  opacity: number;
}

interface HeatScreenProps {
  picture: HeatPicture;
  screen: NonNullable<HeatPicture['screen']>;
  style: HeatStyle;
  /** CSS pixels; the picture is never larger than its image. */
  maxHeightPx: number;
  onImageError: () => void;
  onPlayMoment: (atMs: number) => void;
}

/** A moment is played from a little before it, so that one sees what led to it. */
const LEAD_IN_MS = 1500;

export function HeatScreen({ picture, screen, style, maxHeightPx, ...on }: HeatScreenProps) {
  const { width, height, imageUrl } = screen;
  const maxWidthPx = Math.min(width, (maxHeightPx * width) / height);
  // The heat is drawn after the picture has loaded.
  const [loaded, setLoaded] = useState(false);
  const marked = useMemo(() => {
    const clicks = picture.spotted.map((click) => ({ ...click, missed: isMisclick(click), click }));
    return new Set(markedClicks(clicks, HEATMAP_DOT_RADIUS_PX).map(({ click }) => click));
  }, [picture.spotted]);
  const heat = useMemo(
    () => heatOf(picture.spotted, { width, height }),
    [picture.spotted, width, height],
  );
  return (
    <div
      aria-busy={!loaded}
      className={classNames(
        'relative w-full overflow-hidden rounded-sm shadow-md',
        !loaded && 'shimmer',
      )}
      style={{ aspectRatio: `${width} / ${height}`, maxWidth: maxWidthPx }}
    >
      <img
        src={imageUrl}
        alt={`${pictureName(picture)} with ${picture.spotted.length} ${picture.spotted.length === 1 ? 'click' : 'clicks'}`}
        className="absolute inset-0 size-full"
        onLoad={() => setLoaded(true)}
        onError={on.onImageError}
      />
      {loaded && style.layer === 'heat' && <HeatLayer job={heat} opacity={style.opacity} />}
      {(loaded ? picture.spotted : []).map((click, at) => (
        <ClickSpot
          // biome-ignore lint/suspicious/noArrayIndexKey: two clicks may have the same time and place; the list never reorders.
          key={at}
          click={click}
          marked={style.layer === 'dots' || marked.has(click)}
          at={{ left: `${(click.x / width) * 100}%`, top: `${(click.y / height) * 100}%` }}
          onChoose={() => on.onPlayMoment(Math.max(0, click.atMs - LEAD_IN_MS))}
        />
      ))}
    </div>
  );
}

interface ClickSpotProps {
  click: SpottedClick;
  /** The mark is always visible. A mark in a crowd shows only under the pointer or the focus. */
  marked: boolean;
  at: { left: string; top: string };
  onChoose: () => void;
}

/**
 * The mark has the same size on screen at any size of the picture. Spots may overlap (WCAG 2.2, 2.5.8: their positions
 * are the information); the list on the Recording tab offers the same moments as buttons of full size.
 */
function ClickSpot({ click, marked, at, onChoose }: ClickSpotProps) {
  const label = `${clickName(click)} at ${formatDuration(click.atMs)}: play this moment`;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      data-marked={marked || undefined}
      onClick={onChoose}
      className="group absolute grid size-6 -translate-1/2 place-items-center rounded-full hover:z-10 focus-visible:z-10"
      style={at}
    >
      <ClickMark
        misclick={isMisclick(click)}
        className={classNames(
          'size-4 transition-[scale,opacity] group-hover:scale-125',
          !marked && 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100',
        )}
      />
    </button>
  );
}

/** Above this a long page would take a second to paint; heat is smooth enough to be painted smaller. */
const PIXELS_MAX = 4_000_000;

/** The heat over a screen's image, painted by the same kernel as the stored pictures. */
function heatOf(
  points: readonly SpottedClick[],
  size: { width: number; height: number },
): LayerJob {
  const scale = Math.min(1, Math.sqrt(PIXELS_MAX / (size.width * size.height)));
  return {
    clicks: packClicks(points.map(({ x, y }) => ({ x, y, missed: false }))),
    width: Math.ceil(size.width * scale),
    height: Math.ceil(size.height * scale),
    scale,
    markRadius: 0,
    look: 'heat',
  };
}
