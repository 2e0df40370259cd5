// Mails in the queue: no token, address or name can be read from a job's row, waiting or done.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { jobHandlers } from '#server/pipeline.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { outboxDir } from './outbox.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function rowsOfJobs(): Promise<string> {
  const { rows } = await sql<{ row: string }>`
    SELECT job::text AS row FROM pgboss.job WHERE name = 'mail.send'`.execute(app.parts.db);
  return rows.map(({ row }) => row).join('\n');
}

// Secrets, each with a character that sealed text can't have by chance.
const secrets = /#[\w-]{20}|:\/\/|@|Acme Ltd|"subject"/;

it('says nothing in a job’s row, before and after it is sent [14.2.4]', async () => {
  const owner = await app.signIn('ada@example.com', { company: 'Acme Ltd' });
  await owner.post('/api/user-info/emailUpdate', { email: 'new@example.com' });
  await owner.post('/api/user-info/teamMembers', { teamMemberEmail: 'bo@example.com' });
  await owner.post('/api/user-info/deletion', { email: 'ada@example.com' });
  const waiting = await rowsOfJobs();
  expect(waiting.split('\n')).toHaveLength(4);
  expect(waiting).not.toMatch(secrets);
  await app.parts.jobs.work(jobHandlers(app.parts));
  const outbox = outboxDir(app.parts.config);
  const names = await vi.waitFor(
    async () => {
      const found = await readdir(outbox);
      expect(found.filter((name) => name.endsWith('.eml'))).toHaveLength(4);
      return found;
    },
    { timeout: 15_000, interval: 100 },
  );
  const mails = await Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))),
  );
  expect(mails.map(({ to }) => to?.[0]?.address)).toContain('new@example.com');
  expect(await rowsOfJobs()).not.toMatch(secrets);
});

it('sends what it can open, and drops the rest', async () => {
  const sent: object[] = [];
  const mailer = { send: async (mail: object) => void sent.push(mail) };
  const send = jobHandlers({ ...app.parts, mailer })['mail.send'];
  const mail = { to: 'a@example.com', subject: 's', text: 't', html: 'h' };
  await send({ sealed: app.parts.secrets.seal('sealed-mail', JSON.stringify(mail)) });
  await send({ sealed: app.parts.secrets.seal('sealed-design-token', JSON.stringify(mail)) });
  expect(sent).toEqual([mail]);
});
