// The segment of a moment, the segments of a search, and what a selection of words takes.
import { describe, expect, it } from 'vitest';
import type { DisplayedSegment } from '#contract/transcripts.ts';
import {
  lastStartedIndex,
  matchesSearch,
  quoteOf,
  segmentsWith,
  wordsOf,
} from './transcript-words.ts';

const segment = (startMs: number, text: string): DisplayedSegment => ({
  startMs,
  endMs: startMs + 900,
  text,
  original: text,
  correction: null,
  words: text.split(' ').map((word, at) => ({
    text: word,
    startMs: startMs + at * 100,
    endMs: startMs + at * 100 + 90,
  })),
});
const segments = [
  segment(1000, 'I like the plants'),
  segment(3000, 'Wo ist die Straße'),
  segment(5000, 'café'),
];

describe('the place of a moment', () => {
  it.each([
    [0, -1],
    [1000, 0],
    [2999, 0],
    [3000, 1],
    [90_000, 2],
  ])('at %i ms is %i', (atMs, at) => {
    expect(lastStartedIndex(segments, atMs)).toBe(at);
  });
});

describe('a search', () => {
  it.each([
    ['', [0, 1, 2]],
    ['PLANT', [0]],
    ['strasse', [1]],
    [' café ', [2]],
    ['cafe', [2]],
    ['i', [0, 1]],
    ['nowhere', []],
  ])('for %j finds %j', (text, at) => {
    expect(segmentsWith(segments, text)).toEqual(at);
  });

  it.each([
    ['Plants', 'the plant', true],
    ['Straße', 'strasse', true],
    ['like', 'plant', false],
    ['like', '', false],
  ])('marks %j of %j: %j', (word, search, found) => {
    expect(matchesSearch(word, search)).toBe(found);
  });
});

it('a selection takes from the first word to the last', () => {
  const words = segments.flatMap(wordsOf).slice(2, 6);
  expect(quoteOf(words)).toEqual({ fromMs: 1200, toMs: 3190, text: 'the plants Wo ist' });
  expect(quoteOf([])).toBeNull();
});

it('a segment without words is a word', () => {
  expect(wordsOf({ ...segment(10, 'a b'), words: [] })).toEqual([
    { text: 'a b', startMs: 10, endMs: 910 },
  ]);
});
