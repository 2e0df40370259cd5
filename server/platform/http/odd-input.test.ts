// Odd but right input on the real app: accepted, and read back as it was sent.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathSegment } from '#contract/paths.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import {
  imagePart,
  MULTIPART,
  multipart,
  type Part,
  videoPart,
} from '#testing/bad-input/multipart.ts';
import type { TestClient } from '#testing/client.ts';
import { sentHeatmap as png, sentVideo as video } from '#testing/participant.ts';

let app: TestApp;
let owner: TestClient;
const figmaUrl = 'https://www.figma.com/proto/AbCdEfGh/Shop';

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signIn('Owner@Example.com', { company: 'Acme' });
});
afterAll(() => app?.close());

/** Texts that a name, a task or a company may be. */
const texts = [
  'a/b\\c',
  '"double" \'single\' `back`',
  '100 % sure? #1 & more; a=b',
  '%2e%2e%2f%00',
  '../../etc/passwd',
  '..',
  '.',
  '/',
  '_',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  '0',
  '<script>alert(1)</script>',
  "Robert'); DROP TABLE tests;--",
  '{{1+1}} %s %d $1',
  '👩🏽‍🚀 🏳️‍🌈 🇩🇪 🌿',
  'مرحبا بالعالم',
  'שלום \u202eabc\u202c \u200f!',
  'e\u0301 é ﬁ Å',
  'क्षत्रिय ไทย 日本語 한국어 ქართული',
  'zero\u200bwidth\ufeffjoin\u00adhyphen',
  'tab\tand nbsp\u00a0inside',
  '\u{10ffff}\uffff\ue000',
  '漢'.repeat(200),
  '🌿'.repeat(200),
  'ﷺ'.repeat(200),
  'x'.repeat(200),
];

async function create(extra: object = {}) {
  const answer = await owner.post('/api/tests', { name: 'Odd', task: 't', figmaUrl, ...extra });
  expect([answer.status, answer.body.message]).toEqual([201, undefined]);
  return answer.body;
}

function upload(test: { uniqueId: string; _id: string }, parts: readonly Part[]) {
  return app.anyone.send(`/api/link/upload/${test.uniqueId}/${test._id}/x/y`, {
    method: 'POST',
    headers: { 'content-type': MULTIPART },
    body: new Uint8Array(multipart(parts)),
  });
}

describe('texts', () => {
  it.each(texts)('%j names everything', async (text) => {
    const test = await create({ name: text, task: text, company: text });
    expect(test).toMatchObject({ name: text, task: text, company: text });
    const path = `/api/tests/${test._id}`;
    expect((await owner.get(path)).body).toMatchObject({ name: text, task: text, company: text });
    const found = (await owner.get(`/api/tests?search=${encodeURIComponent(text)}`)).body.items;
    expect(found.map((item: { _id: string }) => item._id)).toContain(test._id);
    const shared = (await app.anyone.get(`/api/link/${test.uniqueId}`)).body.test;
    expect(shared).toMatchObject({ name: text, task: text, company: text });
    const { session } = (
      await app.anyone.post(`/api/link/${test.uniqueId}/sessions`, { name: text })
    ).body;
    expect(session.participantName).toBe(text);
    const { userTimestamp } = (
      await upload(test, [{ field: 'name', content: text }, videoPart(video)])
    ).body;
    expect(userTimestamp.replace(/_\d+$/, '')).toBe(text);
    const names = [text, text, userTimestamp].map(pathSegment).join('/');
    const detail = await owner.get(`/api/tests/${test.uniqueId}/${test._id}/${names}`);
    expect(detail.body).toMatchObject({ participantName: text, userTimestamp });
    expect((await owner.fetch(detail.body.videoUrl, { method: 'HEAD' })).status).toBe(200);
    const [company, name, timestamp] = names.split('/');
    const gone = await owner.delete(`${path}/recording/${company}/${name}/${timestamp}`);
    expect(gone.status).toBe(200);
    expect((await owner.delete(`${path}/${company}/${name}`)).status).toBe(200);
  });

  it.each(texts)('%j is a company and a person [1.2.3]', async (text) => {
    expect((await owner.post('/api/set-company', { company: text })).status).toBe(200);
    const name = { firstName: text, lastName: text };
    expect((await owner.post('/api/user-info', name)).status).toBe(200);
    expect((await owner.get('/api/user-info')).body).toMatchObject({ ...name, company: text });
  });

  it('space around a text is no part of it; within a task lines stay', async () => {
    const test = await create({ name: ' \n Odd \u3000', task: ' one\ntwo\r\n\tthree ' });
    expect(test).toMatchObject({ name: 'Odd', task: 'one\ntwo\r\n\tthree' });
  });

  it('a task of 400 characters of four bytes', async () => {
    expect((await create({ task: '🌿'.repeat(400) })).task).toBe('🌿'.repeat(400));
  });
});

