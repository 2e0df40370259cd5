// Beside the player: what is known of the session, the list of what happened, and what its signs mean.
import { Flag } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { RecordingDetail } from '#contract/recordings.ts';
import { ClickMark } from '#web/entities/heat/click-mark.tsx';
import { ClickSigns } from '#web/entities/heat/signs.tsx';
import { clickCountText, isMisclick } from '#web/entities/recording/click-count.ts';
import type { Player } from '#web/entities/recording/player.ts';
import { formatDuration } from '#web/lib/format-time.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Name } from '#web/ui/name.tsx';
import { type Chapter, chapterAt, goalAt } from './moments.ts';
import { RecordingMeta } from './recording-header.tsx';
import { SessionNotes } from './session-notes.tsx';

interface MomentPanelProps {
  recording: RecordingDetail;
  player: Player;
  chapters: readonly Chapter[];
}

export function MomentPanel({ recording, player, chapters }: MomentPanelProps) {
  const visits = chapters.length;
  return (
    <aside
      aria-label="What happened"
      className="relative min-h-72 max-lg:max-h-[32rem] max-lg:grid"
    >
      <div className="flex min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-surface lg:absolute lg:inset-0">
        <header className="border-line border-b px-4 py-3 tabular-nums">
          <h2 className="text-base">What happened</h2>
          <p className="text-muted text-sm md:hidden">
            <RecordingMeta recording={recording} />
          </p>
          <p className="text-muted text-sm">
            {clickCountText(recording)} · {visits} {visits === 1 ? 'screen visit' : 'screen visits'}
          </p>
        </header>
        <div className="relative min-h-0 grow overflow-y-auto" data-follows>
          <SessionNotes recording={recording} />
          {visits > 0 ? (
            <MomentList player={player} chapters={chapters} />
          ) : (
            <p className="p-4 text-muted text-sm">
              No screens or clicks were reported in this session: its link may not be a prototype,
              or it did not tell them.
            </p>
          )}
        </div>
        {recording.clicks > 0 && (
          <footer className="flex flex-wrap gap-x-4 gap-y-1 border-line border-t px-4 py-2.5 text-muted text-xs">
            <ClickSigns {...recording} />
            {goalAt(chapters) !== null && (
              <span className="flex items-center gap-2">
                <Flag aria-hidden className="size-4 fill-current text-accent" />
                Goal
              </span>
            )}
          </footer>
        )}
      </div>
    </aside>
  );
}

/**
 * Everything that happened, in words: the screens in the order they were seen, the clicks on each.
 * Choosing one goes there; the player's place is marked.
 */
function MomentList({ player, chapters }: { player: Player; chapters: readonly Chapter[] }) {
  const current = useStore(player, ({ atMs }) => chapterAt(chapters, atMs));
  const list = useRef<HTMLOListElement>(null);

  // The place in view follows the player within the list alone; the page stays where it is.
  useEffect(() => {
    const row = list.current?.children[current];
    const box = list.current?.closest<HTMLElement>('[data-follows]') ?? null;
    if (!(row instanceof HTMLElement) || box === null || box.matches(':hover, :focus-within'))
      return;
    if (box.scrollHeight <= box.clientHeight) return;
    // The task above the first screen stays in view with it.
    box.scrollTo({ top: current <= 0 ? 0 : row.offsetTop - box.clientHeight / 3 });
  }, [current]);

  return (
    <ol ref={list} className="p-2">
      {chapters.map((chapter, at) => (
        <ChapterRow
          key={chapter.fromMs}
          player={player}
          chapter={chapter}
          current={at === current}
        />
      ))}
    </ol>
  );
}

interface ChapterRowProps {
  player: Player;
  chapter: Chapter;
  current: boolean;
}

function ChapterRow({ player, chapter, current }: ChapterRowProps) {
  return (
    <li className="rounded-md data-current:bg-accent-soft" data-current={current || undefined}>
      <button
        type="button"
        aria-current={current ? 'true' : undefined}
        onClick={() => player.seek(chapter.fromMs)}
        className="group flex w-full items-center gap-3 rounded-md p-2 text-left hover:bg-hover"
      >
        <ScreenPicture imageUrl={chapter.imageUrl} />
        <span className="min-w-0 grow truncate font-semibold text-sm">
          <Name>{chapter.screenName ?? 'Whole recording'}</Name>
        </span>
        {chapter.isGoal && (
          <span className="shrink-0 text-accent">
            <Flag aria-hidden className="size-4 fill-current" />
            <span className="sr-only">Goal</span>
          </span>
        )}
        <span className="shrink-0 text-muted text-xs tabular-nums">
          {formatDuration(chapter.fromMs)} – {formatDuration(chapter.toMs)}
        </span>
      </button>
      {chapter.clicks.length > 0 && (
        <ul className="flex flex-wrap gap-1.5 pr-2 pb-2 pl-19">
          {chapter.clicks.map((click, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two clicks may have the same time; the list never reorders.
            <li key={at}>
              <button
                type="button"
                onClick={() => player.seek(click.atMs)}
                className="flex h-8 items-center gap-1.5 rounded-full border border-line bg-surface pr-3 pl-2 text-xs tabular-nums hover:border-line-strong hover:bg-hover"
              >
                <ClickMark misclick={isMisclick(click)} />
                {isMisclick(click) ? 'Missed' : 'Click'}
                <span className="text-muted">{formatDuration(click.atMs)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** The screen's picture from its top, or a blank in its place. */
function ScreenPicture({ imageUrl }: { imageUrl: string | null }) {
  const look = 'h-10 w-14 shrink-0 rounded-sm border border-line bg-sunken object-cover object-top';
  if (imageUrl === null) return <span className={look} />;
  return <img src={imageUrl} alt="" loading="lazy" decoding="async" className={look} />;
}
