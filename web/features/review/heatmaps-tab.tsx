// Tab Heatmaps: where the participant clicked, screen by screen.
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { THUMBNAIL_HEIGHT_PX, THUMBNAIL_WIDTH_PX } from '#contract/limits.ts';
import type { RecordingAddress } from '#contract/paths.ts';
import type { RecordingDetail } from '#contract/recordings.ts';
import { UnplacedNote } from '#web/entities/heat/place-notes.tsx';
import { heatmapsQuery } from '#web/entities/recording/recording.query.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import { BlankIllustration } from '#web/ui/illustrations.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { MissingImages, NoImagesNote, PrototypeStateNote } from './heat-notes.tsx';
import { type HeatPicture, heatPicturesOf, pictureName } from './heat-pictures.ts';
import { HeatView } from './heat-view.tsx';

interface HeatmapsTabProps {
  recording: RecordingDetail;
  address: RecordingAddress;
  /** @param atMs since the recording's start. */
  onPlayMoment: (atMs: number) => void;
}

export function HeatmapsTab({ recording, address, onPlayMoment }: HeatmapsTabProps) {
  const stored = useQuery(heatmapsQuery(address));
  const { visits, clickList, screens, namedScreens } = recording;
  const pictures = useMemo(
    () => heatPicturesOf({ visits, clickList, screens, namedScreens }, stored.data?.images ?? []),
    [visits, clickList, screens, namedScreens, stored.data],
  );
  if (stored.isPending) return <Skeleton className="h-[31.25rem] w-full rounded-lg" />;
  const failure = stored.isError ? failureText(stored.error) : null;
  const retry = () => void stored.refetch();
  if (pictures.length > 0) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {failure && <FailedImages text={failure} onRetry={retry} />}
        <Pictures pictures={pictures} onPlayMoment={onPlayMoment} />
        {recording.imageSource === 'none' && pictures.some(({ screen }) => screen === null) && (
          <NoImagesNote />
        )}
        <MissingImages recording={recording} />
        <UnplacedNote unplaced={recording.unplaced} />
      </div>
    );
  }
  if (failure) return <ErrorView title={failure} onRetry={retry} />;
  return (
    <div className="grid gap-4">
      <NoHeatmaps recording={recording} />
      <MissingImages recording={recording} />
      <UnplacedNote unplaced={recording.unplaced} />
    </div>
  );
}

/** Texts of section 8: an unreadable answer has another text than none. */
function failureText(error: unknown): string {
  return error instanceof ApiError && error.status === 200
    ? 'Invalid image data format.'
    : 'Failed to load heatmap images.';
}

function FailedImages({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <Alert tone="danger" title={text}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        The heatmaps below are painted from the clicks.
        <Button size="sm" variant="secondary" onClick={onRetry}>
          Retry
        </Button>
      </div>
    </Alert>
  );
}

function NoHeatmaps({ recording }: Pick<HeatmapsTabProps, 'recording'>) {
  const { clickList, imageSource, prototypeState } = recording;
  return (
    <>
      <EmptyState illustration={<BlankIllustration />} title="No heatmaps yet">
        {clickList.length === 0
          ? 'The prototype reported no clicks in this session.'
          : 'The clicked screens have no pictures yet.'}
      </EmptyState>
      {prototypeState && <PrototypeStateNote state={prototypeState} />}
      {imageSource === 'none' && <NoImagesNote />}
    </>
  );
}

interface PicturesProps {
  pictures: readonly HeatPicture[];
  onPlayMoment: (atMs: number) => void;
}

function Pictures({ pictures, onPlayMoment }: PicturesProps) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const chosen = pictures.find(({ screenId }) => screenId === chosenId) ?? pictures[0];
  if (chosen === undefined) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-3 lg:grid-cols-[auto_minmax(0,1fr)]">
      <HeatThumbnails pictures={pictures} chosen={chosen} onChoose={setChosenId} />
      <HeatView key={chosen.screenId} picture={chosen} onPlayMoment={onPlayMoment} />
    </div>
  );
}

interface HeatThumbnailsProps {
  pictures: readonly HeatPicture[];
  chosen: HeatPicture;
  onChoose: (screenId: string) => void;
}

/** The screens to choose from, 100 × 70 px each (section 2). */
function HeatThumbnails({ pictures, chosen, onChoose }: HeatThumbnailsProps) {
  return (
    <ul
      aria-label="Screens with clicks"
      className="relative flex gap-3 -m-1 overflow-auto p-1 lg:max-h-160 lg:flex-col lg:pr-3"
    >
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