describe('links', () => {
  it.each([
    'http://a.b',
    'HTTPS://EXAMPLE.COM/Path?Q=1#frag',
    'https://bücher.example/größe?x=ü',
    'https://user:secret@example.com:8443/a//b/../c',
    'https://example.com/%00%ff?a=%',
    'http://127.0.0.1:3000/x',
    `https://a.b/${'x'.repeat(2036)}`,
  ])('%s is kept as it is', async (link) => {
    const test = await create({ figmaUrl: link });
    expect(test.figmaUrl).toBe(link);
    expect((await app.anyone.get(`/api/link/${test.uniqueId}`)).status).toBe(200);
  });
});

describe('settings', () => {
  it.each([
    ['2099-06-01T12:00:00+05:30', '2099-06-01T06:30:00.000Z'],
    ['2099-06-01T00:00:00-12:00', '2099-06-01T12:00:00.000Z'],
    ['2099-06-01T00:00:00.123456789Z', '2099-06-01T00:00:00.123Z'],
    ['2099-06-01T12:00Z', '2099-06-01T12:00:00.000Z'],
    ['2096-02-29T23:59:59Z', '2096-02-29T23:59:59.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    [null, null],
  ])('a close date of %s', async (date, stored) => {
    const { _id } = await create();
    const { body } = await owner.put(`/api/tests/${_id}/settings`, { close_date: date });
    expect(body.close_date).toBe(stored);
    expect((await owner.get(`/api/tests/${_id}/settings`)).body.close_date).toBe(stored);
  });

  it.each([
    ['1', 1],
    ['1e6', 1_000_000],
    ['10.0', 10],
    ['null', null],
  ])('a limit of %s', async (json, limit) => {
    const { _id } = await create();
    const { body } = await owner.send(`/api/tests/${_id}/settings`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: `{"number_of_submission":${json}}`,
    });
    expect(body.number_of_submission).toBe(limit);
  });

  it('nothing at all changes nothing', async () => {
    const { _id } = await create();
    const path = `/api/tests/${_id}/settings`;
    const before = (await owner.get(path)).body;
    expect((await owner.put(path, {})).body).toEqual(before);
  });
});

describe('bodies', () => {
  const post = (body: string, type = 'application/json') =>
    owner.send('/api/tests', { method: 'POST', headers: { 'content-type': type }, body });
  const good = `"task":"t","figmaUrl":"${figmaUrl}"`;

  it.each([
    ['a key twice: the last one counts', `{"name":"A","name":"B",${good}}`],
    ['escapes', `{"\\u006eame":"\\u0042",${good}}`],
    ['space everywhere', ` \n{ "name" : "B" , ${good} }\t`],
  ])('%s', async (_what, body) => {
    expect((await post(body)).body.name).toBe('B');
  });

  it.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json;'])(
    'the type %s',
    async (type) => {
      expect((await post(`{"name":"é",${good}}`, type)).body.name).toBe('é');
    },
  );

  it.each([
    ['__proto__', `{"name":"B",${good},"__proto__":{"closed":true}}`],
    ['constructor', `{"name":"B",${good},"constructor":{"prototype":{"closed":true}}}`],
    ['__proto__ in escapes', `{"name":"B",${good},"\\u005f_proto__":{"closed":true}}`],
  ])('a key %s is refused, and nothing of it stays [1.5.2, 15.3.6]', async (_what, body) => {
    const { status, body: refusal } = await post(body);
    expect([status, refusal.code]).toEqual([400, 'malformed_body']);
    expect(({} as Record<string, unknown>).closed).toBeUndefined();
  });

  it('other types than JSON are not read as it [1.5.2]', async () => {
    for (const type of ['application/xml', 'text/yaml', 'application/x-www-form-urlencoded']) {
      expect((await post(`{"name":"B",${good}}`, type)).status).toBe(415);
    }
  });

  it('fields that no caller may set are ignored [8.2.3, 15.3.3]', async () => {
    const extra = { _id: 'x', workspace_id: 'y', uniqueId: 'z', closed: true, submissions: 9 };
    const test = await create({ ...extra, name: 'Plain' });
    expect(test).toMatchObject({ name: 'Plain', closed: false, count_of_recordings: 0 });
    expect(test._id).not.toBe('x');
    expect(test.uniqueId).not.toBe('z');
    const person = { firstName: 'A', lastName: 'B', role: 'member', email: 'other@example.com' };
    expect((await owner.post('/api/user-info', person)).status).toBe(200);
    expect((await owner.get('/api/user-info')).body).toMatchObject({
      role: 'owner',
      email: 'Owner@Example.com',
    });
  });

  it('a documented parameter that comes twice is refused [15.3.7]', async () => {
    for (const query of ['search=a&search=b', 'limit=1&limit=2', 'search=a&search=a']) {
      const { status, body } = await owner.get(`/api/tests?${query}`);
      expect([status, body.code]).toEqual([400, 'bad_input']);
    }
  });

  it('an undocumented query is ignored, an end slash too', async () => {
    const { _id } = await create();
    expect((await owner.get(`/api/tests/${_id}/?a=1&a=2&__proto__[x]=1&%00`)).status).toBe(200);
  });
});

