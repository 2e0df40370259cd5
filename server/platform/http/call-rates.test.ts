// Rates of the endpoint table: each row's rate refuses the call that is beyond it, and callers without a sign-in change
// nothing without a bound.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { bearer, startSession } from '#testing/participant.ts';

let app: TestApp;
let owner: TestClient;
let headersOf: (row: Endpoint) => Record<string, string>;
let ids: Record<string, string>;

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const form = { name: 'T', task: 't', figmaUrl: app.parts.samplePrototypeUrl };
  const test = (await owner.post('/api/tests', form)).body;
  const session = await startSession(app.anyone, test);
  headersOf = ({ permission }) => {
    if (permission === 'participant') return bearer(session);
    return permission === 'private-link' ? bearer({ token: session.privateToken }) : {};
  };
  ids = { id: test._id, testId: test._id, uniqueId: test.uniqueId, sessionId: session._id };
});
afterAll(() => app.close());

const rows = Object.entries(api).flatMap(([group, calls]) =>
  Object.entries(calls as Record<string, Endpoint>).map(
    ([name, row]) => [`${group}.${name}`, row] as const,
  ),
);
const pathOf = ({ path }: Endpoint) => path.replace(/:(\w+)/g, (_, name) => ids[name] ?? 'x');

async function call(row: Endpoint) {
  const client = row.permission === 'anyone' ? app.anyone : owner;
  return await client.send(pathOf(row), { method: row.method, headers: headersOf(row) });
}

describe('a rate', () => {
  it.each(rows.filter(([, { rate }]) => rate))(
    'of %s refuses the call beyond it, with the time to wait [2.4.1]',
    async (key, row) => {
      const { db } = app.parts;
      await db.deleteFrom('rate_counts').execute();
      await call(row);
      const counted = await db.selectFrom('rate_counts').select(['key', 'points']).execute();
      const [own] = counted.filter((count) => count.key.startsWith(`${key}:`));
      expect(own?.points).toBeGreaterThan(0);
      const expire = Date.now() + 50_000;
      await db
        .updateTable('rate_counts')
        .set({ points: row.rate?.calls ?? 0, expire })
        .where('key', '=', own?.key ?? '')
        .execute();
      const { status, headers, body } = await call(row);
      expect([status, body.code]).toEqual([429, 'too_many_requests']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    },
  );
});

/** Calls without a sign-in that change something and have no rate in the table, with what bounds them. */
const BOUNDED_OTHERWISE: Record<string, string> = {
  'sessions.events': 'messages and bytes of a session: server/sessions/bounds.test.ts',
  'sessions.abandon': 'a session is abandoned once',
  'uploads.create': 'answers the address of the session’s one upload',
  'uploads.append': 'bytes of a session: server/sessions/hostile-space.test.ts',
};

it('callers without a sign-in change nothing without a bound [2.4.1]', () => {
  const open = rows.filter(
    ([, { permission, method }]) =>
      ['anyone', 'participant', 'private-link', 'visitor'].includes(permission) &&
      !['GET', 'OPTIONS'].includes(method),
  );
  const unbounded = open.filter(([, { rate }]) => !rate).map(([key]) => key);
  expect(unbounded.toSorted()).toEqual(Object.keys(BOUNDED_OTHERWISE).toSorted());
});
