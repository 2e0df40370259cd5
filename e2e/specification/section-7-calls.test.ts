// Section 7 of the specification, call by call, as a client sees it that was not written by us.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '#testing/client.ts';
import type { TestIds } from '#testing/participant.ts';
import { signInAtIssuer } from '#testing/sign-in.ts';
import { acceptInvitations } from '#testing/team.ts';
import { type RunningServer, runServer } from '../server.ts';
import { signIn, submitRecording } from '../stage.ts';

let server: RunningServer;
let owner: TestClient;
let stranger: TestClient;
let anyone: TestClient;
/** Has one recording. */
let test: TestIds;
let userTimestamp: string;

const draft = (name: string) => ({ name, task: 'Buy a plant.', figmaUrl: server.prototypeUrl });
/** A name that decorates an address and decides nothing. */
const stale = encodeURIComponent('A stale / "name" 🌿');

beforeAll(async () => {
  server = await runServer();
  owner = await signIn(server.origin, 'ada@example.com');
  stranger = await signIn(server.origin, 'eve@example.com');
  anyone = new TestClient(server.origin);
  await owner.post('/api/set-company', { company: 'Acme' });
  test = (await owner.post('/api/tests', draft('Plants'))).body;
  userTimestamp = (await submitRecording(server.origin, test)).body.userTimestamp;
});
afterAll(() => server?.remove());

const place = () => `${test.uniqueId}/${test._id}/${stale}/${stale}/${userTimestamp}`;

