// The screens to choose from, 100 × 70 px each (section 2).
import { THUMBNAIL_HEIGHT_PX, THUMBNAIL_WIDTH_PX } from '#contract/limits.ts';
import { type HeatPicture, pictureName } from './heat-pictures.ts';

interface HeatThumbnailsProps {
  pictures: readonly HeatPicture[];
  chosen: HeatPicture;
  onChoose: (screenId: string) => void;
}

export function HeatThumbnails({ pictures, chosen, onChoose }: HeatThumbnailsProps) {
  return (
    <ul aria-label="Screens with clicks" className="relative flex gap-3 overflow-x-auto p-1">
      {pictures.map((picture) => (
        <li key={picture.screenId} className="shrink-0">
          <button
            type="button"
            aria-current={picture === chosen ? 'true' : undefined}
            onClick={() => onChoose(picture.screenId)}
            className="group grid gap-1.5 rounded-md text-left text-xs"
          >
            <img
              src={picture.screen?.imageUrl ?? picture.storedUrl ?? undefined}
              alt=""
              width={THUMBNAIL_WIDTH_PX}
              height={THUMBNAIL_HEIGHT_PX}
              loading="lazy"
              decoding="async"
              className="h-[70px] w-[100px] rounded-md border border-line bg-sunken object-cover object-top group-hover:border-line-strong group-aria-current:border-accent group-aria-current:ring-2 group-aria-current:ring-accent"
            />
            <span className="px-0.5 text-muted group-aria-current:text-text">
              <b className="font-semibold">{pictureName(picture)}</b>
              {picture.clicks.length > 0 && ` · ${picture.clicks.length}`}
              {picture.clicks.length > 0 && (
                <span className="sr-only"> {picture.clicks.length === 1 ? 'click' : 'clicks'}</span>
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
