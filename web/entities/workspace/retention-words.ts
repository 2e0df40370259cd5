// What a rule of retention deletes, in words.
import type { DueRecordings } from '#contract/retention.ts';
import { formatDate } from '#web/lib/format-time.ts';

/** '12 recordings of 2 tests, with 3 clips and 1 piece of evidence in reports' */
export function dueText({ recordings, tests, clips, evidence }: DueRecordings): string {
  const words = [
    ...(clips > 0 ? [counted(clips, 'clip')] : []),
    ...(evidence > 0 ? [`${counted(evidence, 'piece')} of evidence in reports`] : []),
  ];
  const what = `${counted(recordings, 'recording')} of ${counted(tests, 'test')}`;
  return words.length === 0 ? what : `${what}, with ${words.join(' and ')}`;
}

export function firstText({ from }: DueRecordings): string {
  return formatDate(from);
}

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
