// The one number of a question's results in words, for lines and links; the page of the question has all of them.
import type { Average } from '#contract/numbers.ts';
import type { QuestionPicture } from '#contract/result-questions.ts';
import { SHARE_FROM } from '#insight/numbers/share.ts';
import { peopleCount, wholeText } from '#insight/numbers/words.ts';
import { countText, shareInterval, shareText } from './number-words.ts';

export interface NumberWords {
  value: string;
  /** Base and interval, or null where the value is a count. */
  note: string | null;
}

/** '4.2', '68'; null below five answers. @param digits after the point */
export function meanText({ n, value }: Average, digits = 1): string | null {
  return value === null || n < SHARE_FROM ? null : value.toFixed(digits);
}

/** '95 % interval 2.5–7.0'; null below five answers. */
export function meanInterval({ n, low, high }: Average, digits = 1): string | null {
  if (n < SHARE_FROM || low === null || high === null) return null;
  return `95 % interval ${low.toFixed(digits)}–${high.toFixed(digits)}`;
}

/** '+40', '−12' */
export function signedText(value: number): string {
  const whole = Math.round(value);
  return `${whole > 0 ? '+' : whole < 0 ? '−' : ''}${Math.abs(whole)}`;
}

export function netPromoterInterval({
  low,
  high,
}: NonNullable<QuestionPicture['netPromoter']>): string | null {
  if (low === null || high === null) return null;
  return `95 % interval ${signedText(low)} to ${signedText(high)}`;
}

/** The commonest answer, the mean or the score. */
export function questionNumber(result: QuestionPicture): NumberWords {
  const { answered, options, average, netPromoter, texts } = result;
  if (answered === 0) return { value: 'No answers', note: null };
  if (options) return optionNumber(options);
  if (netPromoter?.score !== undefined && netPromoter.score !== null) {
    if (netPromoter.n < SHARE_FROM) return { value: answeredText(answered), note: null };
    return {
      value: signedText(netPromoter.score),
      note: joined([answeredText(netPromoter.n), netPromoterInterval(netPromoter)]),
    };
  }
  if (average) {
    const digits = isScore(result) ? 0 : 1;
    const value = meanText(average, digits);
    if (value === null) return { value: answeredText(answered), note: null };
    return { value, note: joined([answeredText(average.n), meanInterval(average, digits)]) };
  }
  return { value: texts === 1 ? '1 text' : `${wholeText(texts)} texts`, note: null };
}

/** A score of 0 to 100. */
export function isScore({ question }: Pick<QuestionPicture, 'question'>): boolean {
  return question.kind === 'set' && (question.set === 'sus' || question.set === 'umux_lite');
}

function optionNumber(options: NonNullable<QuestionPicture['options']>): NumberWords {
  const [most] = options.toSorted((a, b) => b.people - a.people);
  if (!most) return { value: 'No answers', note: null };
  const share = shareText(most.share);
  const interval = shareInterval(most.share);
  return {
    value: `${share ?? countText(most.share)} ${most.text}`,
    note: interval && `${countText(most.share)}, 95 % interval ${interval}`,
  };
}

function answeredText(n: number): string {
  return n === 0 ? 'no answers' : `${peopleCount(n)} answered`;
}

/** Returns the parts that are there, with commas between them. */
export function joined(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join(', ');
}
