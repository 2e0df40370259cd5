// Whatever a call's head decides is answered before its body comes: the token, the rate, the length. A body that is
// refused anyway costs no parsing.
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { addressOf, type CallRate, type Endpoint } from '#contract/endpoint.ts';
import { EVENTS_RATE } from '#contract/limits.ts';
import type { StartedSession } from '#contract/sessions.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { bearer, startSession, type TestIds } from '#testing/participant.ts';

let app: TestApp;
/** A server whose rates in memory are not used up. */
let beside: TestApp;
let test: TestIds;
let session: StartedSession;
let ids: Record<string, string>;

beforeAll(async () => {
  app = await startTestApp();
  beside = await startTestApp({ beside: app });
  const owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const form = { name: 'T', task: 't', figmaUrl: 'https://example.org/x' };
  test = (await owner.post('/api/tests', form)).body;
  session = await startSession(app.anyone, test);
  ids = { id: test._id, testId: test._id, uniqueId: test.uniqueId, sessionId: session._id };
});
afterAll(async () => {
  await beside.close();
  await app.close();
});

const rows = Object.entries(api)
  .flatMap(([group, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).map(
      ([name, row]) => [`${group}.${name}`, row] as const,
    ),
  )
  .filter(([, { body }]) => typeof body === 'object');

/** Callers without a sign-in. */
const OPEN: ReadonlySet<string> = new Set(['anyone', 'participant', 'private-link', 'visitor']);

const pathOf = ({ path }: Pick<Endpoint, 'path'>) =>
  path.replace(/:(\w+)/g, (_, name) => ids[name] ?? 'x');

/** Sends a call's head and no byte of its body. @returns the status of the answer */
async function sendHead(
  row: Pick<Endpoint, 'method' | 'path'>,
  headers: Record<string, string | number> = {},
  { origin } = app,
): Promise<number> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const all = { host: 'x', 'content-type': 'application/json', 'content-length': 9, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${[`${row.method} ${pathOf(row)} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`);
  const [answer] = await once(socket, 'data');
  socket.destroy();
  return Number(String(answer).slice(9, 12));
}

/** Uses up every rate that is counted now. */
async function useUpRates(): Promise<void> {
  const spent = { points: 1_000_000, expire: Date.now() + 50_000 };
  await app.parts.db.updateTable('rate_counts').set(spent).execute();
}

describe('before its body has come', () => {
  it.each(rows.filter(([, { permission }]) => permission !== 'anyone'))(
    '%s is refused without a token [16.5.3]',
    async (_key, row) => {
      expect(await sendHead(row)).toBe(401);
    },
  );

  it.each(rows.filter(([, { permission, rate }]) => rate && OPEN.has(permission)))(
    '%s is refused beyond its rate [15.2.2]',
    async (key, row) => {
      await app.parts.db.deleteFrom('rate_counts').execute();
      const headers = row.permission === 'participant' ? bearer(session) : {};
      const caller = row.permission === 'participant' ? session._id : '127.0.0.1';
      const { inMemory, calls = 0 }: Partial<CallRate> = row.rate ?? {};
      if (row.rate && inMemory) {
        await app.parts.rates.count(key, caller, { ...row.rate, points: calls });
      }
      await app.anyone.send(pathOf(row), { method: row.method, headers });
      await useUpRates();
      expect(await sendHead(row, headers)).toBe(429);
    },
  );

  it.each([
    ['messages', { messages: EVENTS_RATE.messages, bytes: 0 }, 9],
    ['bytes', { messages: 0, bytes: EVENTS_RATE.bytes - 10_000 }, 10_001],
  ])('a call with more %s than a session may send is refused', async (_what, sent, length) => {
    await app.parts.db.deleteFrom('rate_counts').execute();
    const busy = await startSession(beside.anyone, test);
    await beside.parts.rates.countEvents(busy._id, sent);
    const path = addressOf(api.sessions.events, { params: { sessionId: busy._id } });
    const headers = { ...bearer(busy), 'content-length': length };
    expect(await sendHead({ method: 'POST', path }, headers, beside)).toBe(429);
  });

  it('a call that is none is refused', async () => {
    expect(await sendHead({ method: 'POST', path: '/api/nothing' })).toBe(404);
  });
});
