// The lines of an outage: one when the database is lost and one when it answers again, whatever fails meanwhile.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#server/platform/log/log.ts';
import { cloneDatabase, type TestDatabase } from '#testing/database.ts';
import { openDatabase } from './database.ts';
import { asDatabaseError, DatabaseAway, isDatabaseAway } from './database-away.ts';
import { Outages } from './outages.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase({ empty: true });
});
afterAll(() => database.drop());

function openLog(outages: Outages) {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => lines.push(JSON.parse(line)) };
  const log = createLog('info', destination, (error) => outages.takes(error));
  return { lines, log };
}

const lost = () => new DatabaseAway(Object.assign(new Error('gone'), { code: '57P01' }));

describe('the log', () => {
  it('has two lines for an outage, with the number of failures', async () => {
    const outages = new Outages();
    const { lines, log } = openLog(outages);
    outages.watch(database.db, log);
    for (let failure = 0; failure < 40; failure += 1) {
      log.error({ err: lost() }, 'job queue');
      log.child({ reqId: 'r' }).error({ err: new Error('made', { cause: lost() }) }, 'unexpected');
    }
    expect(lines).toMatchObject([
      { level: 50, reason: 'gone (57P01)', msg: 'the database is lost: trying to reach it again' },
    ]);
    await expect.poll(() => lines.length, { timeout: 30_000 }).toBe(2);
    expect(lines[1]).toMatchObject({
      level: 30,
      failures: 80,
      msg: 'the database answers again',
    });
    log.error({ err: lost() }, 'job queue');
    expect(lines).toHaveLength(3);
    outages.stop();
  });

  it('has the lines of other errors, and all before the database was open', () => {
    const outages = new Outages();
    const { lines, log } = openLog(outages);
    log.error({ err: lost() }, 'at the start');
    outages.watch(database.db, log);
    log.error({ err: new Error('other') }, 'later');
    log.info('text alone');
    expect(lines.map(({ msg }) => msg)).toEqual(['at the start', 'later', 'text alone']);
    outages.stop();
  });
});

describe('an error of the database', () => {
  it.each([
    ['the server restarts', { code: '57P01', message: 'terminating connection' }],
    ['PgBouncer has lost the server', { code: '08P01', message: 'server conn crashed?' }],
    ['all connections are taken', { code: '53300', message: 'sorry, too many clients already' }],
    ['no server listens', { code: 'ECONNREFUSED', syscall: 'connect', message: 'connect' }],
    ['the connection breaks', { code: 'ECONNRESET', syscall: 'read', message: 'read ECONNRESET' }],
    ['the driver notices the end', { message: 'Connection terminated unexpectedly' }],
    ['the pool has none in time', { message: 'timeout exceeded when trying to connect' }],
  ])('means that it is away: %s', (_when, properties) => {
    const error = asDatabaseError(Object.assign(new Error(), properties));
    expect(isDatabaseAway(error)).toBe(true);
    // pg-boss copies errors into objects.
    expect(isDatabaseAway({ ...(error as object), message: 'copied' })).toBe(true);
  });

  it.each([
    ['a statement takes too long', { code: '57014', message: 'canceling statement' }],
    ['a row exists', { code: '23505', message: 'duplicate key value' }],
    ['two transactions wait for each other', { code: '40P01', message: 'deadlock detected' }],
  ])('means something else: %s', (_when, properties) => {
    const error = Object.assign(new Error(), properties);
    expect(asDatabaseError(error)).toBe(error);
    expect(isDatabaseAway(error)).toBe(false);
  });

  it('is that it is away where no server is', async () => {
    const db = openDatabase({ host: '127.0.0.1', port: 1 });
    await expect(sql`SELECT 1`.execute(db)).rejects.toMatchObject({
      code: 'DATABASE_AWAY',
      reason: 'ECONNREFUSED',
    });
    await db.destroy();
  });
});
