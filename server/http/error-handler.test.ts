// What is answered when the system below has nothing left to give: come back later, not 'our fault'.
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { WriteFailed } from '#server/storage/file-writer.ts';
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
  expect(answer.headers['retry-after']).toBe(status === 503 ? '5' : undefined);
  await app.close();
});
