// A new finding begins with a sentence, without counts.
import { expect, it } from 'vitest';
import { OWN_SENTENCE, suggestedSentence } from './report-place.ts';

it.each([
  ['14 people pressed Snake plant', 'People pressed Snake plant'],
  ['1 person ended on Detail', 'People ended on Detail'],
  ['36 of 54 reached', 'People reached'],
  ['1,200 of the 3,000 people left', 'People left'],
  ['Time on task', 'Time on task'],
  ['14 people', OWN_SENTENCE],
  ['3 people: Left', 'People Left'],
  ['', OWN_SENTENCE],
])('%s: %s', (what, sentence) => {
  expect(suggestedSentence(what).trim()).toBe(sentence.trim());
});
