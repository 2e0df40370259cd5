// The token of a sign-in: random, a new one for each sign-in, looked up by the server at each call, and worth nothing else.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashToken } from '#server/platform/security/secrets.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { TestClient } from '#testing/client.ts';
import { signInAtIssuer } from '#testing/sign-in.ts';

const COOKIE = 'tryout-sign-in';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function tokenOfNewSignIn(): Promise<string> {
  const client = new TestClient(app.origin);
  await signInAtIssuer(client, { email: 'ada@example.com', name: 'Ada' });
  return client.cookies.get(COOKIE) ?? '';
}

const statusOf = async (token: string) =>
  (await (await TestClient.signedIn(app.origin, token)).get('/api/user-info')).status;

it('has 256 random bits, and no bit of one is the same in all [7.2.2, 7.2.3]', async () => {
  const tokens: Buffer[] = [];
  for (let count = 0; count < 24; count += 1) {
    const token = await tokenOfNewSignIn();
    expect(token).toMatch(/^[\w-]{43}$/);
    tokens.push(Buffer.from(token, 'base64url'));
  }
  expect(new Set(tokens.map(String)).size).toBe(tokens.length);
  for (const bytes of tokens) expect(bytes).toHaveLength(32);
  // A byte that is the same 24 times comes by chance once in 10 to the 55th.
  for (let at = 0; at < 32; at += 1) {
    expect(new Set(tokens.map((bytes) => bytes[at])).size).toBeGreaterThan(1);
  }
});

it('counts by its row alone, at each call [7.2.1]', async () => {
  const token = await tokenOfNewSignIn();
  expect(await statusOf(token)).toBe(200);
  const changed = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
  const hash = hashToken(token);
  for (const guess of [changed, '', 'x', hash.toString('base64url'), hash.toString('hex')]) {
    expect(await statusOf(guess)).toBe(401);
  }
  const { db } = app.parts;
  const rows = await db.selectFrom('sign_ins').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
  await db.deleteFrom('sign_ins').where('token_hash', '=', hash).execute();
  expect(await statusOf(token)).toBe(401);
});

it('an installation begins without any person, and no sign-in has a password [6.3.2]', async () => {
  const fresh = await startTestApp();
  try {
    const { db } = fresh.parts;
    for (const table of ['users', 'sign_ins', 'members', 'api_keys'] as const) {
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    for (const authorization of ['Basic YWRtaW46YWRtaW4=', 'Basic cm9vdDpyb290', 'Bearer admin']) {
      const answer = await fresh.anyone.get('/api/user-info', { authorization });
      expect(answer.status).toBe(401);
    }
  } finally {
    await fresh.close();
  }
});
