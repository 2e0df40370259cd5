// The published sets of questions, with their words and order. They have a file of their own, because most pages that
// know the steps of a test show none of them.
import type { SetName } from './questions.ts';

export interface QuestionSet {
  /** Name that creators read. */
  title: string;
  items: readonly string[];
  /** Lowest and highest answer of each item. */
  from: number;
  to: number;
  /** Words at the ends. */
  low: string;
  high: string;
}

const AGREEMENT = { from: 1, low: 'Strongly disagree', high: 'Strongly agree' };

/** Sets as they were published. Their words cannot be edited, because scores can be compared only with the same ones. */
export const questionSets: Readonly<Record<SetName, QuestionSet>> = {
  /** Brooke 1996. */
  sus: {
    title: 'System Usability Scale (SUS)',
    ...AGREEMENT,
    to: 5,
    items: [
      'I think that I would like to use this system frequently.',
      'I found the system unnecessarily complex.',
      'I thought the system was easy to use.',
      'I think that I would need the support of a technical person to be able to use this system.',
      'I found the various functions in this system were well integrated.',
      'I thought there was too much inconsistency in this system.',
      'I would imagine that most people would learn to use this system very quickly.',
      'I found the system very cumbersome to use.',
      'I felt very confident using the system.',
      'I needed to learn a lot of things before I could get going with this system.',
    ],
  },
  /** Lewis, Utesch and Maher 2013. */
  umux_lite: {
    title: 'UMUX-Lite',
    ...AGREEMENT,
    to: 7,
    items: ['This system’s capabilities meet my requirements.', 'This system is easy to use.'],
  },
  /** Sauro and Dumas 2009. */
  seq: {
    title: 'Single Ease Question (SEQ)',
    from: 1,
    to: 7,
    low: 'Very difficult',
    high: 'Very easy',
    items: ['Overall, how difficult or easy was the task to complete?'],
  },
  /** Reichheld 2003. */
  nps: {
    title: 'Net Promoter Score (NPS)',
    from: 0,
    to: 10,
    low: 'Not at all likely',
    high: 'Extremely likely',
    items: ['How likely is it that you would recommend this product to a friend or colleague?'],
  },
};
