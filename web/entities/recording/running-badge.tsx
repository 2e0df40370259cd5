// Badges of recordings that run: of one, and of a test's together.
import type { RecordingInfo } from '#contract/recordings.ts';
import type { RunningCounts } from '#contract/test-summary.ts';
import { formatTime } from '#web/lib/format-time.ts';
import { Badge, Pulse } from '#web/ui/badge.tsx';
import { type presenceOf, runningText } from './running.ts';

/** Live or silent; nothing of one that is over. */
export function PresenceBadge({ presence }: { presence: ReturnType<typeof presenceOf> }) {
  if (presence === null) return null;
  if (presence === 'live') {
    return (
      <Badge tone="danger">
        <Pulse />
        Live
      </Badge>
    );
  }
  return <Badge tone="warning">Silent</Badge>;
}

/** What is known of a silent one: what happened, what is kept, what follows. */
export function silentText({ lastHeardAt }: Pick<RecordingInfo, 'lastHeardAt'>): string {
  const since = lastHeardAt === null ? '' : ` since ${formatTime(lastHeardAt)}`;
  return `Nothing has arrived${since}. What arrived is kept. The recording goes on when the connection returns; if the tab was closed, it ends here.`;
}

/** `5 live · 1 silent`; nothing when none runs. */
export function RunningBadge({ running }: { running: RunningCounts }) {
  const text = runningText(running);
  if (text === '') return null;
  return (
    <Badge tone={running.live > 0 ? 'danger' : 'warning'}>
      {running.live > 0 && <Pulse />}
      <span className="tabular-nums">{text}</span>
    </Badge>
  );
}
