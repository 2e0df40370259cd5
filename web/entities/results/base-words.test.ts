// The base in words: its parts add up to the recordings.
import { expect, test } from 'vitest';
import { baseText } from './base-words.ts';

test.each([
  [{ people: 42, outside: [] }, null],
  [
    {
      people: 42,
      outside: [
        { outcome: 'excluded', people: 1 },
        { outcome: 'never_began', people: 2 },
        { outcome: 'not_measurable', people: 1 },
      ],
    },
    '46 recordings: 42 people, 1 excluded, 2 never started, 1 not measurable',
  ],
  [
    { people: 0, outside: [{ outcome: 'running', people: 1 }] },
    '1 recording: 0 people, 1 still runs',
  ],
] satisfies [Parameters<typeof baseText>[0], string | null][])('%j', (base, text) => {
  expect(baseText(base)).toBe(text);
});
