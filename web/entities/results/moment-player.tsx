// The small player of the moment drawer: from 3 s before a moment to 7 s after it.
import { ExternalLink, Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { addressOf } from '#contract/endpoint.ts';
import { isolated } from '#contract/isolated.ts';
import { MOMENT_AFTER_MS, MOMENT_BEFORE_MS, type Moment } from '#contract/moments.ts';
import type { RecordingAddress } from '#contract/paths.ts';
import { recordings } from '#contract/recordings.api.ts';
import type { Player } from '#web/entities/recording/player.ts';
import { formatDuration } from '#web/lib/format-time.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/loading.tsx';

interface MomentPlayerProps {
  player: Player;
  moment: Moment;
  address: RecordingAddress;
  /** The recording's page at the moment. */
  href: string;
  /** It was chosen by a press; one that a reload finds waits. */
  plays: boolean;
}

/** Use it with the session as its key: another recording is another element. */
export function MomentPlayer({ player, moment, address, href, plays }: MomentPlayerProps) {
  const clip = clipOf(moment);
  const [tries, setTries] = useState(0);
  // As it was when it was chosen: more bytes of one that runs would begin it again.
  const [src] = useState(() => sourceOf(moment, address));
  const failed = useStore(player, ({ phase }) => phase === 'failed');

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each video; a later answer does not move it.
  useEffect(() => {
    if (plays) player.playFrom(clip.fromMs);
    else player.seek(clip.fromMs);
  }, [player, tries]);

  useEffect(
    () =>
      player.subscribe(() => {
        const { playing, atMs } = player.getSnapshot();
        if (playing && atMs >= clip.toMs) player.pause();
      }),
    [player, clip.toMs],
  );

  const retry = () => {
    player.forgetFailure();
    setTries(tries + 1);
  };
  return (
    <div
      data-scheme="dark"
      className="shrink-0 forced-color-adjust-none bg-surface text-text print:hidden"
    >
      <div className="relative aspect-video max-h-[40dvh] w-full bg-sunken">
        {/* biome-ignore lint/a11y/useMediaCaption: what a participant says has no captions yet. */}
        <video
          key={tries}
          ref={player.attach}
          src={src}
          preload="metadata"
          playsInline
          aria-label={`Recording of ${isolated(moment.participantName)}`}
          className="absolute inset-0 size-full cursor-pointer object-contain"
          onClick={() => toggle(player, clip)}
        />
        {failed ? (
          <div
            role="alert"
            className="absolute inset-0 grid place-content-center gap-3 p-4 text-center"
          >
            <p className="text-sm">Video not found or failed to load.</p>
            <Button size="sm" variant="secondary" onClick={retry} className="mx-auto">
              Retry
            </Button>
          </div>
        ) : (
          <Waiting player={player} />
        )}
      </div>
      <div className="flex items-center gap-2 px-3 py-1">
        <PlayButton player={player} clip={clip} />
        <ClipBar player={player} clip={clip} atMs={moment.atMs} />
        <Link
          to={href}
          className="grid size-control shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-text"
          title="Open recording (O)"
        >
          <ExternalLink aria-hidden className="size-4" />
          <span className="sr-only">Open recording (O)</span>
        </Link>
      </div>
    </div>
  );
}

interface Clip {
  fromMs: number;
  toMs: number;
}

/** What is played of a recording, in milliseconds since its start. */
export function clipOf({ atMs, durationMs }: Pick<Moment, 'atMs' | 'durationMs'>): Clip {
  const fromMs = Math.max(0, Math.min(atMs, durationMs ?? atMs) - MOMENT_BEFORE_MS);
  return { fromMs, toMs: Math.min(atMs + MOMENT_AFTER_MS, durationMs ?? Number.POSITIVE_INFINITY) };
}

/** A running recording's video has another address for each length: browsers keep what they know of a file's size. */
function sourceOf({ outcome, durationMs }: Moment, address: RecordingAddress): string {
  const url = addressOf(recordings.video, { params: address });
  return outcome === 'running' && durationMs !== null ? `${url}?arrived=${durationMs}` : url;
}

/** A browser stops some milliseconds before or after the time it is asked for. */
const END_SLACK_MS = 100;

/** At the end it begins again. */
function toggle(player: Player, { fromMs, toMs }: Clip): void {
  const { playing, atMs } = player.getSnapshot();
  if (!playing && atMs >= toMs - END_SLACK_MS) player.playFrom(fromMs);
  else player.toggle();
}

function Waiting({ player }: { player: Player }) {
  const waiting = useStore(player, (state) => state.waiting || state.phase === 'empty');
  if (!waiting) return null;
  return (
    <div className="late pointer-events-none absolute inset-0 grid place-items-center">
      <Spinner size="lg" label="Loading…" />
    </div>
  );
}

function PlayButton({ player, clip }: { player: Player; clip: Clip }) {
  const playing = useStore(player, (state) => state.playing);
  const Icon = playing ? Pause : Play;
  return (
    <IconButton
      label={playing ? 'Pause' : 'Play'}
      icon={<Icon aria-hidden className="size-5 fill-current" />}
      className="text-text"
      onClick={() => toggle(player, clip)}
    />
  );
}

/** Where the clip is, with a mark at the moment. */
function ClipBar({ player, clip, atMs }: { player: Player; clip: Clip; atMs: number }) {
  const now = useStore(player, (state) => Math.round(state.atMs / 100) * 100);
  const ends = useStore(player, ({ durationMs }) => durationMs);
  const toMs = Math.min(clip.toMs, ends > 0 ? ends : clip.toMs);
  const within = Math.min(Math.max(now, clip.fromMs), toMs);
  const share = (atMs - clip.fromMs) / (toMs - clip.fromMs);
  return (
    <>
      <div className="relative min-w-0 grow">
        <input
          type="range"
          aria-label="Position"
          aria-valuetext={formatDuration(within)}
          min={clip.fromMs}
          max={toMs}
          step={100}
          value={within}
          onChange={({ target }) => player.seek(target.valueAsNumber)}
          className="block h-6 w-full cursor-pointer accent-accent"
        />
        {share > 0 && share < 1 && (
          <span
            aria-hidden
            className="pointer-events-none absolute inset-y-0 my-auto h-4 w-1 -translate-x-1/2 rounded-full bg-heat-3"
            style={{ left: `calc(8px + (100% - 16px) * ${share})` }}
          />
        )}
      </div>
      <span className="shrink-0 text-sm tabular-nums">{formatDuration(within)}</span>
    </>
  );
}
