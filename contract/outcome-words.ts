// The outcomes in words, for pages and for headings that the server writes.
import type { Outcome } from './outcomes.ts';

interface OutcomeWords {
  label: string;
  /** Meaning in one sentence (docs/metrics.md). */
  meaning: string;
}

/** Outcomes in words, the same on every page, in tables and in copied text. */
export const outcomeWords: Record<Outcome, OutcomeWords> = {
  direct: {
    label: 'Direct',
    meaning: 'Reached the goal by a route, or without seeing a screen twice.',
  },
  indirect: { label: 'Indirect', meaning: 'Reached the goal in another way.' },
  thought_done: {
    label: 'Thought done',
    meaning: 'Did not reach the goal, and said that they had done it.',
  },
  gave_up: { label: 'Gave up', meaning: "Said that they did not do it, or pressed 'I'm stuck'." },
  left: { label: 'Left', meaning: 'Closed the tab or ended the sharing, and said nothing.' },
  stopped: {
    label: 'Stopped',
    meaning: "Pressed 'I'm done' or 'Stop & Upload' without the goal, and said nothing.",
  },
  never_began: {
    label: 'Never began',
    meaning: 'Pressed nothing and ended within 10 seconds. Not counted.',
  },
  not_measurable: {
    label: 'Not measurable',
    meaning: 'The prototype reported nothing. Not counted.',
  },
  to_judge: { label: 'To judge', meaning: 'Waits until a member decides. Not counted until then.' },
  running: {
    label: 'Running',
    meaning: 'The session still runs, or was not read yet. Not counted.',
  },
  excluded: { label: 'Excluded', meaning: 'Excluded by a member, with a reason. Not counted.' },
};
