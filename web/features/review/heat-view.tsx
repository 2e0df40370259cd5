// One screen's heatmap with its choices: heat or single clicks, how strong, how large.
import { Maximize2 } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { HEATMAP_DOT_RADIUS_PX, HEATMAP_MAX_HEIGHT_PX } from '#contract/limits.ts';
import { markedClicks, mostOnOnePlace } from '#insight/crowds.ts';
import { HeatLayer } from '#web/entities/heat/heat-layer.tsx';
import { HeatStrength } from '#web/entities/heat/heat-strength.tsx';
import { packClicks } from '#web/entities/heat/packed-clicks.ts';
import type { LayerJob } from '#web/entities/heat/paint-layer.ts';
import { ApproximateNote } from '#web/entities/heat/place-notes.tsx';
import { ClickMark, ClickSigns, HeatSign } from '#web/entities/heat/signs.tsx';
import { clickCountText, countOf, isDeadClick } from '#web/entities/recording/click-count.ts';
import { formatDuration } from '#web/lib/format-time.ts';
import { IconButton } from '#web/ui/button.tsx';
import { ChoiceGroup } from '#web/ui/choice-group.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { type HeatPicture, pictureName, type SpottedClick } from './heat-pictures.ts';
import { clickKind } from './moments.ts';

interface HeatViewProps {
  picture: HeatPicture;
  onPlayMoment: (atMs: number) => void;
}

export function HeatView({ picture, onPlayMoment }: HeatViewProps) {
  const [style, setStyle] = useState<HeatStyle>({ layer: 'heat', opacity: 1 });
  const [imageFailed, setImageFailed] = useState(false);
  const [large, setLarge] = useState(false);
  const { screen, storedUrl } = picture;
  const painted = screen !== null && !imageFailed;
  const name = pictureName(picture);
  const imageIn = (maxHeightPx: number) =>
    painted ? (
      <HeatScreen
        picture={picture}
        screen={screen}
        style={style}
        maxHeightPx={maxHeightPx}
        onPlayMoment={onPlayMoment}
        onImageError={() => setImageFailed(true)}
      />
    ) : (
      storedUrl && <StoredPicture storedUrl={storedUrl} name={name} maxHeightPx={maxHeightPx} />
    );
  return (
    <figure className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface">
      <figcaption className="flex items-center gap-3 border-line border-b py-2 pr-2 pl-4">
        <h2 className="mr-auto truncate text-base">{name}</h2>
        {painted && (
          <ChoiceGroup
            label="Show"
            choices={looks}
            value={style.layer}
            onChange={(layer) => setStyle({ ...style, layer })}
          />
        )}
        <IconButton
          label="Enlarge"
          icon={<Maximize2 aria-hidden className="size-4" />}
          onClick={() => setLarge(true)}
        />
      </figcaption>
      {painted && screen.approximate && <ApproximateNote />}
      <div className="grid justify-items-center bg-hover p-2 sm:p-4">
        {imageIn(HEATMAP_MAX_HEIGHT_PX) || (
          <p className="p-8 text-muted">Failed to load heatmap images.</p>
        )}
      </div>
      <HeatLegend picture={picture}>
        {painted && style.layer === 'heat' && (
          <HeatStrength
            value={style.opacity}
            onChange={(opacity) => setStyle({ ...style, opacity })}
          />
        )}
      </HeatLegend>
      <Dialog open={large} onClose={() => setLarge(false)} title={name} size="lg">
        <div className="grid justify-items-center">{imageIn(Number.POSITIVE_INFINITY)}</div>
      </Dialog>
    </figure>
  );
}

interface StoredPictureProps {
  storedUrl: string;
  name: string;
  maxHeightPx: number;
}

/** The PNG that was stored with the recording. */
function StoredPicture({ storedUrl, name, maxHeightPx }: StoredPictureProps) {
  const [failed, setFailed] = useState(false);
  if (failed) return <p className="p-8 text-muted">Failed to load heatmap images.</p>;
  return (
    <img
      src={storedUrl}
      alt={`Heatmap of ${name.toLowerCase()}`}
      className="block max-w-full"
      style={Number.isFinite(maxHeightPx) ? { maxHeight: maxHeightPx } : undefined}
      onError={() => setFailed(true)}
    />
  );
}

const looks = [
  { id: 'heat', label: 'Heat' },
  { id: 'dots', label: 'Clicks' },
] as const;

interface HeatLegendProps {
  picture: HeatPicture;
  /** Controls of the view, at the end. */
  children: ReactNode;
}

/** Legend of a heatmap, with the number of clicks of each kind. */
function HeatLegend({ picture: { clicks, spotted }, children }: HeatLegendProps) {
  // Memoized while the strength is dragged.
  const most = useMemo(() => mostOnOnePlace(spotted, HEATMAP_DOT_RADIUS_PX), [spotted]);
  if (clicks.length === 0) return null;
  const count = countOf(clicks);
  const unplaced = clicks.length - spotted.length;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 border-line border-t px-4 py-2 text-muted text-sm tabular-nums">
      <span className="font-semibold text-text">{clickCountText(count)}</span>
      <ClickSigns {...count} />
      {most > 1 && <HeatSign text={`1 to ${most} clicks on one place`} />}
      {unplaced > 0 && <span>{unplaced} not on this picture</span>}
      <div className="ml-auto flex h-control-sm items-center empty:hidden">{children}</div>
    </div>
  );
}

// A screen's image under its heat or its single clicks; each click is a button that plays its moment.

interface HeatStyle {
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

function HeatScreen({ picture, screen, style, maxHeightPx, ...on }: HeatScreenProps) {
  const { width, height, imageUrl } = screen;
  const maxWidthPx = Math.min(width, (maxHeightPx * width) / height);
  // The heat is drawn after the picture has loaded.
  const [loaded, setLoaded] = useState(false);
  const marked = useMemo(() => {
    const clicks = picture.spotted.map((click) => ({
      ...click,
      missed: isDeadClick(click),
      click,
    }));
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
  const label = `${clickKind(click)} at ${formatDuration(click.atMs)}: play this moment`;
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
        misclick={isDeadClick(click)}
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
