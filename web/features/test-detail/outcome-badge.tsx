// What a run came to, as a badge of a row.
import type { Outcome } from '#contract/outcomes.ts';
import { Badge } from '#web/ui/badge.tsx';

export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  return <Badge tone={tones[outcome] ?? 'neutral'}>{words[outcome]}</Badge>;
}

const tones: Partial<Record<Outcome, 'accent' | 'warning' | 'danger'>> = {
  direct: 'accent',
  indirect: 'accent',
  thought_done: 'warning',
  gave_up: 'danger',
  left: 'danger',
};

const words: Record<Outcome, string> = {
  excluded: 'Excluded',
  // A row has none while its session runs.
  running: 'Being read',
  not_measurable: 'Not measurable',
  never_began: 'Never began',
  to_judge: 'To judge',
  direct: 'Direct',
  indirect: 'Indirect',
  thought_done: 'Thought done',
  gave_up: 'Gave up',
  left: 'Left',
  stopped: 'Stopped',
};
