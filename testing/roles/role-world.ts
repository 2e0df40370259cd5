// The world of the table of roles: a workspace with a team, a test with sessions and a recording, another workspace;
// and the credentials of each role.
import type { UserInfo } from '#contract/accounts.ts';
import type { ApiKey } from '#contract/api-keys.ts';
import { CROSS_SITE_HEADER } from '#contract/cookies.ts';
import type { KeyScope } from '#contract/endpoint.ts';
import { FINISHED_TOKEN_MINUTES } from '#contract/limits.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import type { Delivery, Webhook } from '#contract/webhooks.ts';
import { findSignIn, startSignIn } from '#server/accounts/sign-ins.db.ts';
import type { SignIn } from '#server/platform/access/authorized.ts';
import { SIGN_IN_COOKIE } from '#server/platform/http/credentials.ts';
import { DEAF_ORIGIN, startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, TestClient } from '#testing/client.ts';
import { bearer, recordSession, sendPiece, sentVideo, startSession } from '#testing/participant.ts';
import { joinTeam } from '#testing/team.ts';
import { DEAF_RECOGNISER } from '#testing/transcripts.ts';
import { openAsVisitor, shareResults } from '#testing/visitor.ts';
import { OWNER_EMAIL, type Role, type RoleWorld } from './role.ts';

/** Name of the participant in every recording. */
const WATCHED_NAME = 'Roles-Watched';
const API_KEYS = '/api/workspaces/current/api-keys';
const WEBHOOKS = '/api/workspaces/current/webhooks';
const MEMBER_EMAIL = 'roles-member@example.com';

