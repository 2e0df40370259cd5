// Sends mail: by SMTP when that is configured, else as .eml files into the outbox folder, where a
// person can open them. The job queue calls it and tries again when it throws.
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mail } from './letter.ts';
import { outboxName } from './outbox.ts';

export interface MailerOptions {
  /**
   * Address `smtp://` or `smtps://` with user and password where needed. If null or absent, mail goes to the outbox.
   */
  smtpUrl?: string | null;
  /** If true, a server that offers no STARTTLS is an error, whatever the address requires. */
  requireTls?: boolean;
  /** Sender: `Name <address>`. */
  from: string;
  /** Folder of the .eml files; made when the first one is written. */
  outboxDir: string;
}

export interface Mailer {
  /** Resolves once the SMTP server has taken the mail, or its file is on the disk. */
  send(mail: Mail): Promise<void>;
}

/** A server that does not answer within this time is tried again later by the job queue. */
const SMTP_PATIENCE_MS = 20_000;

export function createMailer({ smtpUrl, requireTls, from, outboxDir }: MailerOptions): Mailer {
  if (!smtpUrl) return outboxMailer(outboxDir, from);
  return smtpMailer(smtpUrl, { from, requireTls: requireTls ?? false });
}

function smtpMailer(
  smtpUrl: string,
  { from, requireTls }: { from: string; requireTls: boolean },
): Mailer {
  const transport = createTransport(
    {
      url: smtpUrl,
      // Goes before the address's own parameters, `ignoreTLS` among them.
      ...(requireTls ? { requireTLS: true } : {}),
      connectionTimeout: SMTP_PATIENCE_MS,
      greetingTimeout: SMTP_PATIENCE_MS,
      socketTimeout: SMTP_PATIENCE_MS,
    },
    { from, disableFileAccess: true, disableUrlAccess: true },
  );
  return {
    async send(mail) {
      await transport.sendMail(mail);
    },
  };
}

function outboxMailer(outboxDir: string, from: string): Mailer {
  const transport = createTransport(
    { streamTransport: true, buffer: true, newline: 'windows' },
    { from, disableFileAccess: true, disableUrlAccess: true },
  );
  return {
    async send(mail) {
      const { message } = await transport.sendMail(mail);
      if (!Buffer.isBuffer(message)) throw new TypeError('the mail came as a stream');
      await mkdir(outboxDir, { recursive: true });
      await writeWhole(join(outboxDir, outboxName(new Date())), message);
    },
  };
}

/** A reader of the folder sees the file with all its bytes or not at all. */
async function writeWhole(path: string, content: Buffer): Promise<void> {
  const unfinished = `${path}.part`;
  const file = await open(unfinished, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}