describe('section 7: calls', () => {
  it('7.1 lists the tests as a plain array, or a page when one is asked for', async () => {
    const { status, body } = await owner.get('/api/tests');
    expect(status).toBe(200);
    expect(body).toEqual([expect.objectContaining({ _id: test._id, name: 'Plants' })]);
    const page = await owner.get('/api/tests?limit=1&search=PLAN');
    expect(page.body).toMatchObject({ items: [{ _id: test._id }], nextCursor: null, total: 1 });
    expect((await anyone.get('/api/tests')).status).toBe(401);
    expect((await stranger.get('/api/tests')).body).toEqual([]);
  });

  it('7.2 answers a test with every documented field', async () => {
    const { status, body } = await owner.get(`/api/tests/${test._id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...draft('Plants'),
      _id: test._id,
      uniqueId: test.uniqueId,
      company: 'Acme',
      link: `${server.origin}/tryout/${test.uniqueId}`,
      closed: false,
      count_of_recordings: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      recordings: [`/data/Acme/Plants/${userTimestamp}/recording.webm`],
      recordings_info: [{ userTimestamp, participantName: 'Grace', state: 'ready', clicks: 1 }],
      storedTimeStamp: Number(userTimestamp.split('_').at(-1)),
    });
    expect((await stranger.get(`/api/tests/${test._id}`)).status).toBe(404);
  });

  it('7.3 creates a test from name, figmaUrl, task, company', async () => {
    const { status, body } = await owner.post('/api/tests', { ...draft('New'), company: 'Other' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...draft('New'), company: 'Other', closed: false });
    expect(body.uniqueId).toMatch(/^[\w-]{22,}$/);
  });

  it('7.4 changes a test by the same body', async () => {
    const { _id } = (await owner.post('/api/tests', draft('Before'))).body;
    const body = { ...draft('After'), company: 'Other' };
    const answer = await owner.put(`/api/tests/${_id}`, body);
    expect(answer).toMatchObject({ status: 200, body: { _id, ...body } });
    expect((await owner.get(`/api/tests/${_id}`)).body).toMatchObject(body);
  });

  it('7.5 deletes a test, whatever names stand in the address', async () => {
    const { _id } = (await owner.post('/api/tests', draft('Gone'))).body;
    const address = `/api/tests/${_id}/${stale}/${stale}`;
    expect((await stranger.delete(address)).status).toBe(404);
    const answer = await owner.delete(address);
    expect(answer).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    expect((await owner.delete(address)).status).toBe(404);
    expect((await owner.get(`/api/tests/${_id}`)).status).toBe(404);
  });

  it('7.6 deletes a recording', async () => {
    const own: TestIds = (await owner.post('/api/tests', draft('Two'))).body;
    const { body } = await submitRecording(server.origin, own);
    const address = `/api/tests/${own._id}/recording/${stale}/${stale}/${body.userTimestamp}`;
    expect((await stranger.delete(address)).status).toBe(404);
    const answer = await owner.delete(address);
    expect(answer).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    expect((await owner.delete(address)).status).toBe(404);
    const after = await owner.get(`/api/tests/${own._id}`);
    expect(after.body).toMatchObject({ count_of_recordings: 0, recordings: [] });
  });

  it('7.7 answers the settings', async () => {
    const { status, body } = await owner.get(`/api/tests/${test._id}/settings`);
    expect(status).toBe(200);
    expect(body).toEqual({
      closed: false,
      close_date: null,
      number_of_submission: null,
      duplicate: true,
    });
  });

  it('7.8 saves the settings and answers them as stored', async () => {
    const { _id } = (await owner.post('/api/tests', draft('Settings'))).body;
    const address = `/api/tests/${_id}/settings`;
    const answer = await owner.put(address, {
      close_date: '2099-01-02T10:00:00+02:00',
      number_of_submission: 12,
      duplicate: false,
      isClose_test: true,
    });
    const stored = {
      closed: true,
      close_date: '2099-01-02T08:00:00.000Z',
      number_of_submission: 12,
      duplicate: false,
    };
    expect(answer).toMatchObject({ status: 200, body: stored });
    expect((await owner.get(address)).body).toEqual(stored);
  });

  it('7.9 sets the company, and says in a message why not', async () => {
    const named = await owner.post('/api/set-company', { company: 'Acme' });
    expect(named).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    const refused = await owner.post('/api/set-company', { company: ' ' });
    expect(refused).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/./), fields: { company: expect.any(String) } },
    });
  });

  it('7.10 answers the person with workspace and team, the owner first', async () => {
    const { status, body } = await owner.get('/api/user-info');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      company: 'Acme',
      role: 'owner',
      teamMembers: [
        {
          _id: expect.any(String),
          email: 'ada@example.com',
          firstName: 'Ada',
          lastName: 'Lovelace',
          role: 'owner',
        },
      ],
    });
  });

  it('7.11 changes first and last name', async () => {
    const name = { firstName: 'Augusta Ada', lastName: 'King' };
    expect((await stranger.post('/api/user-info', name)).status).toBe(200);
    expect((await stranger.get('/api/user-info')).body).toMatchObject(name);
  });

  it('7.12 takes a new email, which changes when the person confirms on the mailed page', async () => {
    const answer = await stranger.post('/api/user-info/emailUpdate', { email: 'new@example.com' });
    expect(answer).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    const { body } = await stranger.get('/api/user-info');
    expect(body).toMatchObject({ email: 'eve@example.com', pendingEmail: 'new@example.com' });
  });

  it('7.13 adds a team member and answers a message', async () => {
    const answer = await owner.post('/api/user-info/teamMembers', {
      teamMemberEmail: 'grace@example.com',
    });
    expect(answer).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    const member = await signIn(server.origin, 'grace@example.com');
    expect((await member.get('/api/user-info')).body).toMatchObject({ company: '', role: 'owner' });
    await acceptInvitations(member);
    const { body } = await member.get('/api/user-info');
    expect(body).toMatchObject({ company: 'Acme', role: 'member' });
    const emails = body.teamMembers.map(({ email }: { email: string }) => email);
    expect(emails).toEqual(['ada@example.com', 'grace@example.com']);
  });

  it('7.14 removes a member, or lets one leave, and answers a message', async () => {
    const address = (email: string) => `/api/user-info/leaveTeam/${encodeURIComponent(email)}`;
    const invite = async (teamMemberEmail: string) => {
      await owner.post('/api/user-info/teamMembers', { teamMemberEmail });
      const person = await signIn(server.origin, teamMemberEmail);
      await acceptInvitations(person);
      return person;
    };
    const removed = await invite('removed+1@example.com');
    const removal = await owner.delete(address('removed+1@example.com'));
    expect(removal).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    expect((await removed.get(`/api/tests/${test._id}`)).status).not.toBe(200);
    const leaver = await invite('leaver@example.com');
    expect((await leaver.delete(address('ada@example.com'))).status).toBe(403);
    const leaving = await leaver.delete(address('leaver@example.com'));
    expect(leaving).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    expect((await leaver.get('/auth/check-auth')).status).toBe(401);
  });

  it('7.15 tells by its status whether the caller is signed in', async () => {
    const { status, body } = await owner.get('/auth/check-auth');
    expect([status, body]).toEqual([200, { email: 'ada@example.com', role: 'owner' }]);
    expect((await anyone.get('/auth/check-auth')).status).toBe(401);
  });

  it('7.16 signs out and clears the stored token', async () => {
    const person = await signIn(server.origin, 'out@example.com');
    const before = new Map(person.cookies);
    expect((await person.post('/auth/logout')).status).toBe(200);
    for (const name of ['admin', 'email']) expect(person.cookies.has(name)).toBe(false);
    expect((await person.get('/auth/check-auth')).status).toBe(401);
    for (const [name, value] of before) person.cookies.set(name, value);
    expect((await person.get('/auth/check-auth')).status).toBe(401);
  });

  it('7.17 redirects the browser to the sign-in, and back into the app only', async () => {
    const answer = await anyone.get('/auth/google?next=%2Fsettings');
    expect(answer.status).toBe(302);
    const issuer = new URL(answer.headers.get('location') ?? '', server.origin);
    expect(issuer.searchParams.get('redirect_uri')).toBe(`${server.origin}/auth/google/callback`);
    const person = { email: 'in@example.com', name: 'In' };
    const enter = (next: string) =>
      signInAtIssuer(new TestClient(server.origin), { ...person, next });
    expect(await enter('/settings?tab=team')).toBe('/settings?tab=team');
    expect(await enter('https://evil.example/')).toBe('/dashboard');
  });

  it('7.18 answers the video: HEAD, whole, ranges, download', async () => {
    const address = `/api/recording_data/${place()}`;
    const sent = await readFile(join(import.meta.dirname, '../../testing/fixtures/vp9-opus.webm'));
    const head = await owner.fetch(address, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-type')).toBe('video/webm');
    expect(head.headers.get('accept-ranges')).toBe('bytes');
    const size = Number(head.headers.get('content-length'));
    expect(size).toBeGreaterThanOrEqual(sent.length * 0.9);
    const whole = await owner.fetch(address);
    expect((await whole.arrayBuffer()).byteLength).toBe(size);
    const part = await owner.fetch(address, { headers: { range: 'bytes=10-19' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${size}`]);
    const download = await owner.fetch(`${address}?download=1`, { method: 'HEAD' });
    expect(download.headers.get('content-disposition')).toContain('filename="recording.webm"');
    expect((await stranger.get(address)).status).toBe(404);
    expect((await anyone.get(address)).status).toBe(401);
  });

  it('7.19 lists the heatmap images, each a PNG', async () => {
    const { status, body } = await owner.get(`/api/recording_data/heatmaps/${place()}`);
    expect(status).toBe(200);
    expect(body.images).toHaveLength(1);
    const image = await owner.fetch(body.images[0]);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await stranger.get(body.images[0])).status).toBe(404);
  });

  it('7.20 tells a participant the test: name, task, figmaUrl, company', async () => {
    const { status, body } = await anyone.get(`/api/link/${test.uniqueId}`);
    expect(status).toBe(200);
    expect(body.test).toEqual({
      _id: test._id,
      uniqueId: test.uniqueId,
      ...draft('Plants'),
      company: 'Acme',
    });
    expect(body.state).toBe('open');
  });

  it('7.21 takes the whole video with one PNG per screen, from anybody with the link', async () => {
    const own: TestIds = (await owner.post('/api/tests', draft('Upload'))).body;
    const answer = await submitRecording(server.origin, own, 'Grace_Hopper');
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      message: expect.any(String),
      userTimestamp: expect.stringMatching(/^Grace_Hopper_\d{13}$/),
    });
    const address = `/api/link/upload/${own.uniqueId}/${own._id}/x/y`;
    const empty = await anyone.send(address, { method: 'POST', body: new FormData() });
    expect(empty).toMatchObject({ status: 400, body: { message: expect.stringMatching(/./) } });
  });

  it('7.22 answers the address of a screen image, which loads', async () => {
    const query = new URLSearchParams({
      figmaUrl: server.prototypeUrl,
      screenId: '1:2',
      originalFigmaUrl: server.prototypeUrl,
      company: 'Acme',
      testName: 'Plants',
    });
    const { status, body } = await owner.get(`/api/take-screenshot?${query}`);
    expect(status).toBe(200);
    const image = await anyone.fetch(body.screenshotUrl);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await anyone.get(`/api/take-screenshot?${query}`)).status).toBe(401);
    query.set('uniqueId', test.uniqueId);
    expect((await anyone.get(`/api/take-screenshot?${query}`)).status).toBe(200);
    for (const name of ['figmaUrl', 'originalFigmaUrl']) {
      query.set(name, 'http://169.254.169.254/proto/abc.def');
    }
    expect((await anyone.get(`/api/take-screenshot?${query}`)).status).toBe(404);
  });

  it('7.23 reads PRESENTED_NODE_CHANGED and MOUSE_PRESS_OR_RELEASE', async () => {
    const { body } = await owner.get(`/api/tests/${place()}`, { accept: 'application/json' });
    expect(body.clickList).toMatchObject([{ screenId: '1:2', atMs: 500 }]);
    const own: TestIds = (await owner.post('/api/tests', draft('Messages'))).body;
    const { session } = (
      await anyone.post(`/api/link/${own.uniqueId}/sessions`, {
        name: 'G',
        browserKey: 'b'.repeat(9),
      })
    ).body;
    const change = { type: 'PRESENTED_NODE_CHANGED', data: { presentedNodeId: '1:9' } };
    const events = [{ seq: 0, atMs: 700, ...change }];
    const stored = await anyone.send(`/api/sessions/${session._id}/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ events }),
    });
    expect(stored.body).toEqual({ stored: 1, full: false });
    const path = `${own.uniqueId}/${own._id}/x/y/${encodeURIComponent(session.userTimestamp)}`;
    const detail = await owner.get(`/api/tests/${path}`, { accept: 'application/json' });
    expect(detail.body.visits).toContainEqual(expect.objectContaining({ screenId: '1:9' }));
  });

  it('7.24 needs the token of the cookie in the header', async () => {
    const headers = { 'content-type': 'application/json', 'x-xsrf-token': 'wrong' };
    const init = { method: 'POST', headers, body: JSON.stringify(draft('Forged')) };
    const forged = await owner.send('/api/tests', init);
    expect(forged).toMatchObject({ status: 403, body: { code: 'cross_site_token' } });
    expect(owner.cookies.get('XSRF-TOKEN')).toMatch(/./);
    expect((await owner.post('/api/tests', draft('Honest'))).status).toBe(201);
  });

  it('7.25 answers every refusal as message and code', async () => {
    const cases = [
      [anyone.get('/api/tests'), 401, 'not_signed_in'],
      [owner.get('/api/tests/0198f7a0-0000-7000-8000-000000000001'), 404, 'not_found'],
      [owner.post('/api/tests', { name: '' }), 400, 'bad_input'],
    ] as const;
    for (const [call, status, code] of cases) {
      const answer = await call;
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({ code, message: expect.stringMatching(/./) });
    }
  });
});