export async function makeRoleWorld(webRoot?: string): Promise<RoleWorld> {
  const app = await startTestApp({
    sample: true,
    ...(webRoot === undefined ? {} : { webRoot }),
    env: { FIGMA_API_ORIGIN: DEAF_ORIGIN, TRANSCRIBE_URL: DEAF_RECOGNISER },
  });
  const owner = await app.signIn(OWNER_EMAIL, { company: 'Roles' });
  const member = await joinTeam(app, { owner, email: MEMBER_EMAIL });
  const viewer = await joinTeam(app, {
    owner,
    email: 'roles-viewer@example.com',
    role: 'viewer',
  });
  const stranger = await app.signIn('roles-stranger@example.com', { company: 'Other' });
  const removed = await joinTeam(app, { owner, email: 'roles-removed@example.com' });
  successBody(await owner.delete('/api/user-info/leaveTeam/roles-removed@example.com'));
  const signedOut = await joinTeam(app, { owner, email: 'roles-gone@example.com' });
  const ended = signedOut.credentials();
  successBody(await signedOut.post('/auth/logout'));
  const clients = { owner, member, viewer, stranger };

  let count = 0;
  const unused = () => {
    count += 1;
    return `roles-${count}`;
  };
  const newTest = async () => {
    const figmaUrl = app.parts.samplePrototypeUrl;
    const steps = [
      { kind: 'task', task: 'Buy a plant', figmaUrl },
      { kind: 'question', question: 'How often do you buy one?', form: { type: 'number' } },
    ];
    const input = { name: unused(), task: 'Buy a plant', figmaUrl, steps };
    return successBody<Test>(await owner.post('/api/tests', input));
  };
  const test = await newTest();
  const otherTest = await newTest();
  const newSession = (of = test) => startSession(app.anyone, of, { name: 'Any' });
  const newStreamed = async () => {
    const session = await newSession();
    successBody(await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo }));
    return session;
  };
  const newRecording = () =>
    recordSession(app.anyone, test, { name: WATCHED_NAME, pictures: true });
  const session = await newSession();
  successBody(
    await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo.subarray(0, 20_000) }),
  );
  const sibling = await newSession();
  const finishedBefore = await newRecording();
  await ageFinish(app, finishedBefore);
  const elsewhere = await newSession(otherTest);
  const [workspace] = (await owner.get('/api/workspaces')).body;

  const people = await Promise.all(
    Object.values(clients).map(async (client) => ({ client, who: await whoIs(app, client) })),
  );
  const keyOf = async (scope: KeyScope) => {
    const fields = { name: scope, scope, days: null };
    const { key } = successBody<{ key: string }>(await owner.post(API_KEYS, fields));
    return { authorization: `Bearer ${key}` };
  };
  const [keyRead, keyWrite] = [await keyOf('read'), await keyOf('write')];
  const newViewLink = async () => {
    const { url, viewLink } = await shareResults(owner, test._id);
    return { _id: viewLink._id, token: url.split('/').at(-1) ?? '' };
  };
  const view = await newViewLink();
  const visitor = await openAsVisitor(app.origin, view.token);
  const { userId } = await whoIs(app, owner);
  /** There are more roles than mails in an hour. */
  const forgetRates = async () => {
    const names = [
      'workspaces.addMember',
      'invitations.resend',
      'webhooks.create',
      'webhooks.sendTest',
    ];
    const keys = names.map((name) => `${name}:${userId}`);
    await app.parts.db.deleteFrom('rate_counts').where('key', 'in', keys).execute();
  };
  const fixed: Partial<Record<Role, () => Record<string, string>>> = {
    anyone: () => ({}),
    visitor: () => ({ cookie: `${visitor.linkCookie}; ${visitor.cookie}` }),
    sibling: () => bearer(sibling),
    elsewhere: () => bearer(elsewhere),
    after: () => bearer(finishedBefore),
    removed: () => removed.credentials(),
    signedOut: () => ended,
    keyRead: () => keyRead,
    keyWrite: () => keyWrite,
    forged: () => ({ ...owner.credentials(), [CROSS_SITE_HEADER]: 'wrong' }),
  };
  return {
    app,
    owner,
    finishedBefore,
    target: { test, questionStep: 2, session, finished: await newRecording() },
    secretTexts: [OWNER_EMAIL, MEMBER_EMAIL, WATCHED_NAME],
    workspaceId: workspace._id,
    newTest,
    newSession: () => newSession(),
    newStreamed,
    newRecording,
    unused,
    viewLinkId: view._id,
    newViewLink,
    viewerId: async () => (await whoIs(app, viewer)).userId,
    async newMember() {
      const email = `${unused()}@example.com`;
      await joinTeam(app, { owner, email });
      return email;
    },
    async newSignIn() {
      return (await whoIs(app, await signInAgain(app, owner))).id;
    },
    async signInEverybody() {
      for (const { client, who } of people) {
        client.cookies.set(SIGN_IN_COOKIE, await startSignIn(app.parts.db, who));
        successBody(await client.get('/auth/check-auth'));
      }
    },
    async newKey() {
      const fields = { name: unused(), scope: 'read', days: 1 };
      const { apiKey } = successBody<{ apiKey: ApiKey }>(await owner.post(API_KEYS, fields));
      return apiKey._id;
    },
    async newWebhook() {
      await forgetRates();
      const fields = { url: 'https://hooks.example/', events: ['test.closed'] };
      const { webhook } = successBody<{ webhook: Webhook }>(await owner.post(WEBHOOKS, fields));
      const sent = successBody<Delivery>(await owner.post(`${WEBHOOKS}/${webhook._id}/test`));
      return { webhookId: webhook._id, deliveryId: sent._id };
    },
    async removeIntegrations() {
      for (const { _id } of successBody<Webhook[]>(await owner.get(WEBHOOKS))) {
        successBody(await owner.delete(`${WEBHOOKS}/${_id}`));
      }
      for (const { _id, name } of successBody<ApiKey[]>(await owner.get(API_KEYS))) {
        if (name !== 'read' && name !== 'write')
          successBody(await owner.delete(`${API_KEYS}/${_id}`));
      }
    },
    async newInvitation() {
      await forgetRates();
      const teamMemberEmail = `${unused()}@example.com`;
      successBody(await owner.post('/api/user-info/teamMembers', { teamMemberEmail }));
      const { teamMembers } = successBody<UserInfo>(await owner.get('/api/user-info'));
      return teamMembers.find(({ email }) => email === teamMemberEmail)?._id ?? '';
    },
    async credentials(role, target, own) {
      if (role === 'participant') return bearer(target.session);
      if (role === 'link') return bearer({ token: target.session.privateToken });
      if (role === 'ended') return bearer({ token: endedToken(app, target.session._id) });
      const known = fixed[role]?.();
      if (known) return known;
      if (role === 'lapsed') return (await signInAgain(app, owner, HOUR_MS)).credentials();
      const client = clients[role as keyof typeof clients];
      return (own ? await signInAgain(app, client) : client).credentials();
    },
  };
}

/** Sets the finish so far back that the participant's token has expired. */
async function ageFinish({ parts }: TestApp, session: StartedSession): Promise<void> {
  await parts.db
    .updateTable('sessions')
    .set({ finished_at: new Date(Date.now() - FINISHED_TOKEN_MINUTES * 60_000) })
    .where('id', '=', session._id)
    .execute();
}

/** Returns a correctly signed token that expired a second ago. */
function endedToken({ parts }: TestApp, id: string): string {
  const endedAt = Math.floor(Date.now() / 1000) - 1;
  return `${id}.${endedAt}.${parts.secrets.sign('session-token', `${id}.${endedAt}`)}`;
}

const HOUR_MS = 3_600_000;

/** Another sign-in of the same person in the same workspace, of some time ago. */
async function signInAgain(app: TestApp, client: TestClient, agoMs = 0): Promise<TestClient> {
  const authenticatedAt = new Date(Date.now() - agoMs);
  const token = await startSignIn(app.parts.db, await whoIs(app, client), { authenticatedAt });
  return await TestClient.signedIn(app.origin, token);
}

async function whoIs(app: TestApp, client: TestClient): Promise<SignIn> {
  const signIn = await findSignIn(app.parts.db, client.cookies.get(SIGN_IN_COOKIE) ?? '');
  if (!signIn) throw new Error('this sign-in has ended');
  return signIn;
}
