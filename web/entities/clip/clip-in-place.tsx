// A clip where it stands in a list or a report: its picture, and after a press the clip itself. On paper the picture.
import { Play } from 'lucide-react';
import { useState } from 'react';
import type { Clip } from '#contract/clips.ts';
import { isolated } from '#contract/isolated.ts';
import type { RecordingAddress } from '#contract/paths.ts';
import { recordings } from '#contract/recordings.api.ts';
import { Player } from '#web/entities/recording/player.ts';
import { recordingHref } from '#web/entities/results/filter.ts';
import { callAddress } from '#web/lib/call-address.ts';
import { formatDuration } from '#web/lib/format-time.ts';
import { Thumbnail } from '#web/ui/thumbnail.tsx';
import { stretchText } from './clip-around.ts';
import { ClipPlayer } from './clip-player.tsx';

interface ClipInPlaceProps {
  clip: Clip;
  /** 'Ada', or 'Participant 12' where names are off. */
  person: string;
  /** Of the video, where it is not the team's. */
  src?: string;
}

export function ClipInPlace({ clip, person, src = videoOf(clip) }: ClipInPlaceProps) {
  const [player] = useState(() => new Player());
  const [isOpen, setOpen] = useState(false);
  const { fromMs, toMs } = clip;
  return (
    <>
      {isOpen && (
        <div className="overflow-hidden rounded-lg border border-line print:hidden">
          <ClipPlayer
            {...{ player, src }}
            span={{ fromMs, toMs }}
            label={`Recording of ${isolated(person)}`}
            plays
          />
        </div>
      )}
      <button
        type="button"
        aria-label={`Play the clip of ${isolated(person)}, ${stretchText(clip)}`}
        onClick={() => setOpen(true)}
        className={`group relative block aspect-video w-full overflow-hidden rounded-lg border border-line bg-sunken ${isOpen ? 'hidden print:block' : ''}`}
      >
        <Thumbnail src={clip.recording.posterUrl} className="size-full rounded-none! border-0!" />
        <span
          aria-hidden
          data-scheme="dark"
          className="absolute inset-0 m-auto grid size-10 place-items-center rounded-full bg-surface/85 text-text transition-colors group-hover:bg-accent group-hover:text-on-accent print:hidden"
        >
          <Play className="size-5 fill-current" />
        </span>
        <span
          aria-hidden
          data-scheme="dark"
          className="absolute right-1.5 bottom-1.5 rounded-sm bg-surface/85 px-1.5 text-text text-xs tabular-nums"
        >
          {formatDuration(toMs - fromMs)}
        </span>
      </button>
    </>
  );
}

/** The recording's video, as a member has it. */
export function videoOf({ recording }: Pick<Clip, 'recording'>): string {
  return callAddress(recordings.video, { params: addressIn(recording) });
}

/** The recording's page, at the clip's beginning. */
export function clipHref({ recording, fromMs }: Clip): string {
  return momentHref(recording, fromMs);
}

/** The recording's page at a time. */
export function momentHref(recording: Clip['recording'], atMs: number): string {
  return recordingHref(addressIn(recording), { atMs });
}

function addressIn({ test, userTimestamp }: Clip['recording']): RecordingAddress {
  const { _id: testId, uniqueId, company, name: testName } = test;
  return { uniqueId, testId, company, testName, userTimestamp };
}
