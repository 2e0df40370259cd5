// signIns.*: where a person is signed in, ending one or all others; how long a sign-in lasts at most.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SIGN_IN_DAYS, SIGN_IN_MOST_DAYS } from '#contract/limits.ts';
import { createLog } from '#server/platform/log/log.ts';
import { hashToken } from '#server/platform/security/secrets.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { TestClient } from '#testing/client.ts';
import { startIssuer, type TestIssuer } from '#testing/issuer.ts';
import { signInBy } from '#testing/sign-in.ts';
import { listen } from '#testing/update-events.ts';
import { deleteExpiredSignIns, findSignIn } from './sign-ins.db.ts';

const DAY_MS = 24 * 3_600_000;
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';
const SAFARI = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1';

const lines: string[] = [];
let issuer: TestIssuer;
let app: TestApp;

beforeAll(async () => {
  issuer = await startIssuer();
  app = await startTestApp({
    env: issuer.env,
    log: createLog('info', { write: (line: string) => lines.push(line) }),
  });
});
afterAll(async () => {
  await app?.close();
  await issuer?.close();
});
beforeEach(async () => {
  await app.parts.db.deleteFrom('sign_ins').execute();
});

async function signIn(name: string, userAgent: string): Promise<TestClient> {
  issuer.claims = { sub: name, email: `${name}@example.com`, email_verified: true, name };
  const client = new TestClient(app.origin);
  await signInBy(client, '', { 'user-agent': userAgent });
  await client.get('/auth/check-auth');
  return client;
}

const tokenOf = (client: TestClient) => client.cookies.get('tryout-sign-in') ?? '';
const listOf = async (client: TestClient) => (await client.get('/api/sign-ins')).body;
const isSignedIn = async (client: TestClient) =>
  (await client.get('/auth/check-auth')).status === 200;

/** Sets times of a sign-in, in days from now. */
async function setTimes(
  client: TestClient,
  days: { expires?: number; ends?: number; lastUsed?: number },
): Promise<void> {
  const at = (day: number) => new Date(Date.now() + day * DAY_MS);
  await app.parts.db
    .updateTable('sign_ins')
    .set({
      ...(days.expires === undefined ? {} : { expires_at: at(days.expires) }),
      ...(days.ends === undefined ? {} : { ends_at: at(days.ends) }),
      ...(days.lastUsed === undefined ? {} : { last_used_at: at(days.lastUsed) }),
    })
    .where('token_hash', '=', hashToken(tokenOf(client)))
    .execute();
}

const rowOf = (client: TestClient) =>
  app.parts.db
    .selectFrom('sign_ins')
    .selectAll()
    .where('token_hash', '=', hashToken(tokenOf(client)))
    .executeTakeFirstOrThrow();

describe('signIns.list', () => {
  it('names each place, this one first, and nothing that signs in [7.5.2]', async () => {
    const phone = await signIn('ada', SAFARI);
    const desk = await signIn('ada', FIREFOX);
    await signIn('eve', FIREFOX);
    const list = await listOf(phone);
    expect(list.map(({ device, current }: never) => [device, current])).toEqual([
      ['Safari on iPhone', true],
      ['Firefox on Windows', false],
    ]);
    const text = JSON.stringify(list);
    for (const client of [phone, desk]) {
      expect(text).not.toContain(tokenOf(client));
      expect(text).not.toContain(hashToken(tokenOf(client)).toString('hex'));
      expect(text).not.toContain(hashToken(tokenOf(client)).toString('base64url'));
    }
    expect((await app.anyone.get('/api/sign-ins')).status).toBe(401);
  });
});

