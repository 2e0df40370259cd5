// Keeps a moment of 'What happened' as a clip: from 3 s before it to 10 s after it.
import { Scissors } from 'lucide-react';
import type { RecordingDetail } from '#contract/recordings.ts';
import { useMayNote } from '#web/entities/account/rights.ts';
import { useMomentClip } from '#web/entities/clip/moment-clip.ts';
import { formatDuration } from '#web/lib/format-time.ts';

interface MomentClipButtonProps {
  recording: RecordingDetail;
  atMs: number;
  /** What the moment is; becomes the clip's title. */
  title: string;
  /** As the end of a pill; else a square. */
  inPill?: boolean;
}

export function MomentClipButton({ recording, atMs, title, inPill }: MomentClipButtonProps) {
  const { test, id, durationMs } = recording;
  const make = useMomentClip(test._id);
  const mayNote = useMayNote();
  if (!mayNote) return null;
  return (
    <button
      type="button"
      aria-label={`Clip of ${formatDuration(atMs)}`}
      title="Keep as a clip"
      onClick={() => make({ sessionId: id, atMs, durationMs, title })}
      className={
        inPill
          ? 'grid h-8 w-8 place-items-center rounded-r-full pr-1 text-muted hover:bg-hover hover:text-text'
          : 'mr-1 grid size-control-sm shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-text'
      }
    >
      <Scissors aria-hidden className="size-4" />
    </button>
  );
}
