// Headings of moments: each selection in words, with names of the design and no text of the address.
import { expect, it } from 'vitest';
import { readReportMoments } from '#contract/report-numbers.ts';
import { type MomentList, momentHeading } from './moment-headings.rules.ts';

const names = ['', 'Home', 'All plants', 'Detail'];
const list = { people: 14, times: 33, question: null, layer: 'Snake plant' };
const headingOf = (text: string, change: Partial<MomentList> = {}) => {
  const query = readReportMoments(text);
  if (!query) throw new Error(`no query: ${text}`);
  const screenName = (number: number) => names[number] ?? `Screen ${number}`;
  const { title, subtitle } = momentHeading({ ...list, ...change, query, screenName });
  return [title, subtitle];
};

it.each([
  ['of=people', '14 people', ''],
  [
    'of=people&outcome=thought_done',
    '14 people: Thought done',
    'Did not reach the goal, and said that they had done it.',
  ],
  ['of=people&outcome=direct,indirect', '14 people reached the goal', ''],
  ['of=people&outcome=direct,gave_up', '14 people: Direct, Gave up', ''],
  ['of=people&route=1-2x2.3', '14 people on one path', '(Home › All plants) ↻2 › Detail'],
  ['of=people&route=1.2x3.3', '14 people on one path', 'Home › All plants ↻3 › Detail'],
  [
    `of=people&route=${Array(12).fill('1').join('.')}`,
    '14 people on one path',
    Array(12).fill('Home').join(' › '),
  ],
  ['of=goal', '14 people reached the goal', ''],
  ['of=goal&fromMs=20000&toMs=40000', '14 people reached the goal in 20 s to 40 s', ''],
  ['of=goal&fromMs=5199.5&toMs=5200.5', '14 people reached the goal in 5.2 s', ''],
  ['of=goal&fromMs=65000', '14 people reached the goal in 1 min 5 s or more', ''],
  ['of=visited&at=2', '14 people visited All plants', ''],
  ['of=visited&at=2&column=1', '14 people on All plants', 'Step 2 of their path'],
  ['of=came_back&at=1', '14 people came back to Home', ''],
  ['of=ended_here&at=2', '14 people ended on All plants', 'without the goal'],
  [
    'of=ended_here&at=2&outcome=thought_done',
    '14 people ended on All plants',
    'without the goal; they said they did it',
  ],
  [
    'of=link&at=1&column=0&next=2',
    '14 people went from Home to All plants',
    'Step 1 of their path',
  ],
  ['of=link&at=1&column=0', '14 people ended on Home', 'Step 1 of their path'],
  ['of=answered&ease=5', '14 people answered 5 of 7', ''],
  ['of=answered&answer=did_not', '14 people said they did not do it', ''],
  ['of=answered&text=99%20people%20hated%20this', '14 people answered', ''],
  [
    'of=clicked&at=2&layer=missed&place=question: null, layer:9',
    '14 people pressed Snake plant',
    'All plants · 33 dead clicks',
  ],
  [
    'of=clicked&at=2&place=question: null, layer:9',
    '33 clicks by 14 people on Snake plant',
    'All plants',
  ],
  ['of=clicked&at=2&layer=missed', '14 people had dead clicks', '2 · All plants'],
  ['of=clicked&at=2&layer=first', '33 first clicks by 14 people', '2 · All plants'],
  [
    'of=clicked&at=77&layer=missed&area=1:2,3:4,5:6',
    '33 dead clicks by 14 people',
    'Screen 77 · in an area',
  ],
])('%s', (query, title, subtitle) => {
  expect(headingOf(query)).toEqual([title, subtitle]);
  // Texts of a made-up address are no part of it.
  expect(headingOf(`${query}&title=99%20hated%20this&subtitle=All`)).toEqual([title, subtitle]);
});

it.each([
  [['Daily'], false, '14 people answered ‘Daily’'],
  [['1', '2', '3'], false, '14 people answered ‘1’ or ‘2’ or ‘3’'],
  [['1', '2', '3', '4'], false, '14 people answered'],
  [['Daily'], true, '14 people answered ‘Daily’ or left it out'],
  [['1', '2', '3', '4'], true, '14 people answered or left it out'],
  [[], true, '14 people left it out'],
  [[], false, '14 people answered'],
])('a question with the answers %j, left out: %s', (answers, skipped, title) => {
  const question = { title: 'How often?', answers, skipped };
  expect(headingOf('of=answered', { question })).toEqual([title, 'How often?']);
});

it('has words for one person, one press, and a place without a name', () => {
  const change = { people: 1, times: 1, question: null, layer: null };
  expect(headingOf('of=clicked&at=1&layer=missed&place=spot:1,1', change)).toEqual([
    '1 person pressed a place without a name',
    'Home · 1 dead click',
  ]);
});

it('shortens a path of many steps', () => {
  const route = Array.from({ length: 40 }, (_, at) => (at % 3) + 1).join('.');
  const [, subtitle = ''] = headingOf(`of=people&route=${route}`);
  expect(subtitle.split(' › ')).toHaveLength(13);
  expect(subtitle.endsWith('…')).toBe(true);
});
