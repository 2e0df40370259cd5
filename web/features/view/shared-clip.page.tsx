// A clip as a link for viewing shows it: a file of its own, which begins at the clip's beginning and ends at its end.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isolateName } from '#contract/bidi-isolate.ts';
import type { Clip } from '#contract/clips.ts';
import type { ClipId } from '#contract/ids.ts';
import type { OpenedView } from '#contract/view-links.ts';
import { clipQuery } from '#web/entities/clip/clip.query.ts';
import { ClipDownload } from '#web/entities/clip/clip-download.tsx';
import { ClipPlayer, ClipRefusal } from '#web/entities/clip/clip-player.tsx';
import { useClipSources } from '#web/entities/clip/clip-source.ts';
import { Player } from '#web/entities/recording/player.ts';
import { useViewing } from '#web/entities/view-link/viewing.ts';
import { formatDuration } from '#web/lib/format-time.ts';
import { ErrorView } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Name } from '#web/ui/name.tsx';
import { SharedHeading } from './shared-heading.tsx';

export function SharedClipPage() {
  const view = useViewing();
  if (view?.thing.kind !== 'clip') return null;
  return <LoadedClip view={view} id={view.thing.clipId} />;
}

function LoadedClip({ view, id }: { view: OpenedView; id: ClipId }) {
  const clip = useQuery(clipQuery(view.testId, id));
  if (clip.data) {
    return <ViewedClip key={clip.data.version} clip={clip.data} hasDownload={view.withDownloads} />;
  }
  if (clip.isPending) return <Skeleton className="aspect-video rounded-lg" />;
  return (
    <ErrorView
      heading="h1"
      title="The clip could not be loaded"
      onRetry={() => void clip.refetch()}
    >
      Check your connection and try again.
    </ErrorView>
  );
}

function ViewedClip({ clip, hasDownload }: { clip: Clip; hasDownload: boolean }) {
  const [player] = useState(() => new Player());
  const source = useClipSources([clip]).get(clip.id);
  const { title, recording, fromMs, toMs } = clip;
  const person = recording.participantName;
  return (
    <article className="mx-auto max-w-5xl">
      <SharedHeading
        above={
          <>
            Clip · <Name>{recording.test.name}</Name>
          </>
        }
        title={title || `Clip of ${person}`}
      >
        {hasDownload && <ClipDownload clip={clip} />}
      </SharedHeading>
      {source && source.refusal !== null ? (
        <ClipRefusal sentence={source.refusal} />
      ) : (
        <div className="overflow-hidden rounded-lg border border-line">
          {source ? (
            <ClipPlayer
              player={player}
              src={source.src}
              span={source.span}
              label={`Recording of ${isolateName(person)}`}
              plays={false}
              size="large"
            />
          ) : (
            <Skeleton className="aspect-video" />
          )}
        </div>
      )}
      <p className="mt-3 flex flex-wrap items-center gap-2 text-muted text-sm tabular-nums">
        <span>
          <Name>{person}</Name>, {formatDuration(toMs - fromMs)}
        </span>
      </p>
    </article>
  );
}
