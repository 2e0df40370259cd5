// A player goes on with a clip only if it is the same one of the same video: place, span and source.
import { expect, it } from 'vitest';
import { isAlike, type ReelItem } from './playable-reel.ts';

const clip: ReelItem = {
  id: 'one',
  kind: 'clip',
  title: 'A title',
  src: '/video',
  span: { fromMs: 1000, toMs: 2000 },
  label: 'Recording of Ada',
};
const title: ReelItem = { id: 'one', kind: 'title', text: 'Part one' };

it.each<[string, one: ReelItem | null, other: ReelItem, boolean]>([
  ['the clip itself', clip, { ...clip }, true],
  ['another title of it', clip, { ...clip, title: 'Another', label: 'Other' }, true],
  ['the same stretch at another place', clip, { ...clip, id: 'two' }, false],
  ['another video', clip, { ...clip, src: '/other' }, false],
  ['another start', clip, { ...clip, span: { fromMs: 0, toMs: 2000 } }, false],
  ['another end', clip, { ...clip, span: { fromMs: 1000, toMs: 2500 } }, false],
  ['a title card', clip, title, false],
  ['a title card with its text', title, { ...title }, true],
  ['a title card with another text', title, { ...title, text: 'Part two' }, false],
  ['nothing before', null, clip, false],
])('%s', (...[, one, other, alike]) => {
  expect(isAlike(one, other)).toBe(alike);
});
