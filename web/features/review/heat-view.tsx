// One screen's heatmap with its choices: heat or single clicks, how strong, how large.
import { Maximize2 } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { HEATMAP_DOT_RADIUS_PX, HEATMAP_MAX_HEIGHT_PX } from '#contract/limits.ts';
import { mostOnOnePlace } from '#insight/crowds.ts';
import { HeatStrength } from '#web/entities/heat/heat-strength.tsx';
import { ApproximateNote } from '#web/entities/heat/place-notes.tsx';
import { ClickSigns, HeatSign } from '#web/entities/heat/signs.tsx';
import { clickCountText, countOf } from '#web/entities/recording/click-count.ts';
import { IconButton } from '#web/ui/button.tsx';
import { ChoiceGroup } from '#web/ui/choice-group.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { type HeatPicture, pictureName } from './heat-pictures.ts';
import { HeatScreen, type HeatStyle } from './heat-screen.tsx';

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
