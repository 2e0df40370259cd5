// Every call with what makes its statements differ: the table of roles has one request of each, these have the others.
import { addressOf, type Endpoint } from '#contract/endpoint.ts';
import { recordings } from '#contract/recordings.api.ts';
import { json, type Role, type RoleRequest, type Target } from '#testing/roles/role.ts';

interface CallVariant {
  call: string;
  as: Role;
  request: (target: Target) => RoleRequest;
}

const get =
  (path: (target: Target) => string) =>
  (target: Target): RoleRequest =>
    json('GET', encodeURI(path(target)));
const asOwner = (call: string, path: (target: Target) => string): CallVariant => ({
  call,
  as: 'owner',
  request: get(path),
});

const FILTERS = [
  'text=participant 12',
  'outcome=direct,gave_up&screen=2&device=Chrome on Windows&answer=did_it,none',
  'revision=1&from=2025-01-01&to=2026-01-01',
  'tag=price,list',
  'answer=6:4..7,6:skipped',
  'step=3&outcome=direct,gave_up&screen=2&answer=did_it,none',
];
const MOMENTS = [
  'of=people',
  'of=goal&fromMs=0&toMs=90000',
  'of=visited&at=1',
  'of=came_back&at=1',
  'of=ended_here&at=2',
  'of=clicked&at=1&layer=missed',
  'of=clicked&at=1&area=0:0,1400:0,1400:900',
  'of=link&at=1&next=2&column=0',
  'of=answered&ease=5',
  'step=3&of=clicked&at=1&layer=missed',
  'step=3&of=goal',
  'step=6&of=answered',
  'step=6&of=answered&textTag=price',
];
const COMPARISONS = [
  'a=1&b=2',
  'field=tag&a=price&b=list',
  'field=text&a=participant 1&b=participant 2&step=1',
  'field=answer&a=6:4..7&b=6:skipped&step=6',
];
const SPOKEN = ['words=basket', 'words=basket number&limit=50', 'words=number&text=participant 12'];
const TEST_LISTS = ['state=open', 'state=closed', 'state=recent', 'search=checkout 12'];
const SORTS = ['created', 'activity', 'name', 'recordings'];

const NOTE_FILTERS = ['tag=price,list', 'search=button', 'outcome=direct,gave_up', 'text=button'];

const ofTest = ({ test }: Target) => `/api/tests/${test._id}`;

export const callVariants: CallVariant[] = [
  ...[...TEST_LISTS, ...SORTS.map((sort) => `sort=${sort}`)].map((query) =>
    asOwner('tests.list', () => `/api/tests?limit=24&${query}`),
  ),
  ...['newest', 'longest', 'misclicks'].flatMap((sort) =>
    ['', '&cursor=5~1700000000000'].map((cursor) =>
      asOwner(
        'recordings.list',
        (target) =>
          `${ofTest(target)}/recordings?limit=30&sort=${sort}${sort === 'newest' ? '' : cursor}`,
      ),
    ),
  ),
  // Sums over the people of the test: a sort by outcome, and a search with its count.
  ...['sort=outcome', 'search=participant'].map((query) =>
    asOwner('results.recordings', (target) => `${ofTest(target)}/recordings?limit=30&${query}`),
  ),
  ...FILTERS.flatMap((filter) => [
    asOwner('results.recordings', (target) => `${ofTest(target)}/recordings?limit=30&${filter}`),
    asOwner('results.recording', ({ test, finished: { userTimestamp } }) => {
      const { uniqueId, _id: testId, company, name: testName } = test;
      const params = { uniqueId, testId, company, testName, userTimestamp };
      return `${addressOf<Endpoint>(recordings.get, { params })}?${filter}`;
    }),
    ...['', '/overview', '/screens', '/paths', '/choices', '/screens/1/heat'].map((page) =>
      asOwner('results', (target) => `${ofTest(target)}/results${page}?${filter}`),
    ),
  ]),
  ...NOTE_FILTERS.flatMap((query) =>
    (['notes', 'clips'] as const).map((what) =>
      asOwner(`${what}.list`, (target) => `${ofTest(target)}/${what}?limit=30&${query}`),
    ),
  ),
  ...COMPARISONS.map((query) =>
    asOwner('results.compare', (target) => `${ofTest(target)}/results/comparison?${query}`),
  ),
  ...MOMENTS.map((query) =>
    asOwner('results.moments', (target) => `${ofTest(target)}/results/moments?${query}`),
  ),
  ...['textTag=price,list', 'untagged=1&tag=list', 'search=button'].map((query) =>
    asOwner(
      'results.texts',
      (target) => `${ofTest(target)}/results/questions/${target.questionStep}/texts?${query}`,
    ),
  ),
  ...SPOKEN.map((query) =>
    asOwner('transcripts.search', (target) => `${ofTest(target)}/transcripts/search?${query}`),
  ),
  {
    call: 'sessions.start',
    as: 'anyone',
    request: ({ test }) =>
      json('POST', `/api/link/${test.uniqueId}/sessions`, {
        name: 'Ada',
        browserKey: 'a-browser-that-is-new',
        revisionId: test.revision._id,
        openingId: crypto.randomUUID(),
      }),
  },
  {
    call: 'sessions.events',
    as: 'participant',
    request: ({ session }) =>
      json('POST', `/api/sessions/${session._id}/events`, {
        events: [{ seq: 19_000, atMs: 1, type: 'NEW_STATE', data: { presentedNodeId: '1:2' } }],
      }),
  },
  {
    call: 'screens.takeScreenshot',
    as: 'participant',
    request: ({ test }) =>
      json(
        'GET',
        `/api/take-screenshot?screenId=1:2&figmaUrl=${encodeURIComponent(test.figmaUrl)}`,
      ),
  },
];
