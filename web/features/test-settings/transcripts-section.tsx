// Transcripts of a test: the number of transcribed recordings, and a button that starts the missing ones.
import { useQuery } from '@tanstack/react-query';
import type { TestId } from '#contract/ids.ts';
import type { TranscriptCounts, TranscriptState } from '#contract/transcripts.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import {
  transcriptCountsQuery,
  useStartAllTranscripts,
} from '#web/entities/transcript/transcript.query.ts';
import { formatTime } from '#web/lib/format-time.ts';
import { toastFailure } from '#web/lib/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/surfaces.tsx';

/** Renders nothing if transcription is off and there are no transcripts. */
export function TranscriptsSection({ testId }: { testId: TestId }) {
  const { data } = useQuery(transcriptCountsQuery(testId));
  if (!data || (data.server === null && (data.states.ready ?? 0) === 0)) return null;
  return <Section testId={testId} counts={data} />;
}

const words: readonly [TranscriptState, string][] = [
  ['ready', 'with a transcript'],
  ['waiting', 'waiting'],
  ['running', 'being transcribed'],
  ['no_words', 'without words'],
  ['no_sound', 'without sound'],
  ['failed', 'failed'],
];

function Section({ testId, counts }: { testId: TestId; counts: TranscriptCounts }) {
  const mayChange = useMayChange();
  const starting = useStartAllTranscripts(testId);
  const { server, recordings, states, startableAt } = counts;
  const stateTexts = words.flatMap(([state, text]) =>
    states[state] ? [`${states[state]} ${text}`] : [],
  );
  const lacking = (states.none ?? 0) + (states.failed ?? 0);
  const start = () =>
    starting.mutate(undefined, {
      onError: toastFailure('The transcriptions could not be started.'),
    });
  return (
    <Card className="mt-4 flex flex-wrap items-center justify-between gap-4">
      <div>
        <h2 className="text-base">Transcripts</h2>
        <p className="mt-0.5 text-muted text-sm">
          {server === null
            ? 'Transcription is not set up on this server, so new recordings have no transcript.'
            : `Audio is sent to ${server} for transcription.`}
        </p>
        <p role="status" className="mt-1 text-sm tabular-nums">
          {`${recordings} ${recordings === 1 ? 'recording' : 'recordings'}`}
          {stateTexts.length > 0 && `: ${stateTexts.join(', ')}`}
        </p>
      </div>
      {mayChange && server !== null && lacking > 0 && (
        <div className="grid justify-items-end gap-1">
          <Button
            variant="secondary"
            busy={starting.isPending}
            disabled={startableAt !== null}
            onClick={start}
          >
            Transcribe {lacking}
          </Button>
          {startableAt !== null && (
            <p className="text-muted text-sm tabular-nums">
              You can start again at {formatTime(startableAt)}.
            </p>
          )}
        </div>
      )}
    </Card>
  );
}
