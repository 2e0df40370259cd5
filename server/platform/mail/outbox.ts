// The outbox: a folder of .eml files named by their time, each stored for some days.
import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OUTBOX_DAYS } from '#contract/limits.ts';
import type { Config } from '#server/platform/config/config.ts';

/** A mail's file, or the rest of one from a killed server: `{UTC time}-{UUID}.eml`, `….eml.part`. */
const ownName =
  /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-\d{3}Z-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.eml(?:\.part)?$/;

export function outboxDir({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'outbox');
}

/** The name of a mail's file. */
export function outboxName(at: Date): string {
  return `${at.toISOString().replace(/[:.]/g, '-')}-${randomUUID()}.eml`;
}

/** Removes mails that are older than OUTBOX_DAYS by the time in their names; other files stay. */
export async function clearOutbox(folder: string, now: Date): Promise<void> {
  const oldestMs = now.getTime() - OUTBOX_DAYS * 24 * 3_600_000;
  for (const entry of await entriesOf(folder)) {
    const [, hour, minute, second] = ownName.exec(entry.name) ?? [];
    if (!(hour && entry.isFile())) continue;
    const sentMs = Date.parse(`${hour}:${minute}:${second}Z`);
    if (sentMs < oldestMs) await rm(join(folder, entry.name), { force: true });
  }
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    // There is no outbox with SMTP or before the first mail.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
