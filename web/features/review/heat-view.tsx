// One screen's heatmap with its choices: heat or single clicks, how strong, how large.
import { Maximize2 } from 'lucide-react';
import { useId, useState } from 'react';
import { HEATMAP_MAX_HEIGHT_PX } from '#contract/limits.ts';
import { clickCountText, countOf } from '#web/entities/recording/click-count.ts';
import { IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { ApproximateNote } from './heat-notes.tsx';
import { type HeatPicture, pictureName } from './heat-pictures.ts';
import { HeatScreen } from './heat-screen.tsx';

interface HeatViewProps {
  picture: HeatPicture;
  onPlayMoment: (atMs: number) => void;
}

export function HeatView({ picture, onPlayMoment }: HeatViewProps) {
  const [style, setStyle] = useState<HeatStyle>({ shown: 'heat', opacity: 0.85 });
  const [imageFailed, setImageFailed] = useState(false);
  const [large, setLarge] = useState(false);
  const { screen, storedUrl } = picture;
  const painted = screen !== null && !imageFailed;
  const name = pictureName(picture);
  const imageIn = (maxHeightPx: number) =>
    painted ? (
      <HeatScreen
        {...{ picture, screen, style, maxHeightPx, onPlayMoment }}
        onImageError={() => setImageFailed(true)}
      />
    ) : (
      storedUrl && <StoredPicture {...{ storedUrl, name, maxHeightPx }} />
    );
  return (
    <figure className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface">
      <figcaption className="flex flex-wrap items-center gap-x-5 gap-y-2 border-line border-b px-4 py-2.5">
        <h2 className="text-base">{name}</h2>
        <Counts picture={picture} />
        <div
          className={classNames(
            'ml-auto flex items-center justify-end gap-x-4',
            painted && 'max-sm:w-full',
          )}
        >
          {painted && <HeatChoices value={style} onChange={setStyle} />}
          <IconButton
            label="Enlarge"
            icon={<Maximize2 aria-hidden className="size-4" />}
            onClick={() => setLarge(true)}
          />
        </div>
      </figcaption>
      {painted && screen.approximate && <ApproximateNote />}
      <div className="grid justify-items-center bg-sunken p-4">
        {imageIn(HEATMAP_MAX_HEIGHT_PX) || (
          <p className="p-8 text-muted">Failed to load heatmap images.</p>
        )}
      </div>
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

/** The PNG that came with the recording. */
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

function Counts({ picture }: { picture: HeatPicture }) {
  const without = picture.clicks.length - picture.spotted.length;
  if (picture.clicks.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted text-sm tabular-nums">
      {clickCountText(countOf(picture.clicks))}
      {without > 0 && <span>{without} not on the picture</span>}
    </p>
  );
}

export interface HeatStyle {
  shown: 'heat' | 'dots';
  /** Of the heat, 0 to 1. */
  opacity: number;
}

interface HeatChoicesProps {
  value: HeatStyle;
  onChange: (value: HeatStyle) => void;
}

const looks = [
  { id: 'heat', label: 'Heat' },
  { id: 'dots', label: 'Clicks' },
] as const;

/** How a heatmap is drawn: as heat or as single clicks, and how strong the heat is. */
function HeatChoices({ value, onChange }: HeatChoicesProps) {
  const group = useId();
  return (
    <>
      {value.shown === 'heat' && (
        <label className="relative flex items-center gap-2.5 whitespace-nowrap text-muted text-sm max-sm:mr-auto">
          <span className="max-sm:sr-only">Strength</span>
          <input
            type="range"
            min={0.1}
            max={1}
            step={0.05}
            value={value.opacity}
            aria-valuetext={`${Math.round(value.opacity * 100)} %`}
            onChange={(event) => onChange({ ...value, opacity: event.target.valueAsNumber })}
            className="h-6 w-24 cursor-pointer"
          />
        </label>
      )}
      <fieldset className="relative flex rounded-md border border-line bg-sunken p-0.5">
        <legend className="sr-only">Show</legend>
        {looks.map(({ id, label }) => (
          <label
            key={id}
            className="whitespace-nowrap rounded-sm px-3 py-1 font-semibold text-muted text-sm hover:text-text has-checked:bg-surface has-checked:text-text has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={group}
              checked={value.shown === id}
              onChange={() => onChange({ ...value, shown: id })}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </fieldset>
    </>
  );
}
