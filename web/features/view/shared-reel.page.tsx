// A reel as a link for viewing shows it: its clips and title cards, played through, and what they are in order.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isolateName } from '#contract/bidi-isolate.ts';
import type { Clip } from '#contract/clips.ts';
import type { ReelId } from '#contract/ids.ts';
import type { Reel } from '#contract/reels.ts';
import type { OpenedView } from '#contract/view-links.ts';
import { ReelDownload } from '#web/entities/clip/clip-download.tsx';
import { useClipRefusal } from '#web/entities/clip/clip-source.ts';
import { usePlayableReel } from '#web/entities/clip/playable-reel.ts';
import { ReelPlayer } from '#web/entities/clip/reel-player.tsx';
import { unavailableText } from '#web/entities/finding/report-text.ts';
import { reelQuery } from '#web/entities/reel/reel.query.ts';
import { useViewing } from '#web/entities/view-link/viewing.ts';
import { formatDuration } from '#web/lib/format-time.ts';
import { ErrorView } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Name } from '#web/ui/name.tsx';
import { SharedHeading } from './shared-heading.tsx';

export function SharedReelPage() {
  const view = useViewing();
  if (view?.thing.kind !== 'reel') return null;
  return <LoadedReel view={view} id={view.thing.reelId} />;
}

function LoadedReel({ view, id }: { view: OpenedView; id: ReelId }) {
  const reel = useQuery(reelQuery(view.testId, id));
  if (reel.data) return <ViewedReel reel={reel.data} hasDownload={view.withDownloads} />;
  if (reel.isPending) return <Skeleton className="aspect-video rounded-lg" />;
  return (
    <ErrorView
      heading="h1"
      title="The reel could not be loaded"
      onRetry={() => void reel.refetch()}
    >
      Check your connection and try again.
    </ErrorView>
  );
}

function ViewedReel({ reel, hasDownload }: { reel: Reel; hasDownload: boolean }) {
  const [at, setAt] = useState(0);
  const played = usePlayableReel(reel.items);
  const { name, clips, lengthMs, items } = reel;
  return (
    <article className="mx-auto max-w-5xl">
      <SharedHeading
        above={`Reel · ${clips === 1 ? '1 clip' : `${clips} clips`}, ${formatDuration(lengthMs)}`}
        title={name}
      >
        {hasDownload && clips > 0 && <ReelDownload id={reel.id} />}
      </SharedHeading>
      {played === null ? (
        <Skeleton className="aspect-video rounded-lg" />
      ) : (
        <ReelPlayer items={played} label={`Reel ${isolateName(name)}`} onItem={setAt} />
      )}
      {items.length > 0 && (
        <ol aria-label="Parts of the reel" className="mt-4 grid gap-1 text-sm">
          {items.map((item, place) => (
            <Part key={item.id} item={item} isShown={place === at} />
          ))}
        </ol>
      )}
    </article>
  );
}

function Part({ item, isShown }: { item: Reel['items'][number]; isShown: boolean }) {
  return (
    <li
      aria-current={isShown || undefined}
      className="flex min-w-0 items-baseline gap-3 rounded-md px-3 py-1.5 aria-current:bg-accent-soft"
    >
      {item.kind === 'title' ? (
        <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">
          <Name>{item.text}</Name>
        </span>
      ) : (
        <ClipPart clip={item.clip} />
      )}
    </li>
  );
}

function ClipPart({ clip }: { clip: Extract<Reel['items'][number], { kind: 'clip' }>['clip'] }) {
  if (typeof clip === 'string')
    return <span className="text-muted">{unavailableText('clip', clip)}</span>;
  return <PresentClip clip={clip} />;
}

function PresentClip({ clip }: { clip: Clip }) {
  const refusal = useClipRefusal(clip);
  const { title, recording, fromMs, toMs } = clip;
  return (
    <>
      <span className="min-w-0 grow [overflow-wrap:anywhere]">
        {title !== '' && (
          <>
            <Name>{title}</Name>
            <span className="text-muted"> · </span>
          </>
        )}
        <span className={title === '' ? '' : 'text-muted'}>
          <Name>{recording.participantName}</Name>
        </span>
        {refusal !== null && <span className="block text-muted">{refusal}</span>}
      </span>
      <span className="shrink-0 text-muted tabular-nums">{formatDuration(toMs - fromMs)}</span>
    </>
  );
}
