// Tab Recording: the player, and the list of moments beside it.
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { isolateName } from '#contract/bidi-isolate.ts';
import type { RecordingAddress } from '#contract/paths.ts';
import type { RecordingDetail } from '#contract/recordings.ts';
import { recordingNotesQuery } from '#web/entities/note/note.query.ts';
import type { Player } from '#web/entities/recording/player.ts';
import { isAwaited, recordingVideoQuery } from '#web/entities/recording/recording.query.ts';
import { presenceOf, silentText } from '#web/entities/recording/running.tsx';
import { type Captions, captionsOf } from '#web/entities/transcript/captions.tsx';
import { type SpokenSession, transcriptQuery } from '#web/entities/transcript/transcript.query.ts';
import { useDeletedIds } from '#web/entities/undoable-deletion.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import { WaitingIllustration } from '#web/ui/illustrations.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Composers } from './composers.tsx';
import type { Drafts } from './drafts.ts';
import { MomentPanel } from './moment-panel.tsx';
import { chaptersOf } from './moments.ts';
import { itemId, listNotesAndClips } from './notes-and-clips.ts';
import { useOpenNeighbour } from './recording-header.tsx';
import { PanelHeading, type PanelName, panels } from './side-panel.tsx';
import { taskStretches } from './tasks.ts';
import { TranscriptPanel } from './transcript-panel.tsx';
import { VideoPlayer } from './video-player.tsx';

interface RecordingTabProps {
  recording: RecordingDetail;
  address: RecordingAddress;
  player: Player;
  drafts: Drafts;
}

export function RecordingTab({ recording, address, player, drafts }: RecordingTabProps) {
  const video = useQuery(recordingVideoQuery(address, recording));
  const failed = useStore(player, ({ phase }) => phase === 'failed');
  if (recording.withoutVideo) {
    return <Stage recording={recording} address={address} player={player} drafts={drafts} />;
  }
  if (isAwaited(recording) || (video.isError && recording.state === 'receiving')) {
    return (
      <EmptyState illustration={<WaitingIllustration />} title="Nothing to watch yet">
        This session has just started. Its video appears here with its first seconds.
      </EmptyState>
    );
  }
  if (video.isPending) return <Skeleton className="aspect-video w-full rounded-lg" />;
  if (video.isError || failed) {
    return (
      <ErrorView
        title="Video not found or failed to load."
        onRetry={() => {
          player.forgetFailure();
          void video.refetch();
        }}
      >
        The rest of this recording is still here.
      </ErrorView>
    );
  }
  return <Stage recording={recording} address={address} player={player} drafts={drafts} />;
}

/** A phone's portrait picture gets black sides, so that the stage is not two screens high. */
const NARROWEST = 4 / 3;

