// Work that outlives a request: queued in the database, in the transaction that requests it, and retried until it is
// done. pipeline.ts lists which job follows which event.

import { CompiledQuery } from 'kysely';
import type { Pool, PoolConfig } from 'pg';
import { type Db, PgBoss } from 'pg-boss';
import { z } from 'zod';
import { exportId, revisionId, sessionId, webhookId } from '#contract/ids.ts';
import { type Database, openPool } from '#server/platform/db/database.ts';
import { asDatabaseError, isDatabaseAway } from '#server/platform/db/database-away.ts';
import type { Listener } from '#server/platform/db/listener.ts';
import { createFoldedLines } from '#server/platform/log/folded-lines.ts';

/** Every kind of job and the schema of its data, which is parsed again when the job runs. */
export const jobKinds = {
  /** Joins the pieces of a finished recording's video, if the storage stores pieces. */
  'objects.compact': z.object({ key: z.string().min(3) }),
  /** Removes the rows of deleted things; also runs every minute. */
  'deleted.remove': z.object({}),
  /** Removes stored objects of deleted rows. */
  'objects.delete': z.object({ prefixes: z.array(z.string().min(3)) }),
  /** Removes stored objects that no row refers to; runs every hour. */
  'objects.sweep': z.object({}),
  /** Fetches the images of a prototype's screens before a participant needs them. */
  'screens.prefetch': z.object({ revisionId }),
  /** Reads sessions again: those of screens whose images have come, and every minute those that an update left. */
  'readings.renew': z.object({
    revisionId: z.optional(revisionId),
    nodeIds: z.array(z.string()).optional(),
  }),
  /** Packs the messages of sessions that are over; runs every minute. */
  'messages.pack': z.object({}),
  /** Computes the outcomes of a step's runs again whose goal was changed. */
  'outcomes.settle': z.object({ stepId: z.uuid() }),
  /** Sends a part of a recording's sound to the recogniser; the last part makes the transcript. */
  'transcripts.make': z.object({ sessionId, runId: z.uuid(), part: z.int().min(0) }),
  /** Closes sessions without a piece for some minutes; runs every minute. */
  'sessions.close-quiet': z.object({}),
  /**
   * Warns of recordings that their workspace's rule will delete, and deletes those whose time has come; runs every
   * hour.
   */
  'retention.run': z.object({}),
  /**
   * Sends the pending deliveries of a webhook. Without an id it queues itself every minute for each webhook that has
   * some.
   */
  'webhooks.deliver': z.object({ webhookId: z.optional(webhookId) }),
  /** Removes old deliveries; runs every hour. */
  'webhooks.clear-log': z.object({}),
  /** Reports tests whose close date has come; runs every minute. */
  'tests.settle-closed': z.object({}),
  /** Deletes accounts 24 hours after their owner requested it; runs every ten minutes. */
  'accounts.delete-due': z.object({}),
  /** Writes the tables of an export and lays its archive out. */
  'exports.prepare': z.object({ exportId }),
  /** Removes exports after a day, and those that lost one of their sessions; runs every minute. */
  'exports.remove-ended': z.object({}),
  /** Removes ended counts of calls; runs every ten minutes. */
  'rates.remove-ended': z.object({}),
  /** Sends a mail, sealed by queued-mail.ts. */
  'mail.send': z.object({ sealed: z.string() }),
  /** Removes old mails from the outbox; runs every hour. */
  'mail.clear-outbox': z.object({}),
} as const;

export type JobKind = keyof typeof jobKinds;
export type JobData<K extends JobKind> = z.infer<(typeof jobKinds)[K]>;
export type JobHandlers = { [K in JobKind]: (data: JobData<K>) => Promise<void> };

