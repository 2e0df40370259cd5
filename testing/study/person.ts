// Types of a person of the sample study: what they do in each task, and what they answer.
import type { Outcome } from '#contract/outcomes.ts';
import type { Press } from './walk.ts';

/** The end of a session. */
export type End = 'stopped' | 'tab_closed' | 'sharing_ended' | 'stuck';

/** A person's way through one task. */
export interface TaskWay {
  presses: readonly Press[];
  /** Milliseconds from the last press to the end. */
  lingersMs: number;
  /** The card after the task; null: skipped. */
  answers: { didIt: boolean | null; ease: number | null; helped: string | null } | null;
  /** Outcome of the run. */
  outcome: Outcome;
}

/** The steps of a person after the first task. */
export interface LaterSteps {
  /** The second task in each of its variants: the server decides which of them a person is given. */
  variants: readonly [TaskWay, TaskWay];
  /** Answers to the ten items of the System Usability Scale. */
  sus: readonly number[];
  /** The open question with the tags that a member gives the text, or null: left out. */
  words: { text: string; tags: readonly string[] } | null;
}

export interface Person extends TaskWay {
  name: string;
  userAgent: string;
  /** Id of the option that they choose in the screening question. */
  buys: string;
  end: End;
  /** Left out by a member. */
  excludedFor: string | null;
  /** The later steps, or null for a person whose session ends with the first task. */
  later: LaterSteps | null;
}
