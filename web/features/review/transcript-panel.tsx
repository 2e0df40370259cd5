// Transcript beside the player, in sync with the video: search, correct, quote.
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { RecordingDetail } from '#contract/recordings.ts';
import { transcripts } from '#contract/transcripts.api.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { useMayChange, useMayNote } from '#web/entities/account/rights.ts';
import type { Player } from '#web/entities/recording/player.ts';
import {
  type SpokenSession,
  transcriptQuery,
  useStartTranscript,
} from '#web/entities/transcript/transcript.query.ts';
import { useViewing } from '#web/entities/view-link/viewing.ts';
import { callAddress } from '#web/lib/call-address.ts';
import { formatTime } from '#web/lib/format-time.ts';
import { toastFailure } from '#web/lib/toasts.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Skeleton, Spinner } from '#web/ui/loading.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import type { Drafts } from './drafts.ts';
import { SelectedWords } from './selected-words.tsx';
import { SidePanel } from './side-panel.tsx';
import { TranscriptText } from './transcript-text.tsx';
import { segmentsWith } from './transcript-words.ts';

interface TranscriptPanelProps {
  recording: RecordingDetail;
  player: Player;
  drafts: Drafts;
  /** The switch to the panel's other view. */
  heading: ReactNode;
}

export function TranscriptPanel({ recording, player, drafts, heading }: TranscriptPanelProps) {
  const of = { testId: recording.test._id, sessionId: recording.id };
  const { data, isError, refetch } = useQuery(transcriptQuery(of));
  const mayNote = useMayNote();
  const [search, setSearch] = useState('');
  const [list, setList] = useState<HTMLElement | null>(null);
  if (!data) {
    return (
      <SidePanel label="Transcript" header={heading}>
        {isError ? (
          <Message action={<Button onClick={() => void refetch()}>Retry</Button>}>
            The transcript could not be loaded.
          </Message>
        ) : (
          <div role="status" aria-label="Loading the transcript" className="grid gap-3 p-4">
            {['a', 'b', 'c', 'd'].map((key) => (
              <Skeleton key={key} className="h-12" />
            ))}
          </div>
        )}
      </SidePanel>
    );
  }
  const matches = segmentsWith(data.segments, search);
  const hasText = data.segments.length > 0;
  return (
    <SidePanel
      label="Transcript"
      header={
        <>
          {heading}
          {hasText && (
            <div className="flex gap-2">
              <SearchBox
                label="Search in the transcript"
                placeholder="Search"
                maxLength={200}
                text={search}
                onTextChange={setSearch}
                className="min-w-0 grow"
              />
              <TranscriptFiles of={of} />
            </div>
          )}
          {search.trim() !== '' && (
            <p role="status" className="mt-1 text-muted text-sm">
              {matches.length === 0
                ? 'Nothing found'
                : `Found in ${matches.length} of ${data.segments.length}`}
            </p>
          )}
        </>
      }
      footer={
        hasText &&
        mayNote && (
          <SelectedWords list={list} player={player} drafts={drafts} segments={data.segments} />
        )
      }
    >
      <Progress of={of} transcript={data} isRunning={recording.state === 'receiving'} />
      {hasText && (
        <TranscriptText
          of={of}
          player={player}
          drafts={drafts}
          matches={matches}
          search={search}
          transcript={data}
          ref={setList}
        />
      )}
    </SidePanel>
  );
}

interface ProgressProps {
  of: SpokenSession;
  transcript: Transcript;
  isRunning: boolean;
}

/** State of the transcription, if the text does not show it. */
function Progress({ of, transcript, isRunning }: ProgressProps) {
  const mayChange = useMayChange();
  const starting = useStartTranscript(of);
  const { state, failure, server, startableAt } = transcript;
  const start = (label: string) =>
    mayChange &&
    server !== null && (
      <>
        <Button
          size="sm"
          variant="secondary"
          busy={starting.isPending}
          disabled={startableAt !== null}
          onClick={() =>
            starting.mutate(undefined, {
              onError: toastFailure('The transcription could not be started.'),
            })
          }
        >
          {label}
        </Button>
        {startableAt !== null && (
          <span className="text-muted tabular-nums">
            You can start it again at {formatTime(startableAt)}.
          </span>
        )}
      </>
    );
  if (isRunning && state === 'none') {
    return <Message>The transcript appears after the session.</Message>;
  }
  if (state === 'none') {
    return (
      <Message action={start('Transcribe')}>There is no transcript of this recording.</Message>
    );
  }
  if (state === 'waiting' || state === 'running') {
    return (
      <Message action={<Spinner label="Transcribing" />}>
        {state === 'running'
          ? `Transcribing${server ? ` on ${server}` : ''} …`
          : 'Waiting in the queue.'}
        {failure && ` The last attempt failed: ${failure.text}`}
      </Message>
    );
  }
  if (state === 'failed') {
    return (
      <Message action={start('Start again')} isAlert>
        No transcript: {failure?.text ?? 'the recogniser failed.'}
      </Message>
    );
  }
  if (state === 'no_sound') return <Message>This recording has no sound.</Message>;
  if (state === 'no_words') {
    return (
      <Message action={start('Start again')}>No speech was recognised in this recording.</Message>
    );
  }
  return null;
}

interface MessageProps {
  children: ReactNode;
  action?: ReactNode;
  isAlert?: boolean;
}

function Message({ children, action, isAlert = false }: MessageProps) {
  return (
    <div role={isAlert ? 'alert' : 'status'} className="grid justify-items-start gap-3 p-4 text-sm">
      <p>{children}</p>
      {action}
    </div>
  );
}

const files = [
  { format: 'vtt', label: 'WebVTT, for players' },
  { format: 'srt', label: 'SubRip (SRT)' },
  { format: 'txt', label: 'Plain text' },
] as const;

/** Downloads of the transcript; hidden from visitors of a link without downloads. */
function TranscriptFiles({ of: { sessionId } }: { of: SpokenSession }) {
  if (useViewing()?.withDownloads === false) return null;
  return (
    <Menu
      trigger={
        <IconButton
          label="Download the transcript"
          icon={<Download aria-hidden className="size-5" />}
        />
      }
      items={files.map(({ format, label }) => ({
        id: format,
        label,
        onSelect: () => {
          const params = { sessionId, format };
          // The link is an attachment, so the page stays open.
          location.assign(callAddress(transcripts.file, { params, query: { download: '1' } }));
        },
      }))}
    />
  );
}
