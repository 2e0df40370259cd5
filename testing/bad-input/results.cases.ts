// Bad inputs of results: filters by hand in the address, moments and lassos that are none, other workspaces' tests.
import { ask, type BadInput, badFields, refused } from './bad-input.ts';
import type { World } from './world.ts';

type Of = keyof World['tests'];
const results = (path: string, of: Of = 'open') =>
  ask('GET', ({ tests }) => `/api/tests/${tests[of]._id}/results${path}`);
const notFound = refused('not_found');
const noForm = 'This does not have the form it must have.';
const notPossible = 'This is not one of the possible values.';
const missing = 'This is required.';
const fields = (name: string, sentence: string) => badFields({ [name]: sentence });

/** Values of the filter that no call takes. */
const filters: [string, string, string, string][] = [
  ['an outcome that is none', 'outcome=direct,nope', 'outcome.1', notPossible],
  ['an empty list of outcomes', 'outcome=', 'outcome.0', notPossible],
  ['revision 0', 'revision=0', 'revision', 'This must be at least 1.'],
  ['half a revision', 'revision=1.5', 'revision', noForm],
  ['a revision beyond all', 'revision=1000001', 'revision', 'This can be at most 1000000.'],
  ['an empty list of screens', 'screen=', 'screen.0', 'This must be at least 1.'],
  ['a screen that is no number', 'screen=1,x', 'screen.1', 'Please enter a number.'],
  [
    'four hundred screens',
    `screen=${Array(400).fill('1').join()}`,
    'screen',
    'This can have at most 400 characters.',
  ],
  ['a list given twice', 'screen=1&screen=2', 'screen', 'This must be one text.'],
  ['an answer that is none', 'answer=yes', 'answer.0', notPossible],
  ['a NUL in a text', 'text=a%00b', 'text', noForm],
  ['a NUL in a device', 'device=%00', 'device', noForm],
  ['variant 0', 'variant=0', 'variant.0', 'This must be at least 1.'],
  ['a turn that is none', 'turn=first', 'turn.0', 'Please enter a number.'],
  ['a NUL in a route', 'route=1.%00', 'route', noForm],
  ['a day that is none', 'from=2026-02-30', 'from', noForm],
  [
    'a time zone that is none',
    'zone=Mars/Olympus',
    'zone',
    'This is no time zone, such as Europe/Athens.',
  ],
  ['a time for a day', 'to=2026-02-01T10:00', 'to', noForm],
  [
    'a route of 2001 characters',
    `route=${'1'.repeat(2001)}`,
    'route',
    'This can have at most 2000 characters.',
  ],
];

const changeTags = (json: object, { of = 'open' as Of, step = 2 } = {}) =>
  ask(
    'POST',
    ({ tests }) => `/api/tests/${tests[of]._id}/results/questions/${step}/tags`,
    ({ sessions }) => ({
      json: { sessions: [sessions.finished._id], add: ['price'], remove: [], ...json },
    }),
  );
const never = '3f2b8a10-5c4d-4e6f-8a7b-9c0d1e2f3a4b';

const tagCases: [string, ReturnType<typeof changeTags>, BadInput[3]][] = [
  ['a step without a text', changeTags({}), notFound],
  ['a step that there is not', changeTags({}, { step: 99 }), notFound],
  ['an unknown session', changeTags({ sessions: [never] }), notFound],
  ["another workspace's test", changeTags({}, { of: 'foreign' }), notFound],
  ['a deleted test', changeTags({}, { of: 'deleted' }), notFound],
  [
    'no session',
    changeTags({ sessions: [] }),
    fields('sessions', 'This must have at least 1 entries.'),
  ],
  [
    'more than a page',
    changeTags({ sessions: Array(51).fill(never) }),
    fields('sessions', 'This can have at most 50 entries.'),
  ],
  [
    '21 tags',
    changeTags({ add: Array(21).fill('price') }),
    fields('add', 'This can have at most 20 entries.'),
  ],
  ['two words', changeTags({ add: ['too dear'] }), fields('add.0', noForm)],
  [
    'an empty tag',
    changeTags({ remove: [''] }),
    fields('remove.0', 'This must have at least 1 characters.'),
  ],
  ['a number', changeTags({ add: ['2026'] }), fields('add.0', 'A tag needs a letter.')],
];

const corners = (count: number) => Array.from({ length: count }, (_, at) => `${at}:1`).join();

