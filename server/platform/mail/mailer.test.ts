// Mail by both ways: read back from the outbox, and taken by a real SMTP server.
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeLetter } from './letter.ts';
import { createMailer } from './mailer.ts';

const from = 'Tryout <tryout@example.test>';
const letter = writeLetter({
  to: 'ada@example.test',
  subject: 'Zoë invites you – 你好',
  heading: 'Join <Acme> & friends',
  paragraphs: ['A line of more than seventy-eight characters: '.repeat(4)],
  action: { label: 'Open', link: 'https://example.test/join?a=1&b=2' },
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tryout-mail-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('outbox', () => {
  it('keeps each mail as a whole .eml file', async () => {
    const outboxDir = join(folder, 'outbox');
    const mailer = createMailer({ from, outboxDir });
    await Promise.all([mailer.send(letter), mailer.send({ ...letter, to: 'bob@example.test' })]);
    const names = await readdir(outboxDir);
    expect(names).toHaveLength(2);
    for (const name of names) expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+Z-[\da-f-]{36}\.eml$/);
    const mails = await Promise.all(
      names.map(async (name) => PostalMime.parse(await readFile(join(outboxDir, name)))),
    );
    expect(mails.map((mail) => mail.to?.[0]?.address).sort()).toEqual([
      'ada@example.test',
      'bob@example.test',
    ]);
    for (const mail of mails) expectLetter(mail);
  });

  it('lets no line break of a value become a header [1.3.11]', async () => {
    const outboxDir = join(folder, 'injection');
    const mailer = createMailer({ from, outboxDir });
    await mailer.send({ ...letter, subject: 'Hello\r\nBcc: eve@example.test' });
    const [name] = await readdir(outboxDir);
    const mail = await PostalMime.parse(await readFile(join(outboxDir, name ?? '')));
    expect(mail.bcc ?? []).toEqual([]);
  });

  it('fails when the folder cannot be written', async () => {
    const mailer = createMailer({ from, outboxDir: '/dev/null/outbox' });
    await expect(mailer.send(letter)).rejects.toThrow('ENOTDIR');
  });
});

describe('SMTP', () => {
  it('hands the mail to the server of the address, signed in', async () => {
    const taken: Buffer[] = [];
    const signedIn: unknown[] = [];
    const server = await startServer({
      onAuth: ({ username, password }, _session, done) => {
        signedIn.push([username, password]);
        done(null, { user: username });
      },
      onData: (stream, _session, done) => {
        buffer(stream).then((bytes) => {
          taken.push(bytes);
          done();
        }, done);
      },
    });
    const smtpUrl = `smtp://user:p%40ss@127.0.0.1:${portOf(server)}`;
    await createMailer({ smtpUrl, from, outboxDir: folder }).send(letter);
    await stopServer(server);
    expect(signedIn).toEqual([['user', 'p@ss']]);
    expect(taken).toHaveLength(1);
    expectLetter(await PostalMime.parse(taken[0] ?? ''));
  });

  it('fails when the server refuses', async () => {
    const server = await startServer({
      authOptional: true,
      onRcptTo: (_address, _session, done) => done(new Error('no such mailbox')),
    });
    const smtpUrl = `smtp://127.0.0.1:${portOf(server)}`;
    const sent = createMailer({ smtpUrl, from, outboxDir: folder }).send(letter);
    await expect(sent).rejects.toThrow('no such mailbox');
    await stopServer(server);
  });

  it('hands nothing to a server without STARTTLS where TLS is required, whatever the address says [12.3.1]', async () => {
    const taken: string[] = [];
    const server = await startServer({
      authOptional: true,
      onRcptTo: ({ address }, _session, done) => {
        taken.push(address);
        done();
      },
    });
    const smtpUrl = `smtp://127.0.0.1:${portOf(server)}?ignoreTLS=true`;
    const mailer = createMailer({ smtpUrl, requireTls: true, from, outboxDir: folder });
    await expect(mailer.send(letter)).rejects.toMatchObject({ code: 'ETLS' });
    expect(taken).toEqual([]);
    await stopServer(server);
  });
});

function expectLetter(mail: Awaited<ReturnType<typeof PostalMime.parse>>): void {
  expect(mail.from).toMatchObject({ name: 'Tryout', address: 'tryout@example.test' });
  expect(mail.subject).toBe(letter.subject);
  expect(mail.text).toContain('Join <Acme> & friends');
  expect(mail.text).toContain('https://example.test/join?a=1&b=2');
  expect(mail.html).toContain('Join &lt;Acme&gt; &amp; friends');
}

async function startServer(options: SMTPServerOptions): Promise<SMTPServer> {
  const server = new SMTPServer({ disabledCommands: ['STARTTLS'], ...options });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return server;
}

function portOf(server: SMTPServer): number {
  return (server.server.address() as AddressInfo).port;
}

async function stopServer(server: SMTPServer): Promise<void> {
  await new Promise<void>((done) => server.close(() => done()));
}