function Stage({ recording, address, player, drafts }: RecordingTabProps) {
  const { visits, clickList, screens, namedScreens, durationMs, stills, runs } = recording;
  const tasks = useMemo(
    () => taskStretches({ tasks: recording.tasks, runs, durationMs }),
    [recording.tasks, runs, durationMs],
  );
  const chapters = useMemo(
    () => chaptersOf({ visits, clickList, screens, namedScreens, durationMs }, tasks),
    [visits, clickList, screens, namedScreens, durationMs, tasks],
  );
  const of = { testId: recording.test._id, sessionId: recording.id };
  const stored = useQuery(recordingNotesQuery(of));
  const deletedIds = useDeletedIds();
  const notesAndClips = useMemo(
    () =>
      (stored.data ? listNotesAndClips(stored.data) : []).filter(
        (item) => !deletedIds.has(itemId(item)),
      ),
    [stored.data, deletedIds],
  );
  const { panel, onShow, captions } = useTranscriptPosition(of);
  const heading = <PanelHeading panel={panel} onShow={onShow} />;
  const [region, setRegion] = useState<HTMLElement | null>(null);
  useFirstFocus(region);
  const openNeighbour = useOpenNeighbour({ recording, address });
  const { src, more, onLoadMore } = useArrivedVideo(recording, player);
  const aspect = useStore(player, (state) => Math.max(state.aspect, NARROWEST));
  const isSilent = presenceOf(recording) === 'silent';
  return (
    <section
      ref={setRegion}
      tabIndex={-1}
      aria-label="Player"
      style={{ '--aspect': aspect } as CSSProperties}
      className="grid items-stretch gap-4 lg:grid-cols-[minmax(0,1fr)_21rem]"
    >
      <div className="grid min-w-0 content-start gap-4">
        {recording.withoutVideo ? (
          <NoRecording />
        ) : (
          <VideoPlayer
            player={player}
            src={src}
            tasks={tasks}
            chapters={chapters}
            stills={stills}
            notesAndClips={notesAndClips}
            drafts={drafts}
            region={region}
            openNeighbour={openNeighbour}
            captions={captions}
            label={`Recording of ${isolateName(recording.participantName)}`}
          >
            <Composers
              of={of}
              drafts={drafts}
              stored={stored.data}
              onDone={() => region?.focus({ preventScroll: true })}
            />
          </VideoPlayer>
        )}
        {recording.state === 'receiving' && !recording.withoutVideo && (
          <Alert
            tone={isSilent ? 'warning' : 'info'}
            title={isSilent ? 'The participant is silent' : 'This session is still running'}
          >
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              {isSilent
                ? silentText(recording)
                : 'When the player reaches the end, it continues with the video that has arrived by then.'}
              {more && (
                <Button size="sm" variant="secondary" onClick={onLoadMore}>
                  Load new video
                </Button>
              )}
            </div>
          </Alert>
        )}
      </div>
      {panel === 'transcript' ? (
        <TranscriptPanel recording={recording} player={player} drafts={drafts} heading={heading} />
      ) : (
        <MomentPanel
          recording={recording}
          player={player}
          tasks={tasks}
          chapters={chapters}
          notesAndClips={notesAndClips}
          drafts={drafts}
          heading={heading}
          onRetryNotes={stored.isError ? () => void stored.refetch() : null}
        />
      )}
    </section>
  );
}

/** Stands in the place of the player. */
function NoRecording() {
  return (
    <EmptyState
      illustration={<WaitingIllustration />}
      title="No recording: clicks and answers alone"
    >
      This participant took part without a recording. What happened is in the list, with times since
      the first step was shown.
    </EmptyState>
  );
}

/** Focuses the region when the page opens, so that its keys work at once, unless something else has the focus. */
function useFirstFocus(region: HTMLElement | null): void {
  useEffect(() => {
    if (document.activeElement === document.body) region?.focus({ preventScroll: true });
  }, [region]);
}

/** Returns the panel beside the player, which is part of the address, and the captions. Both need a transcript. */
function useTranscriptPosition(of: SpokenSession): {
  panel: PanelName;
  onShow: ((name: PanelName) => void) | null;
  captions: Captions | null;
} {
  const { data } = useQuery(transcriptQuery(of));
  const [params, setParams] = useSearchParams();
  const isPossible = data !== undefined && (data.server !== null || data.segments.length > 0);
  const requested = panels.find((name) => name === params.get('beside'));
  const onShow = (name: PanelName) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (name === panels[0]) next.delete('beside');
        else next.set('beside', name);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    panel: isPossible && requested ? requested : panels[0],
    onShow: isPossible ? onShow : null,
    captions: captionsOf(data, of.sessionId),
  };
}

/** A smaller amount does not justify an interruption. */
const WORTH_LOADING_MS = 2000;

/**
 * Tracks the bytes of a running session that the player has loaded. It loads more when playback reaches the end, or on
 * request.
 */
function useArrivedVideo(
  { videoUrl, sizeBytes, durationMs, state }: RecordingDetail,
  player: Player,
): { src: string; more: boolean; onLoadMore: () => void } {
  const [loaded, setLoaded] = useState({ sizeBytes, growing: state === 'receiving' });
  const ended = useStore(player, (now) => now.ended);
  const playableMs = useStore(player, (now) => now.durationMs);
  const more =
    loaded.growing &&
    sizeBytes > loaded.sizeBytes &&
    (state === 'ready' || (durationMs ?? 0) - playableMs >= WORTH_LOADING_MS);

  const onLoadMore = useCallback(() => {
    player.keepSlot();
    setLoaded({ sizeBytes, growing: state === 'receiving' });
  }, [player, sizeBytes, state]);

  useEffect(() => {
    if (more && ended) onLoadMore();
  }, [more, ended, onLoadMore]);

  // The address differs for each length, because browsers cache a file's size by its address.
  const src = loaded.growing ? `${videoUrl}?arrived=${loaded.sizeBytes}` : videoUrl;
  return { src, more, onLoadMore };
}