/** Moments that no call takes. */
const moments: [string, string, string, string][] = [
  ['no kind', '', 'of', notPossible],
  ['a kind that is none', 'of=all', 'of', notPossible],
  ['no screen', 'of=visited', 'at', 'This is required.'],
  ['no screen for clicks', 'of=clicked', 'at', 'This is required.'],
  ['no screen for a link', 'of=link&column=1', 'at', 'This is required.'],
  [
    'a lasso of two corners',
    'of=clicked&at=1&area=1:1,2:2',
    'area',
    'This must have at least 3 entries.',
  ],
  [
    'a lasso of 501 corners',
    `of=clicked&at=1&area=${corners(501)}`,
    'area',
    'This can have at most 500 entries.',
  ],
  ['a corner that is none', 'of=clicked&at=1&area=1:1,2:2,3;3', 'area.2', noForm],
  ['a corner without end', 'of=clicked&at=1&area=1:1,2:2,Infinity:3', 'area.2', noForm],
  ['a NUL in a place', 'of=clicked&at=1&place=cell:%00', 'place', noForm],
  ['a layer that is none', 'of=clicked&at=1&layer=some', 'layer', notPossible],
  ['a cursor of another list', 'of=people&cursor=1~2', 'cursor', noForm],
  ['more than a page', 'of=people&limit=51', 'limit', 'This can be at most 50.'],
  ['a tag of a text that is none', 'of=answered&textTag=%20', 'textTag.0', noForm],
  ['an ease of 8', 'of=answered&ease=8', 'ease', 'This can be at most 7.'],
  ['a time before the start', 'of=goal&fromMs=-1', 'fromMs', 'This must be at least 0.'],
];

/** Lists of tests that no call takes. */
const tests: [string, string, string, string][] = [
  ['no test', '', 'tests', missing],
  ['an empty list of tests', 'tests=', 'tests.0', 'This is not an id.'],
  ['a test that is none', `tests=${never},x`, 'tests.1', 'This is not an id.'],
  [
    '101 tests',
    `tests=${Array(101).fill(never).join()}`,
    'tests',
    'This can have at most 3700 characters.',
  ],
];

const calls: Record<string, string> = {
  'results.summary': '',
  'results.overview': '/overview',
  'results.choices': '/choices',
  'results.screens': '/screens',
  'results.paths': '/paths',
  'results.heat': '/screens/1/heat',
  'results.question': '/questions/2',
};

export const resultCases: BadInput[] = [
  ...Object.entries(calls).flatMap(([call, path]) => [
    ...filters.map(
      ([what, query, name, sentence]): BadInput => [
        call,
        what,
        results(`${path}?${query}`),
        fields(name, sentence),
      ],
    ),
    [call, "another workspace's test", results(path, 'foreign'), notFound] as const,
    [call, 'a deleted test', results(path, 'deleted'), notFound] as const,
  ]),
  ...moments.map(
    ([what, query, name, sentence]): BadInput => [
      'results.moments',
      what,
      results(`/moments?${query}`),
      fields(name, sentence),
    ],
  ),
  [
    'results.moments',
    "another workspace's test",
    results('/moments?of=people', 'foreign'),
    notFound,
  ],
  ['results.heat', 'a screen that is none', results('/screens/77/heat'), notFound],
  ['results.heat', 'a screen without a number', results('/screens/x/heat'), notFound],
  [
    'results.heat',
    'a weight that is none',
    results('/screens/1/heat?weight=2'),
    fields('weight', notPossible),
  ],
  ...tagCases.map(
    ([what, request, refusal]): BadInput => ['answerTags.change', what, request, refusal],
  ),
  ...tests.map(
    ([what, query, name, sentence]): BadInput => [
      'results.successes',
      what,
      ask('GET', `/api/results/successes?${query}`),
      fields(name, sentence),
    ],
  ),
  ['results.compare', 'one revision', results('/comparison?a=1'), fields('b', missing)],
  ['results.compare', 'revision 0', results('/comparison?a=0&b=1'), fields('a', notPossible)],
  [
    'results.compare',
    'a field that is none',
    results('/comparison?field=zone&a=UTC&b=UTC'),
    fields('field', notPossible),
  ],
  [
    'results.compare',
    'an outcome that is none',
    results('/comparison?field=outcome&a=direct&b=nope'),
    fields('b', notPossible),
  ],
  [
    'results.compare',
    'days that are none',
    results('/comparison?field=days&a=2026-11-01&b=..'),
    fields('b', notPossible),
  ],
  [
    'results.compare',
    "another workspace's test",
    results('/comparison?a=1&b=2', 'foreign'),
    notFound,
  ],
];
