// uploads.discover: what a third party's tus client learns before it has a session.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { startSession } from '#testing/participant.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

it.each(['/api/uploads', '/api/uploads/', '/api/uploads/0198f7a0-0000-7000-8000-000000000001'])(
  'OPTIONS %s tells version, extensions and limit, without credentials or Tus-Resumable',
  async (path) => {
    const { status, headers, body } = await app.anyone.send(path, { method: 'OPTIONS' });
    expect([status, body]).toEqual([204, '']);
    expect(headers.get('tus-resumable')).toBe('1.0.0');
    expect(headers.get('tus-version')).toBe('1.0.0');
    expect(headers.get('tus-extension')).toBe('creation,creation-defer-length');
    expect(headers.get('tus-max-size')).toBe('2147483648');
  },
);

it('every refusal names the version too', async () => {
  const create = (headers: Record<string, string>) =>
    app.anyone.send('/api/uploads', { method: 'POST', headers });
  const stranger = await create({ 'tus-resumable': '1.0.0' });
  expect([stranger.status, stranger.headers.get('tus-resumable')]).toEqual([401, '1.0.0']);
});

it('another version gets the one that is spoken', async () => {
  const owner = await app.signIn('ada@example.com', { company: 'Acme' });
  const form = { name: 'T', task: 't', figmaUrl: 'https://example.com/page' };
  const session = await startSession(app.anyone, (await owner.post('/api/tests', form)).body);
  const { status, headers } = await app.anyone.fetch(session.uploadUrl, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${session.token}`, 'tus-resumable': '0.2.2' },
  });
  expect([status, headers.get('tus-version')]).toEqual([412, '1.0.0']);
});
