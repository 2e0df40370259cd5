// Reels of a test: one is open to play, order, rename and download. Without reels, a hint explains the first.
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ClipId, TestId } from '#contract/ids.ts';
import { reelQuery, reelsQuery, useMakeReel } from '#web/entities/reel/reel.query.ts';
import { useDropPlace } from '#web/lib/sortable.ts';
import { toastFailure } from '#web/lib/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ErrorView } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Select } from '#web/ui/select.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { newReelName } from './reel-draft.ts';
import { ReelPanel } from './reel-panel.tsx';

interface ReelsProps {
  testId: TestId;
  /** Id of the open reel in the address; the default is the last. */
  chosen: string;
  onChoose: (id: string) => void;
  mayChange: boolean;
}

export function Reels({ testId, chosen, onChoose, mayChange }: ReelsProps) {
  const reels = useQuery(reelsQuery(testId));
  const making = useMakeReel(testId);
  const list = reels.data ?? [];
  const open = list.find(({ id }) => id === chosen) ?? list.at(-1);
  const make = (clips: ClipId[]) =>
    making.mutate(
      { name: newReelName(list), clips },
      {
        onSuccess: ({ id }) => onChoose(id),
        onError: toastFailure('The reel could not be created. Please try again.'),
      },
    );
  return (
    <Card
      aria-labelledby="reels"
      className="min-w-0 p-4! xl:sticky xl:top-18 xl:max-h-[calc(100dvh-5.5rem)] xl:overflow-y-auto"
    >
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 id="reels" className="text-lg">
          Reels
        </h2>
        {mayChange && list.length > 0 && (
          <Button
            size="sm"
            variant="secondary"
            icon={<Plus aria-hidden className="size-4" />}
            busy={making.isPending}
            className="print:hidden"
            onClick={() => make([])}
          >
            New reel
          </Button>
        )}
      </div>
      {reels.isPending && <Skeleton className="h-40 rounded-lg" />}
      {reels.isError && (
        <ErrorView title="The reels could not be loaded" onRetry={() => void reels.refetch()} />
      )}
      {reels.data && open === undefined && (
        <FirstReel mayChange={mayChange} isBusy={making.isPending} onMake={make} />
      )}
      {list.length > 1 && open && (
        <Select
          label="Reel"
          hideLabel
          className="mb-3 print:hidden"
          value={open.id}
          onChange={({ target }) => onChoose(target.value)}
          options={list.map(({ id, name, clips }) => ({ value: id, label: `${name} (${clips})` }))}
        />
      )}
      {open && (
        <OpenReel
          key={open.id}
          testId={testId}
          mayChange={mayChange}
          id={open.id}
          isNamedAbove={list.length > 1}
        />
      )}
    </Card>
  );
}

interface OpenReelProps extends Pick<ReelsProps, 'testId' | 'mayChange'> {
  id: Parameters<typeof reelQuery>[1];
  isNamedAbove: boolean;
}

function OpenReel({ testId, id, ...rest }: OpenReelProps) {
  const reel = useQuery(reelQuery(testId, id));
  if (reel.data) return <ReelPanel {...{ testId, ...rest }} reel={reel.data} />;
  if (reel.isPending) return <Skeleton className="h-40 rounded-lg" />;
  return <ErrorView title="This reel could not be loaded" onRetry={() => void reel.refetch()} />;
}

interface FirstReelProps {
  mayChange: boolean;
  isBusy: boolean;
  onMake: (clips: ClipId[]) => void;
}

function FirstReel({ mayChange, isBusy, onMake }: FirstReelProps) {
  const place = useDropPlace<HTMLDivElement>(mayChange ? 'clip' : '', ({ id }) =>
    onMake([id as ClipId]),
  );
  return (
    <div
      ref={place.element}
      className={classNames(
        'grid justify-items-start gap-3 rounded-lg border border-line-strong border-dashed p-4 text-muted text-sm',
        place.isOver && 'border-accent bg-accent-soft',
      )}
    >
      <p>
        {mayChange
          ? 'A reel plays clips one after another without a gap. Drag a clip here, or press its button for reels.'
          : 'No reels yet.'}
      </p>
      {mayChange && (
        <Button
          size="sm"
          variant="secondary"
          icon={<Plus aria-hidden className="size-4" />}
          busy={isBusy}
          onClick={() => onMake([])}
        >
          Make a reel
        </Button>
      )}
    </div>
  );
}
