// The page of a link for viewing, as the server sends it: a preview shows the title, and of a link with a password nothing; a
// browser gets a cookie in place of the token.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { ViewedThing } from '#contract/view-links.ts';
import { successBody } from '#testing/client.ts';
import { cited, SHARED_NAME, sharedTest } from '#testing/shared-test.ts';
import { cookieOf, open } from '#testing/visitor.ts';

const PASSWORD = 'correct horse';
const webRoot = mkdtempSync(join(tmpdir(), 'tryout-web-'));
writeFileSync(join(webRoot, 'view.html'), '<!doctype html><title>Tryout</title>');
afterAll(() => rmSync(webRoot, { recursive: true, force: true }));

const s = sharedTest({ webRoot });

/** One thing of each kind, and the words of its title. */
async function thingsByTitle(): Promise<[ViewedThing, string][]> {
  const { clip, reel } = await cited(s);
  return [
    [{ kind: 'results' }, 'Shop'],
    [{ kind: 'report' }, 'Report'],
    [{ kind: 'recording', sessionId: s.recorded.sessionId }, SHARED_NAME],
    [{ kind: 'reel', reelId: reel.id }, 'Carts'],
    [{ kind: 'clip', clipId: clip.id }, 'Looks for the cart'],
  ];
}

async function pageOf(token: string): Promise<string> {
  const answer = await s.app.anyone.get(`/view/${token}`, { accept: 'text/html' });
  expect(answer.status).toBe(200);
  return answer.body;
}

const SECRETS = new RegExp(`Shop|Acme|Carts|Looks for|Report|Participant|${SHARED_NAME}`);

it('shows the title of each kind of link, and nothing of one that has a password', async () => {
  for (const [thing, title] of await thingsByTitle()) {
    const plain = await s.share(thing, { withNames: true });
    expect(await pageOf(plain.token)).toContain(`og:title" content="${title}`);
    const { token } = await s.share(thing, { withNames: true, password: PASSWORD });
    const before = await pageOf(token);
    expect(before).toBe('<!doctype html><title>Tryout</title>');
    for (const password of [undefined, 'a wrong one']) {
      const refused = await open(s.app.origin, token, password);
      expect([401, 403]).toContain(refused.status);
      expect(await refused.text()).not.toMatch(SECRETS);
    }
    // The document is the same for all callers, so a password that one of them gives changes nothing.
    await s.visit(token, PASSWORD);
    expect(await pageOf(token)).toBe(before);
  }
});

it('shows nothing of a link that has ended', async () => {
  for (const [thing] of await thingsByTitle()) {
    for (const password of [null, PASSWORD]) {
      const [revoked, expired] = [
        await s.share(thing, { withNames: true, password }),
        await s.share(thing, { withNames: true, password }),
      ];
      successBody(await s.owner.delete(`/api/view-links/${revoked.viewLink._id}`));
      await s.app.parts.db
        .updateTable('view_links')
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where('id', '=', expired.viewLink._id)
        .execute();
      for (const { token } of [revoked, expired]) {
        expect(await pageOf(token)).not.toMatch(SECRETS);
        const refused = await open(s.app.origin, token, PASSWORD);
        expect(refused.status).toBe(410);
        expect(await refused.text()).not.toMatch(SECRETS);
      }
    }
  }
});

const NAVIGATION = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };

