// Before a link is made: the clips that its visitors could not play, and for each a beginning with which they can.
import { useQuery } from '@tanstack/react-query';
import type { TestId } from '#contract/ids.ts';
import { CLIP_EARLY_MAX_MS } from '#contract/limits.ts';
import type { UnplayableClip, ViewedThing } from '#contract/view-links.ts';
import { useMakeClip } from '#web/entities/clip/clip.query.ts';
import { stretchText } from '#web/entities/clip/clip-around.ts';
import { formatSeconds } from '#web/lib/format-time.ts';
import { toastFailure } from '#web/lib/toasts.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Name } from '#web/ui/name.tsx';
import { unplayableClipsQuery } from './view-link.query.ts';

export function UnplayableClips({ testId, thing }: { testId: TestId; thing: ViewedThing }) {
  const { data } = useQuery(unplayableClipsQuery(testId, thing));
  if (!data?.clips.length) return null;
  const { length } = data.clips;
  const isOwn = thing.kind === 'clip';
  return (
    <Alert
      tone="warning"
      title={
        isOwn
          ? "Visitors can't play this clip"
          : `Visitors can't play ${length === 1 ? '1 clip' : `${length} clips`}`
      }
    >
      <p>
        A video starts at one of its key frames, and has none in the {CLIP_EARLY_MAX_MS / 1000}{' '}
        seconds before the clip. Visitors would see more of the recording than the clip.
      </p>
      <ul className="mt-2 grid gap-2">
        {data.clips.map((each) => (
          <Unplayable key={each.clip.id} testId={testId} isOwn={isOwn} {...each} />
        ))}
      </ul>
    </Alert>
  );
}

function Unplayable(props: UnplayableClip & { testId: TestId; isOwn: boolean }) {
  const { testId, clip, beginMs, isOwn } = props;
  const { id, sessionId, version, title, fromMs, toMs, recording } = clip;
  const making = useMakeClip({ testId, sessionId });
  const begin = (ms: number) =>
    making.mutate(
      { seen: { id, version }, title, toMs, fromMs: ms },
      {
        onError: toastFailure('The clip was not changed. Please try again.'),
      },
    );
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {!isOwn && (
        <span className="min-w-0 grow tabular-nums [overflow-wrap:anywhere]">
          <Name>{title || recording.participantName}</Name>, {stretchText(clip)}
        </span>
      )}
      {beginMs === null ? (
        <span>No other beginning is near. Share the recording instead.</span>
      ) : (
        <Button
          size="sm"
          variant="secondary"
          busy={making.isPending}
          onClick={() => begin(beginMs)}
        >
          {`Begin the clip ${formatSeconds(Math.abs(beginMs - fromMs))} ${beginMs < fromMs ? 'earlier' : 'later'}`}
        </Button>
      )}
    </li>
  );
}
