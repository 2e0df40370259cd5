// Tab Heatmaps: where the participant clicked, screen by screen.
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { RecordingAddress } from '#contract/paths.ts';
import type { RecordingDetail } from '#contract/recordings.ts';
import { heatmapsQuery } from '#web/entities/recording/recording.query.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorView } from '#web/ui/error-view.tsx';
import { BlankIllustration } from '#web/ui/illustrations.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type HeatPicture, heatPicturesOf } from './heat-pictures.ts';
import { HeatThumbnails } from './heat-thumbnails.tsx';
import { HeatView } from './heat-view.tsx';
import { MissingImages } from './missing-images.tsx';
import { NoImagesNote } from './no-images-note.tsx';
import { PrototypeStateNote } from './prototype-state-note.tsx';
import { UnplacedNote } from './unplaced-note.tsx';

interface HeatmapsTabProps {
  recording: RecordingDetail;
  address: RecordingAddress;
  /** @param atMs since the recording's start. */
  onPlayMoment: (atMs: number) => void;
}

export function HeatmapsTab({ recording, address, onPlayMoment }: HeatmapsTabProps) {
  const stored = useQuery(heatmapsQuery(address));
  const { visits, clickList, screens } = recording;
  const pictures = useMemo(
    () => heatPicturesOf({ visits, clickList, screens }, stored.data?.images ?? []),
    [visits, clickList, screens, stored.data],
  );
  if (stored.isPending) return <Skeleton className="h-[31.25rem] w-full rounded-lg" />;
  const failure = stored.isError ? failureText(stored.error) : null;
  const retry = () => void stored.refetch();
  if (pictures.length > 0) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
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
    <div className="grid gap-5">
      <NoHeatmaps recording={recording} />
      <MissingImages recording={recording} />
      <UnplacedNote unplaced={recording.unplaced} />
    </div>
  );
}

/** Texts of section 8: an answer that makes no sense is told apart from none. */
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
      <EmptyState illustration={<BlankIllustration />} title="No heatmaps">
        {clickList.length === 0
          ? 'No clicks were reported in this session, so there is nothing to paint.'
          : 'There are clicks, but no pictures of the screens they were made on.'}
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
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <HeatThumbnails pictures={pictures} chosen={chosen} onChoose={setChosenId} />
      <HeatView key={chosen.screenId} picture={chosen} onPlayMoment={onPlayMoment} />
    </div>
  );
}
