// The time to compute a reading from messages, beside the limit of fetching their rows alone, in rows and packed; the
// delay that this adds to other calls; and the time that a stored reading saves when a recording is opened.
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { SessionId } from '#contract/ids.ts';
import { recordingPath } from '#contract/paths.ts';
import type { Test } from '#contract/tests.ts';
import { packMessages, type StoredMessage } from '#server/events/message-form.rules.ts';
import { readStoredMessages } from '#server/events/stored-messages.db.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { type Database, openDatabase } from '#server/platform/db/database.ts';
import { runningDatabase } from '#server/platform/db/embedded/embedded-database.ts';
import { prototypeHosts } from '#server/prototypes/prototype-hosts.ts';
import { closedSessions } from '#server/readings/renew.flow.ts';
import { readAndStore, readMessages } from '#server/readings/session-reading.db.ts';
import { successBody, TestClient } from '#testing/client.ts';
import { sendForm, sentVideo } from '#testing/participant.ts';
import { signInAtIssuer } from '#testing/sign-in.ts';
import { type RunningServer, runServer } from '../e2e/server.ts';
import { cpuMsOfTree } from './process-cpu.ts';
import { alone, lessIsBetter, median, moreIsBetter, quantile, type Row } from './rows.ts';

/** A million messages in sessions of a busy quarter of an hour. */
const SESSIONS = 1000;
const MESSAGES = 1000;
/** The most that a session may have. */
const LONGEST = 20_000;
/** Looks at each of both recordings, in turns. */
const LOOKS = 100;
/** Longer than the server caches a reading that is not stored. */
const APART_MS = 510;

export async function run(): Promise<Row[]> {
  const server = await runServer({ NODE_ENV: 'production' });
  const connection = runningDatabase({ dataDir: server.dataDir, log: console });
  if (!connection) throw new Error('the database of the server does not run');
  const db = openDatabase(connection);
  try {
    return await measureOn(server, db);
  } finally {
    await db.destroy();
    await server.remove();
  }
}

async function measureOn(server: RunningServer, db: Database): Promise<Row[]> {
  const client = new TestClient(server.origin);
  await signInAtIssuer(client, { email: 'ada@example.com', name: 'Ada Lovelace' });
  const form = { name: 'Shop', task: 'Buy a plant', figmaUrl: server.prototypeUrl };
  await client.post('/api/set-company', { company: 'Acme' });
  const test = successBody<Test>(await client.post('/api/tests', form));
  // The images of its screens are fetched ahead.
  await pause(3000);
  const opened = await compareOpening(db, client, {
    stored: await record(client, test, MESSAGES),
    computed: await record(client, test, MESSAGES),
  });
  const origin = new URL(server.prototypeUrl).origin;
  const hosts = prototypeHosts(readConfig({}).figma, origin);
  await record(client, test, LONGEST);
  const longest = await longestTurn(db, hosts);
  return [...opened, ...(await readMillion(db, { hosts, serverPid: server.pid() ?? 0 })), longest];
}

/** @returns the address of the recording's page */
async function record(client: TestClient, test: Test, messages: number): Promise<string> {
  const form = new FormData();
  form.append('video', new Blob([sentVideo], { type: 'video/webm' }), 'a.webm');
  form.append('events', JSON.stringify(Array.from({ length: messages }, (_, at) => message(at))));
  const { userTimestamp } = successBody<{ userTimestamp: string }>(
    await sendForm(client, test, { form }),
  );
  const { uniqueId, _id: testId, company, name: testName } = test;
  return `/api/tests/${recordingPath({ uniqueId, testId, company, testName, userTimestamp })}`;
}

/** Four presses, then a change of the screen, as the sample prototype reports them. */
function message(at: number) {
  const presentedNodeId = `1:${2 + (Math.floor(at / 5) % 8)}`;
  const atMs = at * 400;
  if (at % 5 === 4) {
    const data = { presentedNodeId, isStoredInHistory: true, stateMappings: {} };
    return { type: 'PRESENTED_NODE_CHANGED', atMs, data };
  }
  const position = { x: (at * 37) % 1400, y: (at * 53) % 900 };
  const data = {
    presentedNodeId,
    handled: at % 3 > 0,
    targetNodeId: presentedNodeId,
    targetNodeMousePosition: position,
    nearestScrollingFrameId: presentedNodeId,
    nearestScrollingFrameMousePosition: position,
    nearestScrollingFrameOffset: { x: 0, y: 0 },
  };
  return { type: 'MOUSE_PRESS_OR_RELEASE', atMs, data };
}

/** The recording page's call, by turns with a stored reading and with one that is made for this look. */
async function compareOpening(
  db: Database,
  client: TestClient,
  { stored, computed }: { stored: string; computed: string },
): Promise<Row[]> {
  const [unread] = await closedSessions(db);
  await sql`DELETE FROM task_runs WHERE session_id = ${unread}`.execute(db);
  const look = async (address: string) => {
    const startedAt = performance.now();
    successBody(await client.get(address, { accept: 'application/json' }));
    return performance.now() - startedAt;
  };
  const times: Record<'stored' | 'computed', number[]> = { stored: [], computed: [] };
  for (let round = 0; round < LOOKS; round += 1) {
    times.computed.push(await look(computed));
    times.stored.push(await look(stored));
    await pause(APART_MS);
  }
  const name = `opening a recording of ${MESSAGES} messages, against a reading made at each look`;
  const row = (share: number) => ({
    ours: quantile(times.stored, share),
    peer: quantile(times.computed, share),
    ...({ unit: 'ms', aim: '–' } as const),
  });
  return [
    lessIsBetter({ name: `${name}: median`, ...row(0.5) }),
    lessIsBetter({ name: `${name}: p95`, ...row(0.95) }),
  ];
}

