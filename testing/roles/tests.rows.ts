// Roles at the calls of tests, recordings, their pictures and screens.
import { recordingPath } from '#contract/paths.ts';
import { sentPoster } from '#testing/participant.ts';
import type { RoleWorld } from './role.ts';
import { alike, changes, json, type RoleRow, reads, type Target } from './role.ts';

const input = ({ app }: RoleWorld) => ({
  name: 'Roles',
  task: 'Buy a plant',
  figmaUrl: app.parts.samplePrototypeUrl,
});
const newTest = async ({ newTest: make }: RoleWorld) => ({ test: await make() });

async function newTestWithScreen(world: RoleWorld) {
  const newTarget = await newTest(world);
  await world.app.parts.db
    .insertInto('test_screens')
    .values({
      test_id: newTarget.test._id,
      number: 1,
      api_origin: '',
      file_key: '',
      node_id: '1:2',
    })
    .execute();
  return newTarget;
}

function _recording({ test, finished: { userTimestamp } }: Target): string {
  const { uniqueId, _id: testId, company, name: testName } = test;
  return recordingPath({ uniqueId, testId, company, testName, userTimestamp });
}

async function imageAddress({ test }: Target, { owner }: RoleWorld): Promise<string> {
  const figmaUrl = encodeURIComponent(test.figmaUrl);
  const { body } = await owner.get(`/api/take-screenshot?screenId=1:2&figmaUrl=${figmaUrl}`);
  return body.screenshotUrl;
}

/** Calls of results with what their query or path must name. */
const resultPaths: Record<string, string> = {
  heat: 'screens/1/heat',
  moments: 'moments?of=people',
  compare: 'comparison?a=1&b=1',
};

const draftPath = ({ _id }: Target['test']) => `/api/tests/${_id}/draft`;
const emptyForm = { name: '', steps: [] };
const newDraft = { form: emptyForm, base: emptyForm, version: null };

export const testRows: RoleRow[] = [
  {
    call: 'tests.create',
    what: 'in the own workspace',
    request: (_target, world) =>
      json('POST', '/api/tests', { ...input(world), figmaUrl: 'https://example.org/' }),
    cells: changes({ stranger: 'ok' }),
  },
  {
    call: 'tests.update',
    request: ({ test }, world) => json('PUT', `/api/tests/${test._id}`, input(world)),
    cells: changes(),
  },
  {
    call: 'tests.delete',
    prepare: newTest,
    request: ({ test }) => json('DELETE', `/api/tests/${test._id}/x/y`),
    cells: changes(),
  },
  {
    call: 'tests.saveSettings',
    request: ({ test }) => json('PUT', `/api/tests/${test._id}/settings`, { duplicate: true }),
    cells: changes(),
  },
  {
    call: 'participation.change',
    request: ({ test }) =>
      json('PATCH', `/api/tests/${test._id}/participation`, { title: 'Hello' }),
    cells: changes(),
  },
  {
    call: 'drafts.save',
    prepare: newTest,
    request: ({ test }) => json('PUT', draftPath(test), newDraft),
    cells: changes(),
  },
  {
    call: 'drafts.discard',
    prepare: newTest,
    request: async ({ test }, { owner }) => {
      const { body } = await owner.put(draftPath(test), newDraft);
      return json('DELETE', `${draftPath(test)}?version=${body.version}`);
    },
    cells: changes(),
  },
  {
    call: 'recordings.deletePilots',
    request: ({ test }) => json('DELETE', `/api/tests/${test._id}/pilots`),
    cells: changes(),
  },
  {
    call: 'recordings.delete',
    prepare: async ({ newRecording }) => ({ finished: await newRecording() }),
    request: ({ test, finished }) =>
      json(
        'DELETE',
        `/api/tests/${test._id}/recording/x/y/${encodeURIComponent(finished.userTimestamp)}`,
      ),
    cells: changes(),
  },
  ...['heat', 'moments', 'compare'].map((name) => ({
    call: `results.${name}`,
    request: ({ test }: Target) =>
      json('GET', `/api/tests/${test._id}/results/${resultPaths[name]}`),
    cells: reads(),
  })),
  {
    call: 'results.successes',
    request: ({ test }) => json('GET', `/api/results/successes?tests=${test._id}`),
    // Tests of other workspaces are left out of the answer.
    cells: reads({ stranger: 'ok' }),
  },
  {
    call: 'pictures.upload',
    request: () => ({
      method: 'POST',
      path: '/api/pictures?name=Shop',
      headers: { 'content-type': 'image/webp' },
      body: sentPoster,
    }),
    cells: changes({ stranger: 'ok' }),
  },
  {
    call: 'screens.ofPrototype',
    request: (_target, world) =>
      json('POST', '/api/prototype-screens', { figmaUrl: input(world).figmaUrl }),
    cells: changes({ stranger: 'ok' }),
  },
  {
    call: 'screens.rename',
    prepare: newTestWithScreen,
    request: ({ test }) => json('PUT', `/api/tests/${test._id}/screens/1`, { name: 'Shelf' }),
    cells: changes(),
  },
  {
    call: 'screens.takeScreenshot',
    what: 'by sign-in or session token',
    request: ({ test }) =>
      json(
        'GET',
        `/api/take-screenshot?screenId=1:2&figmaUrl=${encodeURIComponent(test.figmaUrl)}`,
      ),
    // The test elsewhere shows the same prototype.
    cells: reads({
      participant: 'ok',
      ended: 'session_token_invalid',
      after: 'session_token_invalid',
      link: 'session_token_invalid',
      sibling: 'ok',
      elsewhere: 'ok',
    }),
  },
  {
    call: 'screens.takeScreenshot',
    what: "by the test's share id",
    request: ({ test }) =>
      json(
        'GET',
        `/api/take-screenshot?screenId=1:2&uniqueId=${test.uniqueId}&figmaUrl=${encodeURIComponent(test.figmaUrl)}`,
      ),
    cells: alike('ok', {
      ended: 'session_token_invalid',
      after: 'session_token_invalid',
      link: 'session_token_invalid',
    }),
  },
  {
    call: 'screens.image',
    what: 'by its signed address',
    request: async (target, world) => json('GET', await imageAddress(target, world)),
    // A visitor's addresses are signed for their link.
    cells: alike('ok', { visitor: 'not_found' }),
  },
  {
    call: 'screens.image',
    what: 'by a signature that is not ours',
    request: async (target, world) =>
      json('GET', (await imageAddress(target, world)).replace(/signature=.*/, 'signature=x')),
    cells: alike('not_found', { visitor: 'not_found' }),
  },
];
