// Answers when the system below has nothing left to give: they request a retry and do not report a server error.
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createLog } from '#server/platform/log/log.ts';
import { WriteFailed } from '#server/storage/file-writer.ts';
import { startTestApp } from '#testing/app.ts';
import { handleErrors } from './error-handler.ts';

const system = (code: string) => Object.assign(new Error(code), { code });

it.each([
  { error: system('EMFILE'), status: 503, code: 'unavailable' },
  {
    error: new WriteFailed('write', { cause: system('EROFS') }),
    status: 503,
    code: 'unavailable',
  },
  { error: system('EIO'), status: 500, code: 'internal' },
])('$error.message $error.cause.message: $status', async ({ error, status, code }) => {
  const app = Fastify();
  handleErrors(app);
  app.get('/', () => {
    throw error;
  });
  const answer = await app.inject('/');
  expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  expect(answer.headers['retry-after']).toBe(status === 503 ? '2' : undefined);
  await app.close();
});

it('an error that no one expected is logged, and its caller reads a sentence of ours alone [13.4.2, 16.3.4, 16.5.1]', async () => {
  const lines: string[] = [];
  const loggerInstance: FastifyBaseLogger = createLog('info', {
    write: (line: string) => void lines.push(line),
  });
  const app = Fastify({ loggerInstance });
  handleErrors(app);
  app.get('/', () => {
    throw new Error('SELECT secret_column FROM /srv/tryout/keys');
  });
  const answer = await app.inject('/');
  expect([answer.statusCode, answer.json()]).toEqual([
    500,
    { code: 'internal', message: expect.any(String) },
  ]);
  expect(answer.body).not.toMatch(/secret_column|srv|error-handler|\bat\b .*:\d+/);
  const [logged] = lines.filter((line) => line.includes('unexpected error'));
  expect(logged).toContain('secret_column');
  expect(JSON.parse(logged ?? '').err.stack).toContain('error-handler.test');
  await app.close();
});

it('without an answer to who the caller is nothing is given and nothing is done [16.5.3]', async () => {
  const app = await startTestApp();
  try {
    const owner = await app.signIn('owner@example.com', { company: 'Acme' });
    const form = { name: 'T', task: 't', figmaUrl: 'https://example.com/page' };
    const test = (await owner.post('/api/tests', form)).body;
    const rename = (from: string, to: string) =>
      sql`ALTER TABLE ${sql.table(from)} RENAME TO ${sql.table(to)}`.execute(app.parts.db);
    await rename('sign_ins', 'away');
    for (const answer of [
      await owner.get('/api/tests'),
      await owner.get(`/api/tests/${test._id}`),
      await owner.delete(`/api/tests/${test._id}/x/y`),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([500, 'internal']);
      expect(JSON.stringify(answer.body)).not.toContain('sign_ins');
    }
    await rename('away', 'sign_ins');
    expect((await owner.get(`/api/tests/${test._id}`)).body.name).toBe('T');
  } finally {
    await app.close();
  }
});