/** Jobs that run by the clock: kind → cron expression in UTC. */
const schedules: Partial<Record<JobKind, string>> = {
  'sessions.close-quiet': '* * * * *',
  'readings.renew': '* * * * *',
  'messages.pack': '* * * * *',
  'deleted.remove': '* * * * *',
  'webhooks.deliver': '* * * * *',
  'tests.settle-closed': '* * * * *',
  'exports.remove-ended': '* * * * *',
  'accounts.delete-due': '*/10 * * * *',
  'rates.remove-ended': '*/10 * * * *',
  'objects.sweep': '17 * * * *',
  'retention.run': '29 * * * *',
  'mail.clear-outbox': '41 * * * *',
  'webhooks.clear-log': '53 * * * *',
};

/** Number of jobs of a kind that one server runs at a time, if they are independent; of the others it runs one. */
const atOnce: Partial<Record<JobKind, number>> = {
  'objects.compact': 4,
  'objects.delete': 2,
  'mail.send': 4,
  'screens.prefetch': 2,
  'transcripts.make': 3,
  'webhooks.deliver': 8,
  'exports.prepare': 2,
};

/**
 * Number of jobs of one group that all servers together run at a time: fewer than `atOnce`, so that a worker is free
 * for others.
 */
const atOncePerGroup: Partial<Record<JobKind, number>> = {
  'transcripts.make': 2,
};

/** The place of a job among those of its kind. */
export interface Turn {
  /** The workspace. */
  group: string;
  /** The job with the lowest number runs next. */
  turn: number;
  /** Time before which the job does not run, or null for at once. */
  notBefore: Date | null;
  transaction: Database;
}

export interface Jobs {
  /** Queues a job; with a transaction it exists exactly if the transaction commits. */
  send<K extends JobKind>(kind: K, data: JobData<K>, transaction?: Database): Promise<void>;
  /** Queues a job behind those with a lower turn. */
  sendInTurn<K extends JobKind>(kind: K, data: JobData<K>, place: Turn): Promise<void>;
  /** Starts to run queued jobs, those of an earlier server first. */
  work(handlers: JobHandlers): Promise<void>;
  stop(): Promise<void>;
}

/** Number of recordings whose objects one job removes; its data has 25 kB. */
const PREFIXES_PER_JOB = 500;

/** Queues the removal of any number of stored objects. */
export async function sendDeletions(
  jobs: Jobs,
  prefixes: readonly string[],
  transaction: Database,
): Promise<void> {
  for (let at = 0; at < prefixes.length; at += PREFIXES_PER_JOB) {
    const some = prefixes.slice(at, at + PREFIXES_PER_JOB);
    await jobs.send('objects.delete', { prefixes: some }, transaction);
  }
}

interface Log {
  error(detail: object, message: string): void;
}

/**
 * The queue retries after 2, 4, 8 … seconds, at most 1 hour, for about two days. A job of a killed server runs again
 * 30 s after its last heartbeat. A running job may take 1 hour, because a second run beside it would repeat its calls
 * of the design tool, which some plans count. Finished jobs retain their data for 1 hour.
 */
const queueOptions = {
  retryLimit: 60,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 3600,
  heartbeatSeconds: 30,
  deleteAfterSeconds: 3600,
};
/** Connections for workers, schedules and maintenance; requests have another pool. */
const CONNECTIONS = 3;

interface QueueParts {
  /** Connection that must not use a pooler in transaction mode. */
  connection: PoolConfig;
  /** Listener that wakes workers as soon as a job is queued. It is not started yet. */
  listener: Listener;
  log: Log;
}

/**
 * Opens the queue on the app's database; makes its schema when there is none.
 * @param runsJobs false: this process only queues them
 */
export async function openJobs(
  { connection, listener, log }: QueueParts,
  { runsJobs }: { runsJobs: boolean } = { runsJobs: true },
): Promise<Jobs> {
  const pool = openPool({ ...connection, max: CONNECTIONS, application_name: 'tryout-jobs' });
  const boss = new PgBoss({
    db: poolDatabase(pool, listener),
    useListenNotify: runsJobs,
    supervise: runsJobs,
    schedule: runsJobs,
  });
  const failures = reportFailures(boss, log);
  const stop = async () => {
    await boss.stop({ graceful: true, timeout: 5000 });
    failures.flush();
    await pool.end();
  };
  try {
    await boss.start();
    await createQueues(boss);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    async send(kind, data, transaction) {
      await boss.send(kind, data, transaction ? { db: transactionDatabase(transaction) } : {});
    },
    async sendInTurn(kind, data, { group, turn, notBefore, transaction }) {
      await boss.send(kind, data, {
        db: transactionDatabase(transaction),
        group: { id: group },
        // pg-boss runs the job with the highest priority first.
        priority: -turn,
        ...(notBefore === null ? {} : { startAfter: notBefore }),
      });
    },
    work: (handlers) => work(boss, handlers, log),
    stop,
  };
}

