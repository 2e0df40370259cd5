// Lists of hundreds: what is in the page, what it asks for while changes go on, and that places are kept.
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RevisionId, TestId, WorkspaceId } from '#contract/ids.ts';
import { seedLarge } from '#testing/large/seed.ts';
import { createTest, openPage, openStage, type Stage } from './stage.ts';

/** Limit for some 50 elements a card: cards outside the view have no elements. */
const ELEMENTS_MOST = 3000;
const TESTS = 901;
const RECORDINGS = 540;

let stage: Stage;
let testId: TestId;

beforeAll(async () => {
  stage = await openStage();
  const createdTest = await createTest(stage, 'The largest');
  const { body } = await stage.owner.get(`/api/tests/${createdTest._id}`);
  const [workspace] = (await stage.owner.get('/api/workspaces')).body;
  testId = createdTest._id as TestId;
  const largest = {
    workspaceId: workspace._id as WorkspaceId,
    testId,
    revisionId: body.revision._id as RevisionId,
  };
  await seedLarge(stage.database.db, largest, {
    workspaces: 1,
    tests: 2 * (TESTS - 1),
    sessions: RECORDINGS,
    sessionsOfLargest: RECORDINGS,
    tasksOfLargest: 1,
    clicks: 2,
    messages: 2,
    presented: 2,
  });
  await sql`UPDATE sessions SET took_part = true WHERE test_id = ${testId} AND NOT took_part`.execute(
    stage.database.db,
  );
});
afterAll(() => stage?.close());

const elements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);
const items = (page: Page) => page.getByRole('main').locator('li[aria-posinset]');
const place = (page: Page, at: number) =>
  page.getByRole('main').locator(`li[aria-posinset="${at}"]`);

/** Presses until all is loaded; a press while a page is on its way does nothing. */
async function loadAll(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'Load more' });
  const press = async () => {
    if ((await more.count()) > 0) await more.click({ timeout: 2000 }).catch(() => undefined);
    if ((await more.count()) > 0) throw new Error('not all is loaded');
  };
  await vi.waitFor(press, { timeout: 60_000, interval: 50 });
}

async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
}

/** The first or the last one: heights are known once rows were in view. */
async function scrollToItem(page: Page, at: number): Promise<void> {
  await expect
    .poll(async () => {
      await scrollTo(page, at === 1 ? 0 : 1_000_000);
      return await place(page, at).count();
    })
    .toBe(1);
}

/** Rows above come to have their heights and move those in view: the first that stands still there. */
async function placeInView(page: Page): Promise<number> {
  const seen = () =>
    page.evaluate(() => {
      const isWhole = (item: Element) => {
        const { top, bottom } = item.getBoundingClientRect();
        return top > 100 && bottom < innerHeight;
      };
      const item = [...document.querySelectorAll('main li[aria-posinset]')].find(isWhole);
      return `${item?.getAttribute('aria-posinset')} at ${scrollY}`;
    });
  let before = await seen();
  await expect
    .poll(async () => {
      const last = before;
      before = await seen();
      return before === last && !before.startsWith('undefined');
    })
    .toBe(true);
  return Number.parseInt(before, 10);
}

describe('a dashboard of 901 tests', () => {
  let page: Page;
  beforeAll(async () => {
    page = await openPage(stage, stage.owner, { viewport: { width: 1440, height: 900 } });
    await page.clock.install();
    await page.goto('/dashboard?sort=created');
    await place(page, 1).waitFor();
    await loadAll(page);
  });
  afterAll(() => page?.context().close());

  it('has what is in view in the page, each with its place among all', async () => {
    expect(await elements(page)).toBeLessThan(ELEMENTS_MOST);
    await scrollToItem(page, 1);
    const first = place(page, 1);
    expect(await first.getAttribute('aria-setsize')).toBe(String(TESTS));
    await scrollToItem(page, TESTS);
    await expect.poll(() => first.count()).toBe(0);
    expect(await elements(page)).toBeLessThan(ELEMENTS_MOST);
  });

  it('comes back to the card that was left for its test', async () => {
    await scrollTo(page, 20_000);
    const before = await placeInView(page);
    const card = place(page, before);
    const top = await page.evaluate(() => scrollY);
    await card.getByRole('link').click();
    await page.waitForURL('**/tests/*');
    await page.getByRole('tab', { name: 'Summary' }).waitFor();
    await page.goBack();
    await place(page, before).waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(top);
  });

  it('keeps the card that has the focus while others come and go', async () => {
    await scrollTo(page, 0);
    await place(page, 2).getByRole('link').focus();
    await scrollTo(page, 30_000);
    await expect.poll(() => place(page, 3).count()).toBe(1);
    expect(
      await place(page, 2)
        .getByRole('link')
        .evaluate((link) => link === document.activeElement),
    ).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(1000);
  });

  it('is printed whole', async () => {
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await page.getByRole('main').getByRole('heading', { level: 2 }).count()).toBe(TESTS);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect.poll(() => elements(page)).toBeLessThan(ELEMENTS_MOST);
  });

  it('makes under two calls and 100 kB a second while ten tests change in each', async () => {
    await scrollTo(page, 0);
    await page.mouse.move(0, 0);
    const answers: Promise<number>[] = [];
    page.on('response', (response) => {
      const isCall = response.url().includes('/api/') && !response.url().endsWith('/api/updates');
      if (isCall) answers.push(response.body().then((body) => body.length));
    });
    const now = () => page.evaluate(() => performance.now() / 1000);
    const begun = await now();
    for (let second = 1; second <= 20; second += 1) {
      await sql`UPDATE tests SET name = ${`Changed ${second}`} WHERE id IN (SELECT id FROM tests
        WHERE id <> ${testId} ORDER BY id DESC OFFSET ${40 * (second - 1)} LIMIT 10)`.execute(
        stage.database.db,
      );
      await page.clock.runFor(1000);
    }
    await sql`UPDATE tests SET name = 'Changed last' WHERE id = ${testId}`.execute(
      stage.database.db,
    );
    await expect
      .poll(async () => {
        await page.clock.runFor(1000);
        return await place(page, 1).getByRole('heading').textContent();
      })
      .toBe('Changed last');
    const seconds = (await now()) - begun;
    const sizes = await Promise.all(answers);
    expect(sizes.length).toBeGreaterThan(2);
    expect(sizes.length / seconds).toBeLessThan(2);
    expect(sizes.reduce((sum, size) => sum + size) / seconds).toBeLessThan(100_000);
    expect(await elements(page)).toBeLessThan(ELEMENTS_MOST);
  });
});

it('a test of 540 recordings has the rows that are in view in the page, at the width of a phone too', async () => {
  for (const width of [1440, 360]) {
    const page = await openPage(stage, stage.owner, { viewport: { width, height: 900 } });
    await page.goto(`/api/tests/${testId}?tab=recordings`);
    await place(page, 1).waitFor();
    await loadAll(page);
    const last = Number(await items(page).first().getAttribute('aria-setsize'));
    expect(last).toBeGreaterThanOrEqual(RECORDINGS);
    for (const at of [last, 1]) {
      await scrollToItem(page, at);
      expect(await elements(page)).toBeLessThan(ELEMENTS_MOST);
    }
    await page.context().close();
  }
});
