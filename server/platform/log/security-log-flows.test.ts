// The main flows on the real app with distinctive names, emails and tokens: every event of the security
// log is written by one of them, and no line of any log shows what people are called, typed or hold.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { CROSS_SITE_HEADER } from '#contract/cookies.ts';
import { deleteDueAccounts } from '#server/accounts/accounts.service.ts';
import { DEAF_ORIGIN, startTestApp, type TestApp } from '#testing/app.ts';
import { TestClient } from '#testing/client.ts';
import { mailedToken } from '#testing/mail.ts';
import {
  bearer,
  sendForm,
  sendPiece,
  sentVideo,
  startSession,
  streamedForm,
} from '#testing/participant.ts';
import { createPersonalLinks } from '#testing/personal-links.ts';
import { signInAtIssuer } from '#testing/sign-in.ts';
import { joinTeam } from '#testing/team.ts';
import { open } from '#testing/visitor.ts';
import { createLog } from './log.ts';
import { securityEvents } from './security-events.ts';

const lines: string[] = [];
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({
    jobs: true,
    sample: true,
    env: { FIGMA_API_ORIGIN: DEAF_ORIGIN },
    log: createLog('trace', { write: (line: string) => lines.push(line) }),
  });
});
afterAll(() => app.close());

const PERSON = { email: 'zephyrine.quillfeather@distinct.example', name: 'Zephyrine Quillfeather' };
/** Texts, besides tokens, that no line may contain. */
const secrets = new Set([
  ...[PERSON.email, 'Zephyrine', 'Quillfeather', 'distinct.example', 'Brimblecombe'],
  ...['Marigold Task', 'Thistledown Test', 'Participant Peregrine', 'Ottoline'],
  ...['Distinct-note', 'Distinct-title'],
]);

it('each event is written, and no line shows a person or a token [16.2.5, 16.3.1, 16.3.2, 16.3.3]', async () => {
  const owner = await signedIn(PERSON.email);
  await owner.post('/api/user-info', { firstName: 'Ottoline', lastName: 'Brimblecombe' });
  await owner.post('/api/set-company', { company: 'Brimblecombe & Sons' });
  await refusals(owner);
  await team(owner);
  await testAndRecording(owner);
  await designTool(owner);
  await integrations(owner);
  await leaving();
  app.parts.securityLog.flush();

  const entries = lines.map((line) => JSON.parse(line));
  const events = entries.filter(({ log }) => log === 'security');
  const missing = Object.keys(securityEvents).filter(
    (name) => !events.some(({ event }) => event === name),
  );
  expect(missing).toEqual([]);
  const refused = events.filter(({ event }) => event === 'access.refused');
  expect(refused.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['not_signed_in', 'cross_site_token', 'view_password_wrong']),
  );
  for (const line of events) {
    const { carries } = securityEvents[line.event as keyof typeof securityEvents];
    expect(line).toMatchObject({ log: 'security', version: 1, level: 30 });
    for (const id of carries) expect(line[id]).toEqual(expect.any(String));
    expect(Object.values(line)).not.toContain('unreadable');
  }
  const leaks = [...secrets].filter((secret) => lines.some((line) => line.includes(secret)));
  expect(leaks).toEqual([]);
});

async function signedIn(email: string): Promise<TestClient> {
  const client = new TestClient(app.origin);
  await signInAtIssuer(client, { ...PERSON, email });
  await client.get('/auth/check-auth');
  keep(...client.cookies.values());
  return client;
}

/** Tokens are long; 'true' and 'false' are no secrets. */
function keep(...tokens: string[]): void {
  for (const token of tokens) if (token.length > 15) secrets.add(token);
}

async function refusals(owner: TestClient): Promise<void> {
  await signInAtIssuer(owner, { ...PERSON, again: true });
  keep(...owner.cookies.values());
  await app.anyone.get('/api/user-info');
  await owner.send('/api/set-company', {
    method: 'POST',
    headers: { [CROSS_SITE_HEADER]: 'forged-quillfeather-token' },
  });
  secrets.add('forged-quillfeather-token');
  await app.anyone.get('/auth/google/callback?error=access_denied&error_description=Zephyrine');
  await app.anyone.get('/auth/google/callback?code=distinct-code-of-the-issuer&state=x');
  secrets.add('distinct-code-of-the-issuer');
}

