// Two values of a filter side by side on the page of a study: chosen by hand, kept in the address, for visitors of links too.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Test } from '#contract/tests.ts';
import { createStudy, STUDY, takeStudy } from '#testing/answered-study.ts';
import { TestClient } from '#testing/client.ts';
import { share } from '#testing/visitor.ts';
import { brokenRules } from './axe.ts';
import { openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let page: Page;
let test: Test;

const sus = (odd: number, even: number) =>
  Array.from({ length: 10 }, (_, at) => (at % 2 ? even : odd));

/** Six people would do it once more and six would not; two of each chose both options. */
beforeAll(async () => {
  stage = await openStage();
  test = await createStudy(stage.owner, stage.server.prototypeUrl);
  const anyone = new TestClient(stage.origin);
  for (const [at, liked] of [7, 6, 6, 7, 5, 6, 3, 2, 4, 3, 1, 2].entries()) {
    const isHappy = at < 6;
    const answers = {
      [STUDY.often]: {
        chosen: at % 3 === 2 ? ['daily', 'weekly'] : [isHappy ? 'daily' : 'weekly'],
      },
      [STUDY.liked]: liked,
      [STUDY.again]: isHappy,
      [STUDY.amount]: 10 + (at % 6),
      [STUDY.sus]: sus(isHappy ? 5 : 2, liked > 2 ? 1 : 4),
      [STUDY.umux]: [4 + (at % 3), 4],
      [STUDY.nps]: [isHappy ? 10 - (at % 2) * 3 : at - 4],
    };
    await takeStudy(anyone, test, { name: `Person ${at}`, answers });
  }
  page = await openPage(stage, stage.owner, { reducedMotion: 'reduce' });
}, 120_000);
afterAll(() => stage?.close());

const comparison = (of: Page = page) => of.getByRole('region', { name: 'Compare' });
const rowOf = (number: string | RegExp, of: Page = page) =>
  comparison(of).getByRole('listitem').filter({ hasText: number });

async function chooseHappy(of: Page): Promise<void> {
  await comparison(of).getByLabel('Compare by').selectOption({ label: 'Answer' });
  await comparison(of).getByLabel('Group A').selectOption({ label: 'Once more?: Yes (6)' });
  await comparison(of).getByLabel('Group B').selectOption({ label: 'Once more?: No (6)' });
}

it('compares two chosen answers, and keeps them in the address', async () => {
  await page.goto(`/tests/${test._id}`);
  await chooseHappy(page);
  await rowOf('SUS').getByText('+56 (35 to 78)').waitFor();
  expect(await rowOf('SUS').textContent()).toMatch(/100.*44/);
  expect(await rowOf(/^Yes/).textContent()).toMatch(/100 %.*6 of 6.*0 %.*\+100 points \(/);
  await rowOf('UMUX-Lite')
    .getByText(/no difference shown \(−\d+ to \d+\)/)
    .waitFor();
  expect(await rowOf('Time to goal').textContent()).toContain(
    'no interval, because all values are alike',
  );
  const note = await comparison()
    .getByText(/comparisons\./)
    .textContent();
  expect(note).toMatch(/^\d+ comparisons\. If the groups did not differ at all, 0\.\d+ of them/);
  expect(await brokenRules(page)).toEqual([]);
  expect(new URL(page.url()).search).toBe('?compare=answer&compareA=4%3Ayes&compareB=4%3Ano');
  await page.reload();
  await rowOf('SUS').getByText('+56 (35 to 78)').waitFor();
});

it('shows the same to visitors of a link', async () => {
  const { token } = await share(stage.owner, test._id, { thing: { kind: 'results' } });
  const visitor = await openPage(stage, null);
  await visitor.goto(`/view/${token}`);
  await chooseHappy(visitor);
  await rowOf('SUS', visitor).getByText('+56 (35 to 78)').waitFor();
  // The groups stay in the address while its token is exchanged.
  const { search } = new URL(visitor.url());
  await visitor.goto(`/view/${token}${search}`);
  await rowOf('SUS', visitor).getByText('+56 (35 to 78)').waitFor();
  expect(await comparison(visitor).textContent()).not.toContain('Person');
});

it('counts people who are in both groups, and shows no difference for them', async () => {
  await page.goto(`/tests/${test._id}?compare=answer&compareA=2%3Adaily&compareB=2%3Aweekly`);
  await comparison().getByText('4 people are in both groups.').waitFor();
  expect(await rowOf('SUS').textContent()).toContain('people in both groups');
  const note = 'The groups replace what the filter has for answer.';
  expect(await comparison().getByText(note).count()).toBe(0);
  await page.goto(`${page.url()}&answer=4:yes`);
  await comparison().getByText(note).waitFor();
});

it('says when it could not be loaded, and tries again', async () => {
  await page.route('**/results/comparison?*', (route) => route.abort());
  await page.goto(`/tests/${test._id}?compare=answer&compareA=4%3Ano&compareB=4%3Ayes`);
  await comparison().getByText('The comparison could not be loaded').waitFor({ timeout: 60_000 });
  await page.unroute('**/results/comparison?*');
  await comparison().getByRole('button', { name: 'Retry' }).click();
  await rowOf('SUS').getByText('−56 (−78 to −35)').waitFor();
});

async function expectFit(): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBe(320);
  expect(await brokenRules(page)).toEqual([]);
}

it('fits a page of 320 pixels, light and dark', async () => {
  await page.setViewportSize({ width: 320, height: 700 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`/tests/${test._id}?compare=answer&compareA=4%3Ano&compareB=4%3Ayes`);
    await rowOf('SUS').getByText('−56 (−78 to −35)').waitFor();
    await expectFit();
  }
  // Everyone came in the first group's days.
  await page.goto(`/tests/${test._id}?compare=days&compareA=2020-01-01..&compareB=..2019-12-31`);
  await rowOf('SUS').getByText('too few people').waitFor();
  await comparison().getByLabel('B until').fill('');
  await comparison().getByText('Choose both groups').waitFor();
  await expectFit();
});
