// Everything that happened, in words: the screens in the order they were seen, the clicks on each.
// Choosing one goes there; the player's place is marked.
import { useEffect, useRef } from 'react';
import { formatDuration } from '#web/lib/format-time.ts';
import { ClickMark } from './click-mark.tsx';
import { type Chapter, chapterAt, clickName, isMisclick } from './moments.ts';
import { type Player, usePlayer } from './player.ts';

interface MomentListProps {
  player: Player;
  chapters: readonly Chapter[];
}

export function MomentList({ player, chapters }: MomentListProps) {
  const current = usePlayer(player, ({ atMs }) => chapterAt(chapters, atMs));
  const list = useRef<HTMLOListElement>(null);

  // The place in view follows the player within the list alone; the page stays where it is.
  useEffect(() => {
    const row = list.current?.children[current];
    const box = list.current;
    if (!(row instanceof HTMLElement) || box === null || box.matches(':hover, :focus-within'))
      return;
    if (box.scrollHeight <= box.clientHeight) return;
    box.scrollTo({ top: row.offsetTop - box.clientHeight / 3 });
  }, [current]);

  return (
    <ol ref={list} className="relative min-h-0 grow overflow-y-auto p-2">
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
        <span className="grid min-w-0">
          <span className="truncate font-semibold text-sm">
            {chapter.screenNumber === null ? 'Whole recording' : `Screen ${chapter.screenNumber}`}
          </span>
          <span className="text-muted text-xs tabular-nums">
            {formatDuration(chapter.fromMs)} – {formatDuration(chapter.toMs)}
          </span>
        </span>
      </button>
      {chapter.clicks.length > 0 && (
        <ul className="flex flex-wrap gap-1.5 pr-2 pb-2 pl-[4.75rem]">
          {chapter.clicks.map((click, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two clicks may have the same time; the list never reorders.
            <li key={at}>
              <button
                type="button"
                onClick={() => player.seek(click.atMs)}
                className="flex h-7 items-center gap-1.5 rounded-full border border-line bg-surface pr-2.5 pl-1.5 text-xs tabular-nums hover:border-line-strong hover:bg-hover"
              >
                <ClickMark misclick={isMisclick(click)} />
                {clickName(click)}
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