/** Opens a page as a browser does: `fetch` would send another mode. */
async function navigate(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const sent = request(s.app.origin + path, { headers: { ...NAVIGATION, ...headers } }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const received = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response(await text(answer), { status: answer.statusCode ?? 0, headers: received });
}

/** Opens a link by its cookie, as its page does. */
function openById(id: string, cookie: string, body: object = {}): Promise<Response> {
  return fetch(`${s.app.origin}/api/view/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
}

it('takes the token out of the address: a cookie for this link alone, and a redirect that no one stores [14.2.1]', async () => {
  for (const password of [null, PASSWORD]) {
    const { token, viewLink } = await s.share({ kind: 'results' }, { password });
    const answer = await navigate(`/view/${token}/api/tests/x?tab=recordings`);
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `/view/${viewLink._id}/api/tests/x?tab=recordings`,
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(await answer.text()).not.toMatch(SECRETS);
    const [cookie = '', ...attributes] = (answer.headers.get('set-cookie') ?? '').split('; ');
    expect(attributes.toSorted()).toEqual([
      ...['HttpOnly', 'Max-Age=2592000', `Path=/api/view/${viewLink._id}`, 'SameSite=Strict'],
    ]);
    expect(JSON.stringify([...answer.headers])).not.toContain(token);
    const opened = await openById(viewLink._id, cookie, { password: password ?? undefined });
    expect(opened.status).toBe(200);
    expect(opened.headers.get('set-cookie')).toContain(`Path=/api/view/${viewLink._id};`);
    // The address that is left shows no title and opens nothing without the cookie.
    const clean = await navigate(`/view/${viewLink._id}`);
    expect([clean.status, await clean.text()]).toEqual([
      200,
      '<!doctype html><title>Tryout</title>',
    ]);
    const refused = await openById(viewLink._id, '', { password: password ?? undefined });
    expect([refused.status, (await refused.json()).code]).toEqual([401, 'view_closed']);
  }
  s.app.parts.securityLog.flush();
  expect(s.lines.join('')).not.toMatch(/\/view\/[\w-]{22}(?![\w-])/);
});

it('asks for the password again when its cookie has ended, and not before', async () => {
  const { token, viewLink } = await s.share({ kind: 'results' }, { password: PASSWORD });
  const held = cookieOf(await navigate(`/view/${token}`));
  expect((await openById(viewLink._id, held)).status).toBe(401);
  const opened = await openById(viewLink._id, held, { password: PASSWORD });
  const view = cookieOf(opened);
  const again = await openById(viewLink._id, `${held}; ${view}`);
  // The reload does not make the cookie last longer than the password allowed.
  expect([again.status, again.headers.get('set-cookie')]).toEqual([200, null]);
  const ended = view.replace(/=\d+/, '=1700000000');
  expect((await openById(viewLink._id, `${held}; ${ended}`)).status).toBe(401);
  expect((await openById(viewLink._id, view)).status).toBe(401);
});

it('takes no cookie of another link, and none for a link that has ended', async () => {
  const [one, two] = [
    await s.share({ kind: 'results' }),
    await s.share({ kind: 'results' }, { password: PASSWORD }),
  ];
  const cookie = cookieOf(await navigate(`/view/${one.token}`));
  expect((await openById(two.viewLink._id, cookie, { password: PASSWORD })).status).toBe(401);
  // Neither cookie takes the place of the other.
  const asView = cookie.replace('tryout-view-link=', 'tryout-view=');
  const state = await fetch(`${s.app.origin}/api/view/${one.viewLink._id}`, {
    headers: { cookie: asView },
  });
  expect(state.status).toBe(401);
  successBody(await s.owner.delete(`/api/view-links/${one.viewLink._id}`));
  expect((await openById(one.viewLink._id, cookie)).status).toBe(410);
  const three = await s.share({ kind: 'report' });
  const ofDeleted = cookieOf(await navigate(`/view/${three.token}`));
  successBody(await s.owner.delete(`/api/tests/${s.test._id}/x/y`));
  expect((await openById(three.viewLink._id, ofDeleted)).status).toBe(410);
  // The page of an invalid token is the document, which shows the error.
  for (const token of [one.token, 'A'.repeat(22)]) {
    const answer = await navigate(`/view/${token}`);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
    expect(await answer.text()).toBe('<!doctype html><title>Tryout</title>');
  }
});

it('gives the document with the title to programs that show previews, and to browsers that do not say who asks', async () => {
  const { token } = await s.share({ kind: 'report' });
  const before = await s.app.anyone.get(`/view/${token}`, { accept: 'text/html' });
  expect(before.headers.get('set-cookie')).toBeNull();
  expect(before.body).toContain('og:title" content="Report');
  const previewer = 'facebookexternalhit/1.1 Facebot Twitterbot/1.0';
  const preview = await navigate(`/view/${token}`, { 'user-agent': previewer });
  expect([preview.status, await preview.text()]).toEqual([200, before.body]);
});

it('an address that opens too many links gets the document, whose call says so', async () => {
  const { token } = await s.share({ kind: 'results' });
  const count = vi.spyOn(s.app.parts.rates, 'count');
  count.mockRejectedValueOnce(new AppError('too_many_requests'));
  const answer = await navigate(`/view/${token}`);
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
  expect(count.mock.lastCall?.slice(0, 2)).toEqual(['views.exchange', '127.0.0.1']);
  count.mockRestore();
});
