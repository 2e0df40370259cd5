// Findings in words: counts, names, what became of those who pressed, and the people behind each.
import { expect, test } from 'vitest';
import type { FindingByRule } from '#contract/results.ts';
import { findingKey, findingWords } from './finding-words.ts';

const screen = {
  number: 2,
  name: 'All plants',
  screenId: '1:3',
  isRenamed: false,
  isGoal: false,
  isInDesign: true,
  image: null,
};
const place = {
  kind: 'nothing_reacts' as const,
  screen,
  place: 'layer:3:17',
  layer: 'Half shade',
  at: null,
  people: 5,
  of: 30,
  presses: 8,
};
const failures = { ofPressers: 5, ofOthers: 5, others: 25, chance: 0.0018 };

test.each([
  [
    { ...place, failures },
    '5 of 30 on All plants pressed Half shade; nothing reacts.',
    '8 dead clicks · 5 of these 5 did not make it, 5 of the 25 others',
  ],
  [
    { ...place, layer: null, presses: 1, failures: null },
    '5 of 30 on All plants pressed a place without a name; nothing reacts.',
    '1 dead click',
  ],
  [
    { ...place, failures: { ...failures, ofPressers: 0, ofOthers: 0 } },
    '5 of 30 on All plants pressed Half shade; nothing reacts.',
    '8 dead clicks',
  ],
  [
    { ...place, failures: { ...failures, ofOthers: 0, others: 0 } },
    '5 of 30 on All plants pressed Half shade; nothing reacts.',
    '8 dead clicks · 5 of these 5 did not make it',
  ],
  [
    { kind: 'ended_here', screen, people: 13, of: 17, thoughtDone: 2 },
    '13 of 17 who did not make it ended on All plants.',
    '2 of them said they had done it',
  ],
  [
    { kind: 'thought_done', screen, people: 8, of: 9 },
    '8 of 9 who said they did it without reaching the goal ended on All plants.',
    '',
  ],
  [
    { kind: 'came_back', screen, people: 12, of: 54, mostTimes: 4 },
    '12 of 54 came back to All plants after leaving it.',
    'up to 4 times',
  ],
] satisfies [FindingByRule, string, string][])('%j', (finding, sentence, note) => {
  const words = findingWords(finding);
  expect(words.sentence.map(({ text }) => text).join('')).toBe(sentence);
  expect(words.note).toBe(note);
  expect(words).toMatchObject({ number: finding.kind, query: { at: 2 } });
});

test('a place has a key of its own', () => {
  const other = { ...place, failures, place: 'layer:3:18' };
  expect(findingKey(other)).not.toBe(findingKey({ ...place, failures }));
});
