// The world for bad inputs: people, tests in every state, sessions and recordings, made by calls.
import { recordingPath } from '#contract/paths.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import { DEAF_ORIGIN, startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import {
  bearer,
  recordSession,
  sendPiece,
  sentHeatmap,
  sentVideo,
  startSession,
} from '#testing/participant.ts';
import { joinTeam } from '#testing/team.ts';
import { DEAF_RECOGNISER } from '#testing/transcripts.ts';

/** The sender: people by their cookies, sessions by their token. */
export type Caller =
  | 'anyone'
  | 'owner'
  | 'member'
  | 'stranger'
  | 'nameless'
  | 'signedOut'
  | 'running'
  | 'other'
  | 'finished'
  | 'deleted';

/** Names and texts that every part of the product must store and return unchanged. */
export const GOOD_NAME = 'Shop / "50 %" \\ ‮مرحبا‬ 🌿';
export const GOOD_COMPANY = 'Acme & Söhne #1?';

export interface World {
  app: TestApp;
  owner: TestClient;
  credentials: Record<Caller, Record<string, string>>;
  tests: Record<'open' | 'closed' | 'full' | 'once' | 'foreign' | 'deleted', Test>;
  sessions: Record<'running' | 'other' | 'finished' | 'deleted', StartedSession>;
  foreignWorkspaceId: string;
  /** Id of the invitation of `invited@example.com` to the owner's team. */
  invitationId: string;
  /** `{uniqueId}/{testId}/…/{userTimestamp}` of the finished session's recording. */
  recording: string;
  /** Signed address of a screen image. */
  imageUrl: string;
  video: Buffer<ArrayBuffer>;
  png: Buffer<ArrayBuffer>;
}

/** Bytes of the running session's video that have arrived. */
export const ARRIVED_BYTES = 20_000;

export async function makeWorld(): Promise<World> {
  const app = await startTestApp({
    sample: true,
    env: { FIGMA_API_ORIGIN: DEAF_ORIGIN, TRANSCRIBE_URL: DEAF_RECOGNISER },
  });
  const people = await makePeople(app);
  const tests = await makeTests(app, people);
  const sessions = await makeSessions(app, tests, people.owner);
  const { body } = await people.owner.get(
    `/api/take-screenshot?screenId=1:2&figmaUrl=${encodeURIComponent(tests.open.figmaUrl)}`,
  );
  return {
    app,
    owner: people.owner,
    tests,
    sessions,
    foreignWorkspaceId: people.foreignWorkspaceId,
    invitationId: people.invitationId,
    credentials: {
      anyone: {},
      owner: people.owner.credentials(),
      member: people.member.credentials(),
      stranger: people.stranger.credentials(),
      nameless: people.nameless.credentials(),
      signedOut: people.signedOut,
      running: bearer(sessions.running),
      other: bearer(sessions.other),
      finished: bearer(sessions.finished),
      deleted: bearer(sessions.deleted),
    },
    recording: addressOf(tests.open, sessions.finished),
    imageUrl: body.screenshotUrl,
    video: sentVideo,
    png: sentHeatmap,
  };
}

export function addressOf(test: Test, { userTimestamp }: { userTimestamp: string }): string {
  const { uniqueId, _id, company, name } = test;
  return recordingPath({ uniqueId, testId: _id, company, testName: name, userTimestamp });
}

async function makePeople(app: TestApp) {
  const owner = await app.signIn('owner@example.com', { company: GOOD_COMPANY });
  const stranger = await app.signIn('stranger@example.com', { company: 'Other' });
  const member = await joinTeam(app, { owner, email: 'member@example.com' });
  successBody(
    await owner.post('/api/user-info/teamMembers', { teamMemberEmail: 'invited@example.com' }),
  );
  const gone = await app.signIn('gone@example.com', { company: 'Gone' });
  const signedOut = gone.credentials();
  successBody(await gone.post('/auth/logout'));
  const [{ _id: foreignWorkspaceId }] = (await stranger.get('/api/workspaces')).body;
  const nameless = await app.signIn('nameless@example.com');
  const { teamMembers } = (await owner.get('/api/user-info')).body;
  const { _id: invitationId } = teamMembers.at(-1);
  return { owner, member, stranger, nameless, signedOut, foreignWorkspaceId, invitationId };
}

async function makeTests(
  app: TestApp,
  { owner, stranger }: { owner: TestClient; stranger: TestClient },
): Promise<World['tests']> {
  const figmaUrl = app.parts.samplePrototypeUrl;
  const create = async (by: TestClient, name: string) =>
    successBody<Test>(await by.post('/api/tests', { name, task: 'Buy a plant', figmaUrl }));
  const tests = {
    open: await create(owner, GOOD_NAME),
    closed: await create(owner, 'Closed'),
    full: await create(owner, 'Full'),
    once: await create(owner, 'Once'),
    foreign: await create(stranger, 'Foreign'),
    deleted: await create(owner, 'Deleted'),
  };
  const save = async (test: Test, settings: object) =>
    successBody(await owner.put(`/api/tests/${test._id}/settings`, settings));
  await save(tests.closed, { isClose_test: true });
  await save(tests.full, { number_of_submission: 1 });
  await save(tests.once, { duplicate: false });
  // The session records. Without a sign of life its slot is released while the run continues.
  const first = await startSession(app.anyone, tests.full, { name: 'First' });
  const bytes = sentVideo.subarray(0, ARRIVED_BYTES);
  successBody(await sendPiece(app.anyone, first, { offset: 0, bytes }));
  return tests;
}

async function makeSessions(
  app: TestApp,
  tests: World['tests'],
  owner: TestClient,
): Promise<World['sessions']> {
  const sessions = {
    running: await startSession(app.anyone, tests.open, { name: 'Running' }),
    other: await startSession(app.anyone, tests.open, { name: 'Other' }),
    finished: await recordSession(app.anyone, tests.open, { name: GOOD_NAME }),
    deleted: await startSession(app.anyone, tests.deleted, { name: 'Deleted' }),
  };
  const bytes = sentVideo.subarray(0, ARRIVED_BYTES);
  successBody(await sendPiece(app.anyone, sessions.running, { offset: 0, bytes }));
  await recordSession(app.anyone, tests.once, { name: 'Taken', browserKey: 'browser-key-1' });
  successBody(await owner.delete(`/api/tests/${tests.deleted._id}/x/y`));
  return sessions;
}
