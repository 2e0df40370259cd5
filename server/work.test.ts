// WORK: a process that answers calls runs no jobs, one that runs jobs answers its health alone.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { createApp } from './app.ts';
import type { Parts } from './parts.ts';
import { workOnQueue } from './pipeline.ts';
import type { Config } from './platform/config/config.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const working = (work: Config['work']): Parts => {
  const jobs = { ...app.parts.jobs, work: vi.fn(async () => undefined) };
  return { ...app.parts, jobs, config: { ...app.parts.config, work } };
};

it.each(['web', 'jobs', 'both'] as const)('%s', async (work) => {
  const parts = working(work);
  await workOnQueue(parts);
  expect(parts.jobs.work).toHaveBeenCalledTimes(work === 'web' ? 0 : 1);
  const server = await createApp(parts);
  const origin = await server.listen({ port: 0, host: '127.0.0.1' });
  const statusOf = async (path: string) => (await fetch(`${origin}${path}`)).status;
  expect(await statusOf('/api/health')).toBe(200);
  const [about, tests] = work === 'jobs' ? [404, 404] : [200, 401];
  expect(await statusOf('/api/about')).toBe(about);
  expect(await statusOf('/api/tests')).toBe(tests);
  expect(await statusOf('/')).toBe(404);
  await server.close();
});