describe('email', () => {
  it.each([
    ['Ada+Tag@EXAMPLE.com', 'ada+tag@example.com'],
    ["  o'brien@sub.example.co.uk ", "o'brien@sub.example.co.uk"],
    [`${'a'.repeat(60)}@${'b'.repeat(60)}.example`, `${'a'.repeat(60)}@${'b'.repeat(60)}.example`],
  ])('%s is invited and taken back in any case', async (email, stored) => {
    const invited = await owner.post('/api/user-info/teamMembers', { teamMemberEmail: email });
    expect([invited.status, invited.body.message]).toEqual([200, expect.any(String)]);
    const { teamMembers } = (await owner.get('/api/user-info')).body;
    expect(teamMembers.map((member: { email: string }) => member.email)).toContain(stored);
    const path = `/api/user-info/leaveTeam/${encodeURIComponent(email.toUpperCase())}`;
    expect((await owner.delete(path)).status).toBe(200);
  });
});

describe('forms and messages', () => {
  it('parts in any order, names in any shape, fields of nobody', async () => {
    const test = await create();
    const answer = await upload(test, [
      { field: 'note', content: 'left alone' },
      imagePart(png, 'C:\\\\heatmaps\\\\1-2.png'),
      { field: '1:3', content: png, file: { name: 'blob', type: 'application/octet-stream' } },
      { field: 'events', content: '[]' },
      videoPart(video, `Grace_"H"_${Date.now()}.webm`.replaceAll('"', '\\"')),
      imagePart(png, 'heatmap-I5-6_7-8.png'),
    ]);
    expect([answer.status, answer.body.code]).toEqual([201, undefined]);
    expect(answer.body.userTimestamp).toMatch(/^Grace_"H"_\d{13}$/);
    const place = `${test.uniqueId}/${test._id}/x/y/${encodeURIComponent(answer.body.userTimestamp)}`;
    const { images } = (await owner.get(`/api/recording_data/heatmaps/${place}`)).body;
    expect(images).toHaveLength(3);
    for (const image of images) expect((await owner.fetch(image)).status).toBe(200);
  });

  it('messages beyond the most a session may have are not kept; those before are', async () => {
    const { _id, uniqueId } = await create();
    const { session } = (await app.anyone.post(`/api/link/${uniqueId}/sessions`, { name: 'Ada' }))
      .body;
    const event = {
      atMs: 0.5,
      type: 'NEW_STATE',
      data: { 'any\u0000': ['\ud800', { deep: null }] },
    };
    const events = [0, 1, 20_000, 2 ** 40].map((seq) => ({ ...event, seq }));
    const answer = await app.anyone.send(`/api/sessions/${session._id}/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${session.token}` },
      body: JSON.stringify({ events: [...events, { ...event, seq: 2, atMs: 1e300 }] }),
    });
    expect(answer.body).toEqual({ stored: 3, full: true });
    const detail = await owner.get(`/api/tests/${uniqueId}/${_id}/x/y/${session.userTimestamp}`);
    expect([detail.status, detail.body.clicks]).toEqual([200, 0]);
  });

  it.each(['bytes=0-1,5-9', 'lines=1-2', 'bytes', ''])(
    'a range of %j is answered with the whole video',
    async (range) => {
      const test = await create();
      const { userTimestamp } = (await upload(test, [videoPart(video)])).body;
      const path = `/api/recording_data/${test.uniqueId}/${test._id}/x/y/${userTimestamp}`;
      const answer = await owner.fetch(path, { headers: { range } });
      expect(answer.status).toBe(200);
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(video.length / 2);
    },
  );
});
