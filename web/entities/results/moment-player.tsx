// The player of the moment drawer: plays from 3 s before a moment to 7 s after it.
import { ExternalLink, Scissors } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Link } from 'react-router';
import { isolateName } from '#contract/bidi-isolate.ts';
import { MOMENT_AFTER_MS, MOMENT_BEFORE_MS, type Moment } from '#contract/moments.ts';
import type { RecordingAddress } from '#contract/paths.ts';
import { recordings } from '#contract/recordings.api.ts';
import { ClipPlayer } from '#web/entities/clip/clip-player.tsx';
import type { Player, Span } from '#web/entities/recording/player.ts';
import { callAddress } from '#web/lib/call-address.ts';
import { IconButton } from '#web/ui/button.tsx';

interface MomentPlayerProps {
  player: Player;
  moment: Moment;
  address: RecordingAddress;
  /** The recording's page at the moment. */
  href: string;
  keys: NonNullable<ComponentProps<typeof ClipPlayer>['keys']>;
  captions: NonNullable<ComponentProps<typeof ClipPlayer>['captions']> | null;
  /** Creates a clip; null for people without the right. */
  onClip: (() => void) | null;
  /** It was chosen by a press; one that a reload finds waits. */
  plays: boolean;
}

/** Use it with the session as its key: another recording is another element. */
export function MomentPlayer({ moment, address, href, onClip, ...rest }: MomentPlayerProps) {
  // The source of the first rendering, because a longer one of a running recording would restart
  // the video.
  const [src] = useState(() => sourceOf(moment, address));
  if (moment.withoutVideo) return <NoRecording href={href} />;
  return (
    <ClipPlayer
      {...rest}
      src={src}
      span={clipOf(moment)}
      markMs={moment.atMs}
      size="fill"
      label={`Recording of ${isolateName(moment.participantName)}`}
    >
      {onClip && (
        <IconButton
          label="Save as clip"
          icon={<Scissors aria-hidden className="size-4" />}
          onClick={onClip}
        />
      )}
      <Link
        to={href}
        className="grid size-control shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-text"
        title="Open recording"
      >
        <ExternalLink aria-hidden className="size-4" />
        <span className="sr-only">Open recording</span>
      </Link>
    </ClipPlayer>
  );
}

/** Stands in the place of the player for a session of clicks and answers alone. */
function NoRecording({ href }: { href: string }) {
  return (
    <div
      data-scheme="dark"
      className="grid place-content-center justify-items-center gap-2 bg-sunken p-6 text-center text-sm text-text max-md:aspect-video md:grow"
    >
      <p>No recording: clicks and answers alone.</p>
      <Link to={href} className="font-semibold underline">
        Open session
      </Link>
    </div>
  );
}

/** A moment so near to the end of a recording is its end. */
const END_MS = 100;

/** Returns the played stretch of a recording, in milliseconds since its start. */
export function clipOf({ atMs, durationMs }: Pick<Moment, 'atMs' | 'durationMs'>): Span {
  const endMs = durationMs ?? Number.POSITIVE_INFINITY;
  const isEnd = endMs - atMs < END_MS;
  const beforeMs = isEnd ? MOMENT_BEFORE_MS + MOMENT_AFTER_MS : MOMENT_BEFORE_MS;
  return {
    fromMs: Math.max(0, Math.min(atMs, endMs) - beforeMs),
    toMs: Math.min(atMs + MOMENT_AFTER_MS, endMs),
  };
}

/**
 * A running recording's video has another address for each length, because browsers cache a file's
 * size.
 */
function sourceOf({ outcome, durationMs }: Moment, address: RecordingAddress): string {
  const url = callAddress(recordings.video, { params: address });
  return outcome === 'running' && durationMs !== null ? `${url}?arrived=${durationMs}` : url;
}
