// Rates of the endpoint table: each row's rate refuses the call that is beyond it, and callers without a sign-in change
// nothing without a bound.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { api } from '#contract/api.ts';
import { type Endpoint, isOfPerson } from '#contract/endpoint.ts';
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
      await app.parts.db.deleteFrom('rate_counts').execute();
      const counting = vi.spyOn(app.parts.rates, 'count');
      await call(row);
      const [, caller = ''] = counting.mock.calls.find(([name]) => name === key) ?? [];
      counting.mockRestore();
      expect(caller).not.toBe('');
      const rate = { calls: 0, perSeconds: 0, ...row.rate };
      await app.parts.rates.count(key, caller, { ...rate, points: rate.calls - 1 });
      const { status, headers, body } = await call(row);
      expect([status, body.code]).toEqual([429, 'too_many_requests']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    },
  );
});

it('each call that needs no account has a rate, by its row or as a call of a link [2.4.1]', () => {
  const open = rows.filter(([, { permission, viewedBy }]) => !isOfPerson(permission) && !viewedBy);
  const unbounded = open.filter(([, { permission, rate }]) => !rate && permission !== 'visitor');
  expect(open.length).toBeGreaterThan(25);
  expect(unbounded.map(([key]) => key)).toEqual([]);
});

it('a call’s head and its handler run in the turns of its address', async () => {
  const callers: (string | null)[] = [];
  const { callTurns, rates } = app.parts;
  const counting = vi.spyOn(rates, 'count').mockImplementation(async () => {
    callers.push(callTurns.caller());
  });
  const during = vi.spyOn(callTurns, 'during');
  await owner.get('/api/tests');
  await app.anyone.get(`/api/link/${ids.uniqueId}`);
  counting.mockRestore();
  expect(new Set(callers)).toEqual(new Set(['127.0.0.1']));
  expect(during.mock.calls.map(([caller]) => caller)).toEqual(Array(4).fill('127.0.0.1'));
  during.mockRestore();
});
