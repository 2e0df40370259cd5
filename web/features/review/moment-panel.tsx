// Beside the player: the task, the list of what happened, and what its signs mean.
import type { RecordingDetail } from '#contract/recordings.ts';
import { ClickMark } from './click-mark.tsx';
import { counted } from './counted.ts';
import { MomentList } from './moment-list.tsx';
import { type Chapter, isMisclick } from './moments.ts';
import type { Player } from './player.ts';

interface MomentPanelProps {
  recording: RecordingDetail;
  player: Player;
  chapters: readonly Chapter[];
}

export function MomentPanel({ recording, player, chapters }: MomentPanelProps) {
  const { clickList } = recording;
  const misclicks = clickList.filter(isMisclick).length;
  return (
    <aside
      aria-label="What happened"
      className="relative min-h-72 max-lg:max-h-[30rem] max-lg:grid"
    >
      <div className="flex min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-surface lg:absolute lg:inset-0">
        <header className="border-line border-b px-4 py-3">
          <h2 className="text-base">What happened</h2>
          <p className="text-muted text-sm">{summaryOf(chapters.length, clickList.length)}</p>
        </header>
        {chapters.length > 0 ? (
          <MomentList player={player} chapters={chapters} />
        ) : (
          <p className="p-4 text-muted text-sm">
            No screens or clicks were reported in this session: its link may not be a prototype, or
            it did not tell them.
          </p>
        )}
        {clickList.length > 0 && (
          <footer className="flex flex-wrap gap-x-5 gap-y-1 border-line border-t px-4 py-2.5 text-muted text-xs">
            <span className="flex items-center gap-1.5">
              <span aria-hidden className="h-3.5 w-px bg-line-strong" /> Screen change
            </span>
            <span className="flex items-center gap-1.5">
              <ClickMark /> Click ({clickList.length - misclicks})
            </span>
            <span className="flex items-center gap-1.5">
              <ClickMark misclick /> Misclick: nothing reacted ({misclicks})
            </span>
          </footer>
        )}
      </div>
    </aside>
  );
}

function summaryOf(visits: number, clicks: number): string {
  return `${counted(visits, 'screen visit')}, ${counted(clicks, 'click')}`;
}
