// The shape of JSON bodies: what nests or lists too much is refused before it is parsed.
import { expect, it } from 'vitest';
import { checkJsonShape } from './bodies.ts';

it.each([
  ['an event', '{"events":[{"seq":0,"atMs":0,"type":"NEW_STATE","data":{"a":{"x":1}}}]}'],
  ['brackets in a text', `"${'[{,'.repeat(100_000)}"`],
  ['brackets behind an escaped quote', `"\\"${'['.repeat(100)}"`],
  ['a text that does not end', `"${'['.repeat(100)}`],
  ['lists side by side', `[${'[],'.repeat(20_000)}1]`],
  ['64 levels', '['.repeat(64) + ']'.repeat(64)],
])('%s is left to the parser', (_what, text) => {
  expect(() => checkJsonShape(text)).not.toThrow();
});

it.each([
  ['65 levels', '['.repeat(65), 'could not be read'],
  ['half a million levels', '{"a":'.repeat(100_000), 'could not be read'],
  [
    'levels behind a text with an escape at its end',
    `["\\\\",${'['.repeat(65)}`,
    'could not be read',
  ],
  [
    'deep lists side by side',
    `[${`${'['.repeat(60)}${']'.repeat(60)},`.repeat(900)}1]`,
    'too large',
  ],
  ['half a million numbers', `[${'1,'.repeat(500_000)}1]`, 'too large'],
])('%s: refused', (_what, text, sentence) => {
  expect(() => checkJsonShape(text)).toThrow(sentence);
});
