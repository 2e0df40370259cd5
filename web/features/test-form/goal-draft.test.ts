// The goal in the form's request, by the person's choice and the link's target.
import { describe, expect, it } from 'vitest';
import type { Goal } from '#contract/goals.ts';
import type { DescribedHost } from '#contract/prototypes.ts';
import {
  addRoute,
  changedGoal,
  choiceOf,
  draftOf,
  factsOf,
  goalOf,
  newDraft,
  removeRoute,
  toggleQuestion,
  toggleScreen,
} from './goal-draft.ts';

const host: DescribedHost = {
  name: 'Figma',
  webOrigin: 'https://www.figma.com',
  embedOrigin: 'https://embed.figma.com',
  messageOrigin: 'https://www.figma.com',
  clicks: true,
  pictures: true,
};
const linkTo = (key: string, query = '') => `https://www.figma.com/proto/${key}/Shop${query}`;
const shop = factsOf(linkTo('AAA'), [host]);
const other = factsOf(linkTo('BBB'), [host]);
const page = factsOf('https://example.com/shop', [host]);
const silent = factsOf(linkTo('AAA'), [{ ...host, clicks: false }]);
const asks = newDraft.asks;
const goal: Goal = { kind: 'screens', screens: ['1:6'], routes: [['1:2', '1:6']] };

describe('a link', () => {
  it('is of a file, whatever its start; of none while it is no prototype', () => {
    expect(factsOf(linkTo('AAA', '?node-id=1-3'), [host])).toEqual(shop);
    expect(other).not.toEqual(shop);
    expect(page).toEqual({ file: null, kind: 'silent' });
    expect(factsOf('figma.com', [host])).toEqual({ file: null, kind: 'unknown' });
    expect(factsOf(linkTo('AAA'), undefined)).toEqual({ file: null, kind: 'unknown' });
  });

  it('decides until something is chosen: what reports nothing is decided while watching', () => {
    const choices = [shop, page, silent].map((facts) => choiceOf(newDraft, facts));
    expect(choices).toEqual(['none', 'judged', 'judged']);
    expect(choiceOf({ ...newDraft, choice: 'none' }, page)).toBe('none');
    expect(goalOf(newDraft, page)).toEqual({ kind: 'judged' });
    expect(goalOf(newDraft, shop)).toBeNull();
  });
});

describe('screens and routes', () => {
  it('are chosen and taken back; a route goes with the screen where it ends', () => {
    let draft = toggleScreen(newDraft, shop, '1:6');
    draft = addRoute(draft, shop, ['1:2', '1:6']);
    expect(goalOf(draft, shop)).toEqual(goal);
    draft = addRoute(addRoute(draft, shop, ['1:2', '1:6']), shop, ['1:2', '1:3']);
    expect(goalOf(draft, shop)).toEqual({
      kind: 'screens',
      screens: ['1:6', '1:3'],
      routes: [
        ['1:2', '1:6'],
        ['1:2', '1:3'],
      ],
    });
    draft = toggleScreen(draft, shop, '1:6');
    expect(draft).toMatchObject({ screens: ['1:3'], routes: [['1:2', '1:3']] });
    draft = toggleScreen(removeRoute(draft, 0), shop, '1:3');
    expect(goalOf(draft, shop)).toBeNull();
  });

  it('of one file are none of another, and come back with their link', () => {
    const draft = draftOf({ goal, asks }, shop);
    expect([goalOf(draft, other), goalOf(draft, page)]).toEqual([null, null]);
    expect(goalOf(draft, shop)).toEqual(goal);
    expect(goalOf(toggleScreen(draft, other, '9:9'), other)).toEqual({
      kind: 'screens',
      screens: ['9:9'],
      routes: [],
    });
  });
});

describe('an update', () => {
  const stored = { step: { goal, asks }, facts: shop };
  const draft = draftOf(stored.step, shop);

  it('says nothing of what stays', () => {
    expect(changedGoal(draft, shop, stored)).toEqual({});
    expect(changedGoal(draft, other, stored)).toEqual({});
    const none = { step: { goal: null, asks }, facts: page };
    expect(changedGoal(draftOf(none.step, page), page, none)).toEqual({});
  });

  it('says what is another goal or question', () => {
    expect(changedGoal({ ...draft, choice: 'judged' }, shop, stored)).toEqual({
      goal: { kind: 'judged' },
    });
    expect(changedGoal({ ...draft, choice: 'none' }, shop, stored)).toEqual({ goal: null });
    expect(changedGoal(toggleQuestion(draft, 'ease'), shop, stored)).toEqual({
      asks: ['did_it', 'helped'],
    });
    expect(toggleQuestion(toggleQuestion(draft, 'ease'), 'ease')).toEqual(draft);
    const chosen = toggleScreen(draft, other, '1:6');
    expect(changedGoal(chosen, other, stored).goal).toEqual({ ...goal, routes: [] });
  });
});
