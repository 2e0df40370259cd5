// The table of bad inputs on the real app: each gets its refusal, none is stored, nothing is lost.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { errors } from '#contract/errors.ts';
import { accountCases } from '#testing/bad-input/accounts.cases.ts';
import type { BadInput, Refusal } from '#testing/bad-input/bad-input.ts';
import { bodyCases } from '#testing/bad-input/body.cases.ts';
import { derivedCases } from '#testing/bad-input/derived.cases.ts';
import { draftCases } from '#testing/bad-input/drafts.cases.ts';
import { exportCases } from '#testing/bad-input/exports.cases.ts';
import { finishCases } from '#testing/bad-input/finish.cases.ts';
import { invitationCases } from '#testing/bad-input/invitations.cases.ts';
import { noteAndClipCases } from '#testing/bad-input/notes.cases.ts';
import { outcomeCases } from '#testing/bad-input/outcomes.cases.ts';
import { participationCases } from '#testing/bad-input/participation.cases.ts';
import { personalLinkCases } from '#testing/bad-input/personal-links.cases.ts';
import { rawCases } from '#testing/bad-input/raw.cases.ts';
import { recordingCases } from '#testing/bad-input/recordings.cases.ts';
import { reportCases } from '#testing/bad-input/reports.cases.ts';
import { resultCases } from '#testing/bad-input/results.cases.ts';
import { screenCases } from '#testing/bad-input/screens.cases.ts';
import { sessionCases } from '#testing/bad-input/sessions.cases.ts';
import { settingsCases } from '#testing/bad-input/settings.cases.ts';
import { stillCases } from '#testing/bad-input/stills.cases.ts';
import { hashOfObjects, readStoredState } from '#testing/bad-input/stored-state.ts';
import { testCases } from '#testing/bad-input/tests.cases.ts';
import { updateCases } from '#testing/bad-input/updates.cases.ts';
import { uploadCases } from '#testing/bad-input/uploads.cases.ts';
import { sendAsWritten, sendBytes, type WireAnswer } from '#testing/bad-input/wire.ts';
import { workspaceCases } from '#testing/bad-input/workspaces.cases.ts';
import { makeWorld, type World } from '#testing/bad-input/world.ts';

const groups: [string, BadInput[]][] = [
  ['people', accountCases],
  ['workspaces', workspaceCases],
  ['invitations', invitationCases],
  ['tests', testCases],
  ['drafts', draftCases],
  ['participation', participationCases],
  ['personal links', personalLinkCases],
  ['settings', settingsCases],
  ['sessions', sessionCases],
  ['streamed uploads', uploadCases],
  ['stills', stillCases],
  ['the upload call', finishCases],
  ['screens', screenCases],
  ['recordings', recordingCases],
  ['results', resultCases],
  ['exports', exportCases],
  ['outcomes', outcomeCases],
  ['notes and clips', noteAndClipCases],
  ['reels and findings', reportCases],
  ['the stream of updates', updateCases],
  ['bodies and methods', bodyCases],
  ['what follows from the contract', derivedCases],
];
const all = groups.flatMap(([, cases]) => cases);

let world: World;
let reads: unknown;
let hash: string;
let stored: unknown;

beforeAll(async () => {
  world = await makeWorld();
  reads = await readEverything();
  hash = await hashOfObjects(world.app.parts);
  stored = await readStoredState(world.app.parts);
});
afterAll(() => world?.app.close());

/** Every call that reads, as the owner sees it; without what time alone changes. */
async function readEverything(): Promise<unknown> {
  const { owner, tests, sessions, recording } = world;
  const open = `/api/tests/${tests.open._id}`;
  const paths = [
    '/auth/check-auth',
    '/api/user-info',
    '/api/workspaces',
    '/api/tests',
    open,
    `${open}/settings`,
    `${open}/recordings`,
    `/api/tests/${recording}`,
    `/api/recording_data/${recording}`,
    `/api/recording_data/heatmaps/${recording}`,
    `/api/recordings/${sessions.finished._id}/heatmaps/1:2`,
    `/api/recordings/${sessions.finished._id}/outcome`,
    world.imageUrl,
    `/api/link/${tests.open.uniqueId}`,
    `/api/link/${tests.closed.uniqueId}`,
    `/api/link/${tests.full.uniqueId}`,
  ];
  return await Promise.all(
    paths.map(async (path) => {
      const { status, body } = await owner.get(path, { accept: 'application/json' });
      expect([path, status]).toEqual([path, 200]);
      const lasting = (name: string, value: unknown) =>
        name === 'lastHeardAt' || name === 'silentInMs' ? undefined : value;
      return { path, body: JSON.stringify(body, lasting) };
    }),
  );
}

function expectRefusal(answer: WireAnswer, refusal: Refusal): void {
  if ('location' in refusal) {
    expect([answer.status, answer.headers.location]).toEqual([refusal.status, refusal.location]);
    return;
  }
  expect([answer.status, answer.text]).toEqual([refusal.status, expect.stringMatching(/^\{/)]);
  expect(JSON.parse(answer.text)).toEqual(refusal.body);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
}

describe.each(groups)('%s', (_group, cases) => {
  it.each(cases)('%s: %s [2.2.1, 2.2.2, 15.3.5]', async (...[, , request, refusal]) => {
    const { app } = world;
    const answer = await sendAsWritten(app.origin, request(world));
    const before = stored;
    stored = await readStoredState(app.parts);
    expectRefusal(answer, refusal);
    expect(stored).toEqual(before);
  });
});

describe('below the calls', () => {
  it.each(rawCases)('%s', async (_what, bytes) => {
    const { app } = world;
    const answer = await sendBytes(app.origin, bytes(world));
    const refusal = { message: errors.bad_input[1], code: 'bad_input' };
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual(refusal);
    // A form that breaks off is answered at once; what has come of it goes right after.
    await expect.poll(() => readStoredState(app.parts)).toEqual(stored);
  });
});

describe('the table', () => {
  it('has every call, and each row once [2.2.1]', () => {
    const names = Object.entries(api).flatMap(([group, calls]) =>
      Object.keys(calls).map((call) => `${group}.${call}`),
    );
    const counts = Object.groupBy(all, ([call]) => call);
    expect(Object.keys(counts).toSorted()).toEqual(names.toSorted());
    expect(new Set(all.map(([call, what]) => `${call}: ${what}`)).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(150);
  });

  it('leaves everything as it was', async () => {
    expect(await readEverything()).toEqual(reads);
    expect(await hashOfObjects(world.app.parts)).toBe(hash);
  });
});