type Hosts = ReturnType<typeof prototypeHosts>;

/**
 * Reads copies of one session, one after the other: in rows and packed, by turns with fetching their rows. CPU is this
 * process's and the server's with its database.
 */
async function readMillion(
  db: Database,
  { hosts, serverPid }: { hosts: Hosts; serverPid: number },
): Promise<Row[]> {
  const copies = await copySessions(db);
  const packed = await packedCopies(db, copies[0] as SessionId);
  const read = (id: SessionId) =>
    readMessages({ prototypeHosts: hosts }, db, { sessionId: id, durationMs: null });
  const cpu = async () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000 + ((await cpuMsOfTree(serverPid)) ?? 0);
  };
  const perSecond: Record<Kind, number[]> = { fetched: [], rows: [], packed: [] };
  const cpuMs: Record<Kind, number> = { fetched: 0, rows: 0, packed: 0 };
  for (let at = 0; at < SESSIONS; at += SESSIONS / 10) {
    for (const [kind, ids, look] of [
      ['fetched', copies, (id: SessionId) => fetchRows(db, id)],
      ['rows', copies, read],
      ['packed', packed, read],
    ] as const) {
      const [startedAt, cpuBefore] = [performance.now(), await cpu()];
      for (const id of ids.slice(at, at + SESSIONS / 10)) await look(id);
      const seconds = (performance.now() - startedAt) / 1000;
      perSecond[kind].push(((SESSIONS / 10) * MESSAGES) / seconds);
      cpuMs[kind] += (await cpu()) - cpuBefore;
    }
  }
  return [
    moreIsBetter({
      name: 'reading 1,000,000 messages, against fetching their rows alone',
      ours: median(perSecond.rows),
      peer: median(perSecond.fetched),
      unit: 'messages/s',
      aim: '–',
    }),
    lessIsBetter({
      name: 'reading 1,000,000 packed messages, against messages as they came',
      ours: cpuMs.packed / 1000,
      peer: cpuMs.rows / 1000,
      unit: 's of CPU',
      aim: 'at least 1',
    }),
  ];
}

type Kind = 'fetched' | 'rows' | 'packed';

async function copySessions(db: Database): Promise<SessionId[]> {
  await db.connection().execute(async (one) => {
    await sql`SET statement_timeout = 0`.execute(one);
    await sql
      .raw(`
    CREATE TEMPORARY TABLE of AS SELECT session_id AS id FROM session_messages GROUP BY session_id
      HAVING sum(messages) = ${MESSAGES} LIMIT 1;
    CREATE TABLE copies AS SELECT gen_random_uuid() AS id, n FROM generate_series(1, ${2 * SESSIONS}) AS n;
    INSERT INTO sessions SELECT (jsonb_populate_record(sessions,
      jsonb_build_object('id', copies.id, 'timestamp_ms', n, 'number', 10 + n))).* FROM sessions JOIN of USING (id), copies;
    INSERT INTO reported_nodes SELECT (jsonb_populate_record(reported_nodes,
      jsonb_build_object('session_id', copies.id))).* FROM reported_nodes JOIN of ON of.id = session_id, copies;
    INSERT INTO session_messages SELECT copies.id, batch, form, messages, bytes
      FROM session_messages JOIN of ON of.id = session_id, copies WHERE n <= ${SESSIONS};
    ANALYZE session_messages`)
      .execute(one);
    await sql`RESET statement_timeout`.execute(one);
  });
  return await copiesFrom(db, 1);
}

/** The other half of the copies, with the messages of one session. */
async function packedCopies(db: Database, of: SessionId): Promise<SessionId[]> {
  const messages: StoredMessage[] = [];
  for await (const page of readStoredMessages(db, of)) messages.push(...page);
  const packed = await packMessages(messages);
  const copies = await copiesFrom(db, SESSIONS + 1);
  const rows = copies.map((id) => ({ session_id: id, batch: 0, ...packed }));
  await db.insertInto('session_messages').values(rows).execute();
  return copies;
}

async function copiesFrom(db: Database, first: number): Promise<SessionId[]> {
  const { rows } = await sql<{ id: SessionId }>`SELECT id FROM copies
    WHERE n >= ${first} ORDER BY n LIMIT ${SESSIONS}`.execute(db);
  return rows.map(({ id }) => id);
}

async function fetchRows(db: Database, sessionId: SessionId): Promise<void> {
  await db
    .selectFrom('session_messages')
    .select(['form', 'messages', 'bytes'])
    .where('session_id', '=', sessionId)
    .orderBy('batch')
    .execute();
}

/** CPU time of this thread between two turns of a timer, as loop-watch.ts measures it. */
async function longestTurn(db: Database, hosts: Hosts): Promise<Row> {
  const [longest] = await closedSessions(db);
  if (!longest) throw new Error('no recording');
  const session = { sessionId: longest, durationMs: null };
  const read = () =>
    db.transaction().execute((inside) => readAndStore({ prototypeHosts: hosts }, inside, session));
  await read();
  let mostMs = 0;
  let before = process.threadCpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    mostMs = Math.max(mostMs, (user + system) / 1000);
  }, 1);
  await read();
  clearInterval(timer);
  return alone({
    name: `longest turn while a session of ${LONGEST} messages is read and stored`,
    ours: mostMs,
    unit: 'ms of CPU',
    aim: 'under 100 ms',
  });
}
