// Detection of other servers on the same database: each names its connection for notices after the place of its
// media. Media on disk are seen by one server alone, so a server that could not find the others' media is refused.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './database.ts';

export type MediaPlace = 'disk' | 'bucket';

/** First part of the name of a server's connection; PostgreSQL cuts names at 63 characters. */
const NAME = 'tryout-updates';
/** A killed server's connection ends within milliseconds; on a busy machine later. */
const ENDING_MS = 5000;
const LOOK_EVERY_MS = 200;

/** A name for this server's connection for notices, shown by pg_stat_activity. */
export function serverName(media: MediaPlace): string {
  return `${NAME} ${media} ${randomBytes(4).toString('hex')}`;
}

/**
 * @param own this server's name; its connection is open, so that of two that start at once one sees the other
 * @returns how many other servers there are, as far as can be seen: a pooler in transaction mode hides them
 * @throws Error with one line, when media on disk would be seen by one of several servers
 */
export async function refuseSplitMedia(
  db: Database,
  { own, media }: { own: string; media: MediaPlace },
): Promise<number> {
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    const others = (await servers(db)).filter(({ name }) => name !== own);
    const other = others.find(({ name }) => media === 'disk' || name.startsWith(`${NAME} disk `));
    if (!other) return others.length;
    if (waitedMs >= ENDING_MS) throw new Error(sentenceFor(media, other.address));
    await sleep(LOOK_EVERY_MS);
  }
}

async function servers(db: Database) {
  const { rows } = await sql<{ name: string; address: string | null }>`
    SELECT application_name AS name, host(client_addr) AS address FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE ${`${NAME} %`}`.execute(db);
  return rows;
}

function sentenceFor(media: MediaPlace, address: string | null): string {
  const other = `another server (connected from ${address ?? 'this machine'}) runs on this database`;
  const disks = media === 'disk' ? 'this one keeps' : 'and keeps';
  return (
    `Configuration: S3_BUCKET is needed by several servers: ${other}, ${disks} its media on its own disk, ` +
    'where the others do not find them. Give all the same bucket, or stop the other one'
  );
}
