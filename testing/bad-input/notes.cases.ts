// Bad inputs of notes and clips: whose they are, texts too long, times before the start and beyond the end.
import { ask, type BadInput, badFields, refused } from './bad-input.ts';
import type { Caller, World } from './world.ts';

type Session = keyof World['sessions'];
const post =
  (what: 'notes' | 'clips') =>
  (json: unknown, of: Session = 'finished', as: Caller = 'owner') =>
    ask('POST', ({ sessions }) => `/api/recordings/${sessions[of]._id}/${what}`, { as, json });
const note = post('notes');
const clip = post('clips');
const notFound = refused('not_found');
const never = '3f2b8a10-5c4d-4e6f-8a7b-9c0d1e2f3a4b';
/** Message with the duration of the sent video. */
const END = 'This recording ends after 6.0 seconds.';
const LENGTH = 'A clip lasts from 1 second to 10 minutes.';

const noteCases: [string, ReturnType<typeof note>, BadInput[3]][] = [
  ['a stranger', note({ atMs: 0, text: 'Ours' }, 'finished', 'stranger'), notFound],
  ['a deleted session', note({ atMs: 0, text: 'Gone' }, 'deleted'), notFound],
  ['no text', note({ atMs: 0, text: ' \u200b ' }), badFields({ text: 'Note is required' })],
  [
    '2001 characters',
    note({ atMs: 0, text: '🌿'.repeat(2001) }),
    badFields({ text: 'Note can have at most 2000 characters' }),
  ],
  [
    'a NUL in the text',
    note({ atMs: 0, text: 'a\u0000b' }),
    badFields({ text: 'Note contains characters that cannot be used' }),
  ],
  [
    'a time before the start',
    note({ atMs: -1, text: 'N' }),
    badFields({ atMs: 'This must be at least 0.' }),
  ],
  [
    'a time that is a text',
    note({ atMs: '0', text: 'N' }),
    badFields({ atMs: 'Please enter a number.' }),
  ],
  ['a time beyond the end', note({ atMs: 600_000, text: 'N' }), badFields({ atMs: END })],
  [
    'a session that has recorded nothing',
    note({ atMs: 0, text: 'N' }, 'other'),
    badFields({ atMs: 'Nothing of this recording can be watched yet.' }),
  ],
];

const clipCases: typeof noteCases = [
  ['a stranger', clip({ fromMs: 0, toMs: 1000 }, 'finished', 'stranger'), notFound],
  ['a deleted session', clip({ fromMs: 0, toMs: 1000 }, 'deleted'), notFound],
  ['999 ms', clip({ fromMs: 0, toMs: 999 }), badFields({ toMs: LENGTH })],
  ['601 s', clip({ fromMs: 0, toMs: 601_000 }), badFields({ toMs: LENGTH })],
  ['an end before its begin', clip({ fromMs: 2000, toMs: 1000 }), badFields({ toMs: LENGTH })],
  ['an end beyond the end', clip({ fromMs: 0, toMs: 60_000 }), badFields({ toMs: END })],
  [
    'a begin before the start',
    clip({ fromMs: -3000, toMs: 1000 }),
    badFields({ fromMs: 'This must be at least 0.' }),
  ],
  [
    'a title of 201 characters',
    clip({ fromMs: 0, toMs: 1000, title: 'é'.repeat(201) }),
    badFields({ title: 'Title can have at most 200 characters' }),
  ],
  [
    'a begin at the end',
    clip({ fromMs: 6000, toMs: 7000 }),
    badFields({ fromMs: 'Less than a second of the recording is left from here.' }),
  ],
];

export const noteAndClipCases: BadInput[] = [
  ...noteCases.map(
    ([what, request, refusal]): BadInput => ['notes.create', what, request, refusal],
  ),
  ...clipCases.map(
    ([what, request, refusal]): BadInput => ['clips.create', what, request, refusal],
  ),
  [
    'notes.change',
    'one that never was',
    ask('PUT', `/api/notes/${never}`, { json: { text: 'a', version: 1 } }),
    notFound,
  ],
  ['clips.get', 'one that never was', ask('GET', `/api/clips/${never}`), notFound],
  ['clips.video', 'one that never was', ask('GET', `/api/clips/${never}/video`), notFound],
  [
    'notes.delete',
    'no version',
    ask('DELETE', `/api/notes/${never}`),
    badFields({ version: 'Please enter a number.' }),
  ],
  [
    'clips.list',
    'a tag that is none',
    ask('GET', ({ tests }) => `/api/tests/${tests.open._id}/clips?tag=a%20b`),
    badFields({ 'tag.0': 'This does not have the form it must have.' }),
  ],
  [
    'clips.list',
    'a cursor that is none of ours',
    ask('GET', ({ tests }) => `/api/tests/${tests.open._id}/clips?cursor=abc`),
    badFields({ cursor: 'This cursor is not one of ours.' }),
  ],
];