async function team(owner: TestClient): Promise<void> {
  const invite = (email: string) =>
    owner.post('/api/user-info/teamMembers', { teamMemberEmail: email });
  const leave = (who: TestClient, email: string) => who.delete(`/api/user-info/leaveTeam/${email}`);
  await invite('withdrawn@distinct.example');
  await leave(owner, 'withdrawn@distinct.example');
  await invite('declined@distinct.example');
  const declining = await signedIn('declined@distinct.example');
  const token = await mailedToken(app.parts, 'declined@distinct.example');
  keep(token);
  await app.anyone.post('/api/invitations/look', { token });
  await declining.post('/api/invitations/decline', { token });
  await joinTeam(app, { owner, email: 'removed@distinct.example' });
  await leave(owner, 'removed@distinct.example');
  const leaver = await joinTeam(app, { owner, email: 'leaver@distinct.example' });
  const { teamMembers: team } = (await owner.get('/api/user-info')).body;
  const { _id } = team.find((row: { role: string }) => row.role === 'member');
  await owner.put(`/api/user-info/teamMembers/${_id}`, { role: 'viewer' });
  keep(...leaver.cookies.values());
  await leave(leaver, 'leaver@distinct.example');
  await owner.post('/api/user-info/emailUpdate', { email: 'changed@distinct.example' });
  await mailedStep(owner, 'emailUpdate/confirm', 'changed@distinct.example');
  await mailedStep(owner, 'emailUndo', PERSON.email);
}

async function mailedStep(who: TestClient, call: string, address: string): Promise<void> {
  const token = await mailedToken(app.parts, address);
  keep(token);
  await who.get(`/api/user-info/emailUpdate/confirm?token=${token}`);
  const { status } = await who.post(`/api/user-info/${call}`, { token });
  expect(status).toBe(200);
}

async function testAndRecording(owner: TestClient): Promise<void> {
  const { body: test } = await owner.post('/api/tests', {
    name: 'Thistledown Test',
    task: 'Marigold Task',
    figmaUrl: app.parts.samplePrototypeUrl,
  });
  keep(test.uniqueId);
  await owner.put(`/api/tests/${test._id}`, { ...test, name: 'Thistledown Test 2' });
  await owner.put(`/api/tests/${test._id}/settings`, { duplicate: false });
  await owner.patch(`/api/tests/${test._id}/participation`, { title: 'A shop' });
  const form = { name: 'Distinct draft', steps: [] };
  const draft = `/api/tests/${test._id}/draft`;
  const { body: saved } = await owner.put(draft, { form, base: form, version: null });
  await owner.delete(`${draft}?version=${saved.version}`);
  const session = await startSession(app.anyone, test, { name: 'Participant Peregrine' });
  keep(session.token);
  const corrected = { ...test, task: 'Marigold Task.', saveAs: 'correction' };
  await owner.put(`/api/tests/${test._id}`, corrected);
  await owner.put(`/api/tests/${test._id}`, { ...test, task: 'Hyacinth Task' });
  await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo });
  const takes = { names: true, videos: false, heatmaps: false, messages: false };
  await owner.post(`/api/tests/${test._id}/exports`, takes);
  await owner.put(`/api/recordings/${session._id}/outcome`, { outcome: 'direct', basedOn: null });
  for (let call = 0; call < 8; call += 1) {
    await app.anyone.send(`/api/sessions/${session._id}/connection`, {
      method: 'POST',
      headers: { ...bearer(session), 'content-type': 'application/json' },
      body: JSON.stringify({ padding: 'x' }),
    });
  }
  await sendForm(app.anyone, test, { form: streamedForm(session), session });
  for (const [what, json] of [
    ['notes', { atMs: 0, text: 'Distinct-note' }],
    ['clips', { fromMs: 0, toMs: 1000, title: 'Distinct-title' }],
  ] as const) {
    const created = await owner.post(`/api/recordings/${session._id}/${what}`, json);
    await owner.delete(`/api/${what}/${created.body.id}?version=1`);
  }
  await createAndDelete(owner, test._id);
  const name = encodeURIComponent(session.userTimestamp);
  await owner.delete(`/api/tests/${test._id}/recording/x/y/${name}`);
  const own = await startSession(app.anyone, test, { name: 'Participant Peregrine' });
  keep(own.token, own.privateToken);
  await sendPiece(app.anyone, own, { offset: 0, bytes: sentVideo });
  const headers = bearer({ token: own.privateToken });
  await app.anyone.send('/api/my-recording', { method: 'DELETE', headers });
  await owner.delete(`/api/tests/${test._id}/x/y`);
}

