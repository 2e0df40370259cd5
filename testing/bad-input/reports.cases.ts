// Bad inputs of reels and findings: whose they are, what is no evidence, stale versions, too much of anything.
import { ask, type BadInput, badFields, refused } from './bad-input.ts';

const never = '3f2b8a10-5c4d-4e6f-8a7b-9c0d1e2f3a4b';
const add = (json: unknown, as: 'owner' | 'stranger' = 'owner') =>
  ask('POST', ({ tests }) => `/api/tests/${tests.open._id}/findings`, { as, json });
const addReel = (json: unknown, as: 'owner' | 'stranger' = 'owner') =>
  ask('POST', ({ tests }) => `/api/tests/${tests.open._id}/reels`, { as, json });
const writeStory = (change: object) =>
  ask('PUT', ({ tests }) => `/api/tests/${tests.open._id}/report`, {
    json: { version: 0, title: '', summary: '', nextSteps: '', targetPercent: null, ...change },
  });
const number = { number: 'success', filter: '', moments: null };
const withNumber = (change: object) =>
  add({ sentence: 'S', evidence: [{ kind: 'number', number: { ...number, ...change } }] });

export const reportCases: BadInput[] = [
  ['findings.create', 'a stranger', add({ sentence: 'S' }, 'stranger'), refused('not_found')],
  [
    'findings.create',
    'a sentence of blanks',
    add({ sentence: ' \u200b ' }),
    badFields({ sentence: 'Sentence is required' }),
  ],
  [
    'findings.create',
    'a sentence of 301 characters',
    add({ sentence: '🌿'.repeat(301) }),
    badFields({ sentence: 'Sentence can have at most 300 characters' }),
  ],
  [
    'findings.create',
    'a recommendation of 2001 characters',
    add({ sentence: 'S', recommendation: '🌿'.repeat(2001) }),
    badFields({ recommendation: 'Recommendation can have at most 2000 characters' }),
  ],
  [
    'findings.create',
    'a clip that never was',
    add({ sentence: 'S', evidence: [{ kind: 'clip', clipId: never }] }),
    badFields({ evidence: 'This test does not have it.' }),
  ],
  [
    'findings.create',
    'a filter that is none',
    withNumber({ filter: 'outcome=lost' }),
    badFields({ 'evidence.0.number.filter': 'This is not a filter.' }),
  ],
  [
    'findings.create',
    'people without moments',
    withNumber({ number: 'people' }),
    badFields({ 'evidence.0.number.moments': 'This number needs moments.' }),
  ],
  [
    'findings.create',
    'moments of no screen',
    withNumber({ number: 'came_back', moments: 'of=came_back' }),
    badFields({ at: 'This is required.' }),
  ],
  [
    'findings.create',
    'a number that is none',
    withNumber({ number: 'happiness' }),
    badFields({ 'evidence.0.number.number': 'This is not one of the possible values.' }),
  ],
  [
    'findings.writeStory',
    'a summary of 5001 characters',
    writeStory({ summary: '🌿'.repeat(5001) }),
    badFields({ summary: 'Summary can have at most 5000 characters' }),
  ],
  [
    'findings.writeStory',
    'a goal of 101 %',
    writeStory({ targetPercent: 101 }),
    badFields({ targetPercent: 'This can be at most 100.' }),
  ],
  ['reels.create', 'a stranger', addReel({ name: 'R' }, 'stranger'), refused('not_found')],
  ['reels.create', 'no name', addReel({ name: '' }), badFields({ name: 'Name is required' })],
  [
    'reels.create',
    'a clip that never was',
    addReel({ name: 'R', clips: [never] }),
    badFields({ clips: 'This test does not have it.' }),
  ],
  [
    'reels.change',
    'a reel that never was',
    ask('PUT', `/api/reels/${never}`, { json: { version: 1, name: 'R', items: [] } }),
    refused('not_found'),
  ],
];
