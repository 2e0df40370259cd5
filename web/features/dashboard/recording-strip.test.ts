// The marks of a card: order, height, how many.
import { expect, test } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import { marksOf } from './recording-strip.tsx';

function recording(id: string, clicks: number) {
  return { id: id as SessionId, clicks, state: 'ready' as const };
}

test('the oldest comes first, the one with most clicks stands highest', () => {
  const marks = marksOf([recording('new', 0), recording('old', 10)]);
  expect(marks.map((mark) => mark.id)).toEqual(['old', 'new']);
  expect(marks.map((mark) => mark.height)).toEqual([1, 0.2]);
});

test('without any clicks all stand low', () => {
  expect(marksOf([recording('a', 0)])[0]?.height).toBe(0.2);
});

test('only the newest are shown', () => {
  const many = Array.from({ length: 40 }, (_, at) => recording(String(at), 1));
  const marks = marksOf(many);
  expect(marks).toHaveLength(32);
  expect(marks.at(-1)?.id).toBe('0');
});