async function createQueues(boss: PgBoss): Promise<void> {
  for (const kind of Object.keys(jobKinds)) {
    await boss.createQueue(kind, { ...queueOptions, notify: true });
  }
}

/** Begin of the text that pg-boss adds to the message of an error, different for each worker. */
const WORKER = ' (Queue: ';

/** All workers poll, so that one cause fails dozens of times in two seconds: its repeats are folded. */
function reportFailures(boss: PgBoss, log: Log) {
  const folded = createFoldedLines((line) => log.error(line, 'job queue'));
  boss.on('error', (error: Error & { code?: unknown }) => {
    if (isDatabaseAway(error)) {
      log.error({ err: error }, 'job queue');
      return;
    }
    const { name, code } = error;
    const [message] = error.message.split(WORKER, 1);
    folded.write({ err: { name, code, message } }, { err: { name, code } });
  });
  return folded;
}

/**
 * A notice wakes a kind's workers at once. A poll finds jobs whose retry time has come, because no notice is sent for
 * them.
 */
const pace = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2 };

/** A worker takes one job at a time: one that fails or takes long holds up no other. */
async function work(boss: PgBoss, handlers: JobHandlers, log: Log): Promise<void> {
  // Schedules of an earlier version are removed, because no worker would run their jobs.
  for (const { name } of await boss.getSchedules()) {
    if (!(name in schedules)) await boss.unschedule(name);
  }
  for (const kind of Object.keys(jobKinds) as JobKind[]) {
    const perGroup = atOncePerGroup[kind];
    const options = {
      ...pace,
      ...(perGroup === undefined ? {} : { groupConcurrency: perGroup }),
    };
    for (let workers = 0; workers < (atOnce[kind] ?? 1); workers += 1) {
      let id = '';
      id = await boss.work(kind, options, async ([job]) => {
        // There may be another job. The worker requests it as soon as this one is done, not with the next second.
        boss.notifyWorker(id);
        await run(kind, handlers, { data: job?.data, log });
      });
    }
    const cron = schedules[kind];
    if (cron) await boss.schedule(kind, cron, {});
  }
}

async function run(
  kind: JobKind,
  handlers: JobHandlers,
  { data, log }: { data: unknown; log: Log },
): Promise<void> {
  const handler = handlers[kind] as (value: unknown) => Promise<void>;
  try {
    await handler(jobKinds[kind].parse(data));
  } catch (error) {
    log.error({ err: error, kind }, 'job failed, it will be tried again');
    throw error;
  }
}

// Gives the job queue's library the server's own connections and transactions.

/** Our connections instead of pg-boss's own, of which the one that listens ends the process when a pooler closes it. */
function poolDatabase(pool: Pool, listener: Listener): Db {
  return {
    executeSql: async (text, values) => {
      try {
        return await pool.query(text, values);
      } catch (error) {
        throw asDatabaseError(error);
      }
    },
    listen: async (channel, onPayload, onListening) => {
      listener.subscribe(channel, { onPayload, onListening });
      // The caller that started the listener stops it.
      return { close: async () => undefined };
    },
  };
}

/** Lets pg-boss write in a transaction of ours. */
function transactionDatabase(transaction: Database): Db {
  return {
    executeSql: async (text: string, values: unknown[] = []) => {
      const result = await transaction.executeQuery(CompiledQuery.raw(text, values));
      return { rows: result.rows };
    },
  };
}