describe('signIns.end and endOthers', () => {
  it('end one: its calls and its stream stop, the others go on [7.5.2]', async () => {
    const [here, there] = [await signIn('ada', FIREFOX), await signIn('ada', SAFARI)];
    const stream = await listen(there);
    const other = (await listOf(here)).find(({ current }: { current: boolean }) => !current);
    expect((await here.delete(`/api/sign-ins/${other._id}`)).status).toBe(200);
    await stream.ended;
    expect(stream.names.at(-1)).toBe('ended');
    expect([await isSignedIn(there), await isSignedIn(here)]).toEqual([false, true]);
    expect((await here.delete(`/api/sign-ins/${other._id}`)).status).toBe(404);
  });

  it('end none of another person', async () => {
    const [ada, eve] = [await signIn('ada', FIREFOX), await signIn('eve', FIREFOX)];
    const [theirs] = await listOf(eve);
    const refused = await ada.delete(`/api/sign-ins/${theirs._id}`);
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
    expect((await ada.delete('/api/sign-ins')).body.message).toBe('You are signed in only here.');
    expect(await isSignedIn(eve)).toBe(true);
  });

  it('end all others [7.5.2]', async () => {
    const [here, second, third] = [
      await signIn('ada', FIREFOX),
      await signIn('ada', SAFARI),
      await signIn('ada', ''),
    ];
    const others = (await listOf(here)).slice(1).map(({ _id }: { _id: string }) => _id);
    const done = await here.delete('/api/sign-ins');
    expect([done.status, done.body.message]).toEqual([200, 'Signed out in 2 other places.']);
    expect([await isSignedIn(second), await isSignedIn(third)]).toEqual([false, false]);
    const ended = lines
      .map((line) => JSON.parse(line))
      .filter(({ event }) => event === 'sign-in.ended')
      .map(({ signInId }) => signInId);
    expect(ended).toEqual(expect.arrayContaining(others));
    expect(await listOf(here)).toHaveLength(1);
  });

  it('end this one: its cookies go', async () => {
    const ada = await signIn('ada', FIREFOX);
    const [{ _id: id }] = await listOf(ada);
    expect((await ada.delete(`/api/sign-ins/${id}`)).status).toBe(200);
    expect([...ada.cookies.keys()]).toEqual([]);
  });
});

describe('a sign-in', () => {
  it(`is extended by its use, ${SIGN_IN_MOST_DAYS} days after the issuer's word at most [7.3.1, 7.3.2]`, async () => {
    const ada = await signIn('ada', FIREFOX);
    const { ends_at, created_at } = await rowOf(ada);
    expect(Math.round((ends_at.getTime() - created_at.getTime()) / DAY_MS)).toBe(SIGN_IN_MOST_DAYS);
    await setTimes(ada, { expires: 5, ends: 40 });
    await isSignedIn(ada);
    const extended = (await rowOf(ada)).expires_at.getTime() - Date.now();
    expect(Math.round(extended / DAY_MS)).toBe(SIGN_IN_DAYS);
    await setTimes(ada, { expires: 5, ends: 10 });
    await isSignedIn(ada);
    const row = await rowOf(ada);
    expect(row.expires_at).toEqual(row.ends_at);
    // Then no use writes anything any more.
    expect((await findSignIn(app.parts.db, tokenOf(ada)))?.extended).toBe(false);
    await setTimes(ada, { expires: -0.001, ends: -0.0005 });
    expect(await isSignedIn(ada)).toBe(false);
    expect(await listOf(ada)).toMatchObject({ code: 'not_signed_in' });
    await deleteExpiredSignIns(app.parts.db, new Date());
    await expect(rowOf(ada)).rejects.toThrow();
  });

  it('never counts past its end: the database refuses that', async () => {
    const ada = await signIn('ada', FIREFOX);
    await expect(setTimes(ada, { expires: 30, ends: 10 })).rejects.toThrow(/sign_ins_end/);
  });

  it('notes its last use, to the hour', async () => {
    const ada = await signIn('ada', FIREFOX);
    await setTimes(ada, { lastUsed: -0.02 });
    const before = (await rowOf(ada)).last_used_at;
    await isSignedIn(ada);
    expect((await rowOf(ada)).last_used_at).toEqual(before);
    await setTimes(ada, { lastUsed: -0.05 });
    await isSignedIn(ada);
    expect((await rowOf(ada)).last_used_at.getTime()).toBeGreaterThan(before.getTime());
  });
});