/** Things that members create, and a link that shows them. */
async function createAndDelete(owner: TestClient, testId: string): Promise<void> {
  const of = `/api/tests/${testId}`;
  const reel = await owner.post(`${of}/reels`, { name: 'Distinct-title' });
  await owner.delete(`/api/reels/${reel.body.id}?version=1`);
  const finding = await owner.post(`${of}/findings`, { sentence: 'Distinct-title' });
  await owner.delete(`/api/findings/${finding.body.id}?version=1`);
  await owner.post(`${of}/restore`, { kind: 'finding', id: finding.body.id });
  const link = await owner.post(`${of}/view-links`, {
    thing: { kind: 'results' },
    days: 1,
    password: 'Quillfeather-1',
    withNames: false,
    withDownloads: false,
  });
  const token = link.body.url.split('/').at(-1);
  keep(token, 'Quillfeather-2');
  await open(app.origin, token, 'Quillfeather-2');
  await owner.post(`/api/view-links/${link.body.viewLink._id}/address`);
  await owner.delete(`/api/view-links/${link.body.viewLink._id}`);
  const [personal] = await createPersonalLinks(owner, { _id: testId }, ['Distinct-person']);
  if (!personal) throw new Error('no link');
  keep(personal.token, 'Distinct-person');
  const ofPersonal = `${of}/personal-links/${personal._id}`;
  await owner.post(`${ofPersonal}/address`);
  await owner.patch(ofPersonal, { revoked: true });
  await owner.patch(ofPersonal, { revoked: false });
  await owner.put('/api/retention', { days: 365 });
  await owner.post('/api/consent', { text: 'Your screen is recorded.' });
}

/** Connects a design tool that does not answer: the token is stored untested, and images are not fetched ahead. */
async function designTool(owner: TestClient): Promise<void> {
  secrets.add('figd_distinct-design-token');
  const address = '/api/workspaces/current/design-token';
  await owner.put(address, { token: 'figd_distinct-design-token' });
  await owner.post('/api/tests', {
    name: 'Thistledown Test',
    task: 'Marigold Task',
    figmaUrl: 'https://www.figma.com/proto/AbCdEfGhIjKlMnOpQrStUv/Brimblecombe?node-id=1-2',
  });
  await vi.waitFor(() => expect(lines.join()).toContain('not fetched ahead'), 15_000);
  await owner.delete(address);
}

async function integrations(owner: TestClient): Promise<void> {
  const address = '/api/workspaces/current/api-keys';
  const keyInput = { name: 'Quillfeather export', scope: 'read', days: null };
  const { body } = await owner.post(address, keyInput);
  keep(body.key);
  await owner.delete(`${address}/${body.apiKey._id}`);
  const webhooks = '/api/workspaces/current/webhooks';
  // Nothing listens there.
  const hook = { url: 'https://quillfeather.invalid/', events: ['test.closed'] };
  const created = (await owner.post(webhooks, hook)).body;
  keep(created.secret);
  const one = `${webhooks}/${created.webhook._id}`;
  await owner.put(one, { ...hook, on: true });
  await app.parts.db
    .updateTable('webhooks')
    .set({ failing_since: new Date(0) })
    .where('id', '=', created.webhook._id)
    .execute();
  await owner.post(`${one}/test`);
  await vi.waitFor(() => expect(lines.join()).toContain('webhook.switched-off'), 15_000);
  await owner.delete(one);
}

async function leaving(): Promise<void> {
  const email = 'leaving@distinct.example';
  const person = await signedIn(email);
  await person.post('/api/user-info/deletion', { email });
  await person.delete('/api/user-info/deletion');
  await person.post('/api/user-info/deletion', { email });
  await app.parts.db
    .updateTable('users')
    .set({ deletion_at: new Date(0) })
    .where('email', '=', email)
    .execute();
  await deleteDueAccounts(app.parts);
  const out = await signedIn('signing-out@distinct.example');
  await out.post('/auth/logout');
}
