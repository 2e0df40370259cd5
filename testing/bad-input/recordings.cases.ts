// Bad inputs of recordings: whose they are, names and times in addresses, ranges, pages.
import { ask, type BadInput, badFields, refused } from './bad-input.ts';
import { addressOf, type Caller, type World } from './world.ts';

/** Addresses of recordings that are not the caller's or are none. */
const addresses: [string, (world: World) => string][] = [
  [
    'a session that is another test’s',
    ({ tests, sessions }) => addressOf(tests.once, sessions.finished),
  ],
  [
    "another workspace's test",
    ({ tests, sessions }) => addressOf(tests.foreign, sessions.finished),
  ],
  ['a deleted test', ({ tests, sessions }) => addressOf(tests.deleted, sessions.deleted)],
  [
    'ids that do not belong together',
    ({ tests, recording }) => recording.replace(tests.open.uniqueId, tests.once.uniqueId),
  ],
  ['no timestamp', ({ recording }) => recording.replace(/_\d+$/, '')],
  ['a timestamp of 16 digits', ({ recording }) => `${recording}000`],
  ['a timestamp below zero', ({ recording }) => recording.replace(/_(\d+)$/, '_-$1')],
  ['a timestamp of another time', ({ recording }) => recording.replace(/_\d+$/, '_1')],
  ['a NUL behind the timestamp', ({ recording }) => `${recording}%00`],
  ['a path for a timestamp', ({ recording }) => recording.replace(/[^/]+$/, '..%2f..%2fvideo_1')],
];

const recordingOf = ({ recording }: World) => recording;
const notFound = refused('not_found');
const notSignedIn = refused('not_signed_in');

const range = (value: string) =>
  ask('GET', (world) => `/api/recording_data/${recordingOf(world)}`, { headers: { range: value } });
const list = (query: string) =>
  ask('GET', ({ tests }) => `/api/tests/${tests.open._id}/recordings?${query}`);
const heatmap = (screenId: string, as: Caller = 'owner') =>
  ask('GET', ({ sessions }) => `/api/recordings/${sessions.finished._id}/heatmaps/${screenId}`, {
    as,
  });
const remove = (timestamp: (world: World) => string, as: Caller = 'owner') =>
  ask('DELETE', (world) => `/api/tests/${world.tests.open._id}/recording/x/y/${timestamp(world)}`, {
    as,
  });
const timestampOf = ({ recording }: World) => recording.split('/').at(-1) ?? '';

export const recordingCases: BadInput[] = [
  ...addresses.flatMap(([what, address]): BadInput[] => [
    ['recordings.get', what, ask('GET', (world) => `/api/tests/${address(world)}`), notFound],
    [
      'recordings.video',
      what,
      ask('GET', (world) => `/api/recording_data/${address(world)}`),
      notFound,
    ],
    [
      'recordings.heatmaps',
      what,
      ask('GET', (world) => `/api/recording_data/heatmaps/${address(world)}`),
      notFound,
    ],
  ]),
  [
    'recordings.get',
    'a stranger',
    ask('GET', (world) => `/api/tests/${recordingOf(world)}`, { as: 'stranger' }),
    notFound,
  ],
  [
    'recordings.get',
    "the session's own token",
    ask('GET', (world) => `/api/tests/${recordingOf(world)}`, { as: 'finished' }),
    notSignedIn,
  ],
  [
    'recordings.video',
    'a stranger',
    ask('GET', (world) => `/api/recording_data/${recordingOf(world)}`, { as: 'stranger' }),
    notFound,
  ],
  [
    'recordings.video',
    'a range behind the end',
    range('bytes=999999999-'),
    refused('range_not_satisfiable'),
  ],
  [
    'recordings.video',
    'a range of huge numbers',
    range(`bytes=${'9'.repeat(30)}-${'9'.repeat(31)}`),
    refused('range_not_satisfiable'),
  ],
  [
    'recordings.video',
    'a range that ends before it begins',
    range('bytes=9-5'),
    refused('range_not_satisfiable'),
  ],
  ['recordings.video', 'a range in words', range('bytes=a-b'), refused('range_not_satisfiable')],
  [
    'recordings.video',
    'two downloads',
    ask('GET', (world) => `/api/recording_data/${recordingOf(world)}?download=1&download=2`),
    badFields({ download: 'This must be one text.' }),
  ],
  [
    'recordings.heatmaps',
    'a stranger',
    ask('GET', (world) => `/api/recording_data/heatmaps/${recordingOf(world)}`, { as: 'stranger' }),
    notFound,
  ],
  ['recordings.heatmapImage', 'a screen without a heatmap', heatmap('9:9'), notFound],
  ['recordings.heatmapImage', 'a path for a screen', heatmap('..%2fvideo.webm'), notFound],
  ['recordings.heatmapImage', 'a NUL for a screen', heatmap('%00'), notFound],
  ['recordings.heatmapImage', 'a stranger', heatmap('1:2', 'stranger'), notFound],
  [
    'recordings.heatmapImage',
    'a session that is none',
    ask('GET', '/api/recordings/constructor/heatmaps/1:2'),
    notFound,
  ],
  [
    'recordings.list',
    'a limit of zero',
    list('limit=0'),
    badFields({ limit: 'This must be at least 1.' }),
  ],
  [
    'recordings.list',
    'a cursor in words',
    list('cursor=abc'),
    badFields({ cursor: 'This cursor is not one of ours.' }),
  ],
  [
    'recordings.list',
    'a cursor of 16 digits',
    list(`cursor=${'9'.repeat(16)}`),
    badFields({ cursor: 'This cursor is not one of ours.' }),
  ],
  [
    'recordings.list',
    'a search with a NUL',
    list('search=%00'),
    badFields({ search: 'This text cannot be in a name.' }),
  ],
  [
    'recordings.list',
    "another workspace's test",
    ask('GET', ({ tests }) => `/api/tests/${tests.foreign._id}/recordings`),
    notFound,
  ],
  [
    'recordings.list',
    'a test that is none',
    ask('GET', '/api/tests/__proto__/recordings'),
    notFound,
  ],
  [
    'recordings.list',
    'pilots as another text',
    list('pilots=yes'),
    badFields({ pilots: 'This is not one of the possible values.' }),
  ],
  [
    'recordings.deletePilots',
    "another workspace's test",
    ask('DELETE', ({ tests }) => `/api/tests/${tests.foreign._id}/pilots`),
    notFound,
  ],
  ['recordings.delete', 'a stranger', remove(timestampOf, 'stranger'), notFound],
  ['recordings.delete', 'a recording there is not', remove(() => 'Ada_1'), notFound],
  ['recordings.delete', 'no timestamp', remove(() => 'Ada'), notFound],
  ['recordings.delete', 'a NUL', remove(() => '%00_1'), notFound],
];
