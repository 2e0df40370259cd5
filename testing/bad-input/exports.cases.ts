// Bad inputs of exports: what goes along, files and exports that are none, other workspaces' tests.
import { ask, type BadInput, badFields, refused } from './bad-input.ts';
import type { World } from './world.ts';

type Of = keyof World['tests'];
const exportsOf = (of: Of = 'open', query = '') => {
  return ({ tests }: World) => `/api/tests/${tests[of]._id}/exports${query}`;
};
const takes = { names: false, videos: false, heatmaps: false, messages: false };
const notFound = refused('not_found');
const unknown = '/api/exports/019a9e02-7a10-7c3e-8f00-5d2f6f0b7a02';

export const exportCases: BadInput[] = [
  [
    'testExports.make',
    'a word for yes',
    ask('POST', exportsOf(), { json: { ...takes, names: 'yes' } }),
    badFields({ names: 'This must be true or false.' }),
  ],
  [
    'testExports.make',
    'a separator that is none',
    ask('POST', exportsOf(), { json: { ...takes, separator: 'tab' } }),
    badFields({ separator: 'This is not one of the possible values.' }),
  ],
  [
    'testExports.make',
    'an outcome that is none',
    ask('POST', exportsOf('open', '?outcome=nope'), { json: takes }),
    badFields({ 'outcome.0': 'This is not one of the possible values.' }),
  ],
  ...(['make', 'outlook'] as const).flatMap((name) => {
    const method = name === 'make' ? 'POST' : 'GET';
    const given = name === 'make' ? { json: takes } : {};
    return (['foreign', 'deleted'] as const).map(
      (of): BadInput => [
        `testExports.${name}`,
        `a ${of} test`,
        ask(method, exportsOf(of), given),
        notFound,
      ],
    );
  }),
  ['testExports.get', 'an export that is none', ask('GET', unknown), notFound],
  ['testExports.archive', 'an export that is none', ask('GET', `${unknown}/archive`), notFound],
  ['testExports.remove', 'an export that is none', ask('DELETE', unknown), notFound],
  ...['..%2Fplan', 'plan', 'videos%2F012.webm', 'sessions.exe', '__proto__.csv'].map(
    (name): BadInput => [
      'testExports.file',
      `the file ${name}`,
      ask('GET', `${unknown}/files/${name}`),
      notFound,
    ],
  ),
];
