// Findings in words: counts, names, what became of those who pressed, and the people behind each.
import { expect, test } from 'vitest';
import type { FindingByRule } from '#contract/results.ts';
import { findingKey, findingWords, reportSentence } from './finding-words.ts';

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
  also: [],
};
const onPicture = {
  ...place,
  screen: { ...screen, name: 'Shop front', picture: 'with_goal' as const },
  layer: 'Menu',
};
const other = (layer: string | null, people = 5) => ({ place: `layer:${layer}`, layer, people });
const failures = { ofPressers: 5, ofOthers: 5, others: 25, chance: 0.0018 };

test.each([
  [
    { ...place, failures },
    "5 of 30 people pressed 'Half shade' on All plants. It isn’t clickable.",
    '8 dead clicks · 100 % of them failed, 20 % of the others',
  ],
  [
    { ...place, layer: null, presses: 1, failures: null },
    '5 of 30 people pressed a place without a name on All plants. It isn’t clickable.',
    '1 dead click',
  ],
  [
    { ...place, failures: null, also: [other('Peace lily')] },
    "5 of 30 people pressed 'Half shade' and 'Peace lily' on All plants. They aren’t clickable.",
    '8 dead clicks',
  ],
  [
    { ...place, failures: null, also: [other('Fern'), other(null), other('Aloe', 4)] },
    "5 of 30 people pressed 'Half shade', 'Fern' and a place without a name on All plants, most of them 'Aloe' too. They aren’t clickable.",
    '8 dead clicks',
  ],
  [
    {
      ...{ ...place, layer: null, failures: null },
      also: [...['A', 'B', 'C', 'D'].map((name) => other(name)), other(null)],
    },
    "5 of 30 people pressed 'A', 'B', 'C', 1 more place and 2 places without a name on All plants. They aren’t clickable.",
    '8 dead clicks',
  ],
  [
    { ...place, failures: { ...failures, ofPressers: 0, ofOthers: 0 } },
    "5 of 30 people pressed 'Half shade' on All plants. It isn’t clickable.",
    '8 dead clicks',
  ],
  [
    { ...place, failures: { ...failures, ofOthers: 0, others: 0 } },
    "5 of 30 people pressed 'Half shade' on All plants. It isn’t clickable.",
    '8 dead clicks · 100 % of them failed',
  ],
  [
    { ...place, failures: { ...failures, ofPressers: 2, chance: 0.24 } },
    "5 of 30 people pressed 'Half shade' on All plants. It isn’t clickable.",
    '8 dead clicks · 40 % of them failed, 20 % of the others: the difference could be coincidence',
  ],
  [
    { ...onPicture, failures },
    "5 of 30 people pressed 'Menu' on Shop front. It isn’t the goal.",
    '8 presses · 100 % of them failed, 20 % of the others',
  ],
  [
    { ...onPicture, layer: null, presses: 1, failures: null, also: [other('Logo'), other(null)] },
    "5 of 30 people pressed 'Logo' and 2 places outside of all regions on Shop front. They aren’t the goal.",
    '1 press',
  ],
  [
    { kind: 'ended_here', screen, people: 13, of: 17, thoughtDone: 2 },
    '13 of the 17 who didn’t reach the goal stopped at All plants.',
    '2 of them thought they were done',
  ],
  [
    { kind: 'thought_done', screen, people: 8, of: 9 },
    '8 of the 9 who wrongly thought they were done stopped at All plants.',
    '',
  ],
  [
    { kind: 'came_back', screen, people: 12, of: 54, mostTimes: 4 },
    '12 of 54 people came back to All plants after leaving it.',
    'up to 4 times',
  ],
] satisfies [FindingByRule, string, string][])('%j', (finding, sentence, note) => {
  const words = findingWords(finding);
  expect(words.sentence.map(({ text }) => text).join('')).toBe(sentence);
  expect(words.note).toBe(note);
  expect(words).toMatchObject({ number: finding.kind, query: { at: 2 } });
  const counted = /^\d+ of (?:the \d+|\d+ people) /;
  expect(reportSentence(words)).toBe(sentence.replace(counted, 'People '));
});

test('a place has a key of its own', () => {
  const second = { ...place, failures, place: 'layer:3:18' };
  expect(findingKey(second)).not.toBe(findingKey({ ...place, failures }));
});
