// A link for viewing in a browser: its token leaves the address at once, and what opens without it, and what does not.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { successBody } from '#testing/client.ts';
import { collectProblems } from '#testing/page-problems.ts';
import { share } from '#testing/visitor.ts';
import { createTest, openPage, openStage, type Stage } from './stage.ts';

const PASSWORD = 'correct horse';

let stage: Stage;
let testId: string;

beforeAll(async () => {
  stage = await openStage();
  testId = (await createTest(stage, 'Plant shop'))._id;
});
afterAll(() => stage?.close());

const newLink = (password: string | null = null) =>
  share(stage.owner, testId, { thing: { kind: 'results' }, password });

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

/** Returns every address that the context requests, and every referring page that it names. */
function watchAddresses(page: Page): string[] {
  const seen: string[] = [];
  page.context().on('request', (request) => {
    seen.push(request.url(), request.headers().referer ?? '');
  });
  return seen;
}

it('the token stands in the first request alone; reloads and other links in the same browser work', async () => {
  const page = await openPage(stage, null);
  const problems = collectProblems(page.context());
  const seen = watchAddresses(page);
  const [one, two] = [await newLink(), await newLink()];
  for (const { token, viewLink } of [one, two]) {
    await page.goto('about:blank');
    seen.length = 0;
    await page.goto(`/view/${token}`);
    await heading(page, 'Plant shop');
    const { pathname } = new URL(page.url());
    expect(pathname.startsWith(`/view/${viewLink._id}/`)).toBe(true);
    expect(seen.filter((text) => text.includes(token))).toEqual([`${stage.origin}/view/${token}`]);
    expect(await page.content()).not.toContain(token);
    const entries = await page.evaluate(() => JSON.stringify(performance.getEntries()));
    expect(entries).not.toContain(token);
    await page.reload();
    await heading(page, 'Plant shop');
  }
  await page.goBack();
  expect(page.url()).not.toContain(one.token);
  await page.goto(`/view/${one.viewLink._id}`);
  await heading(page, 'Plant shop');
  expect(problems).toEqual([]);

  // The address that is left is of no use elsewhere, nor here without cookies.
  const elsewhere = await openPage(stage, null);
  await elsewhere.goto(`/view/${one.viewLink._id}`);
  await heading(elsewhere, 'Open the complete link again');
  await page.context().clearCookies();
  await page.reload();
  await heading(page, 'Open the complete link again');
  await page.goto(`/view/${one.token}`);
  await heading(page, 'Plant shop');

  successBody(await stage.owner.delete(`/api/view-links/${one.viewLink._id}`));
  await heading(page, 'This link no longer works');
  await page.reload();
  await heading(page, 'This link no longer works');
  await page.goto(`/view/${one.token}`);
  await heading(page, 'This link no longer works');
  await page.context().close();
  await elsewhere.context().close();
});

it('a password is asked for at the address without the token, and not again at a reload', async () => {
  const { token, viewLink } = await newLink(PASSWORD);
  const page = await openPage(stage, null);
  await page.goto(`/view/${token}`);
  await heading(page, 'This link has a password');
  expect(new URL(page.url()).pathname).toBe(`/view/${viewLink._id}`);
  expect(await page.content()).not.toContain('Plant shop');
  expect(await page.title()).not.toContain('Plant shop');
  await page.getByLabel('Password').fill('a wrong one');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByText('This is not the password.').waitFor();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Open' }).click();
  await heading(page, 'Plant shop');
  await page.reload();
  await heading(page, 'Plant shop');
  await page.context().close();
});

it('a browser that does not say that a person opens a page exchanges the token by a call', async () => {
  const { token, viewLink } = await newLink();
  const page = await openPage(stage, null);
  await page.route(`**/view/${token}*`, async (route) => {
    const response = await route.fetch({ headers: { accept: 'text/html' }, maxRedirects: 0 });
    expect(response.status()).toBe(200);
    await route.fulfill({ response });
  });
  await page.goto(`/view/${token}`);
  await heading(page, 'Plant shop');
  expect(page.url()).toContain(`/view/${viewLink._id}/`);
  expect(await page.evaluate(() => history.length)).toBe(2);
  await page.context().close();
});
