// A report that convinces alone: a member rates a finding of the sample study; its picture, recommendation and
// footnotes are on the page, on paper and behind a link.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Outcome } from '#contract/outcomes.ts';
import type { ScreenHeat, ScreenResults } from '#contract/result-screens.ts';
import { successBody } from '#testing/client.ts';
import { people } from '#testing/study/people.ts';
import { type StudyTest, sendPerson, studyTest } from '#testing/study/send.ts';
import { share } from '#testing/visitor.ts';
import { brokenRules } from './axe.ts';
import { openPage, openStage, type Stage } from './stage.ts';

const some = (outcome: Outcome, press: string, count: number) =>
  people
    .filter((one) => one.outcome === outcome && one.presses.some(({ on }) => on === press))
    .slice(0, count);

let stage: Stage;
let page: Page;
let test: StudyTest;

beforeAll(async () => {
  stage = await openStage();
  const sample = { prototypeUrl: stage.server.prototypeUrl, name: 'Plants', task: 'Order one.' };
  test = successBody<StudyTest>(await stage.owner.post('/api/tests', studyTest(sample)));
  for (const person of [
    ...some('direct', 'Find by light', 3),
    ...some('gave_up', 'Snake plant', 2),
  ]) {
    await sendPerson(stage.origin, test, { person, size: { width: 160 } });
  }
  await addFinding();
  page = await openPage(stage, stage.owner, { reducedMotion: 'reduce' });
});
afterAll(() => stage?.close());

/** The dead place that most people pressed, as a number of a finding. */
async function addFinding(): Promise<void> {
  const path = `/api/tests/${test._id}`;
  const { screens } = successBody<ScreenResults>(await stage.owner.get(`${path}/results/screens`));
  const screen = screens.find(({ name }) => name === 'All plants');
  const { hotSpots } = successBody<ScreenHeat>(
    await stage.owner.get(`${path}/results/screens/${screen?.number}/heat?layer=missed`),
  );
  const place = hotSpots[0]?.place ?? '';
  const moments = new URLSearchParams({ of: 'clicked', layer: 'missed', place });
  moments.set('at', String(screen?.number));
  const number = {
    ...{ number: 'nothing_reacts', filter: '', moments: moments.toString() },
    ...{ title: '2 people pressed Snake plant', subtitle: 'All plants · nothing reacts' },
  };
  const sentence = 'People press the picture of a plant, and nothing happens.';
  const evidence = [{ kind: 'number', number }];
  successBody(await stage.owner.post(`${path}/findings`, { sentence, isByRule: true, evidence }));
}

it('a member rates a finding; cover, picture, recommendation and footnotes are on the page', async () => {
  await page.goto(`/api/tests/${test._id}?tab=report`);
  await page.getByText('3 of 5', { exact: true }).waitFor();
  await page.getByText('Ada Lovelace').first().waitFor();
  await page.getByRole('button', { name: 'Add severity and recommendation for finding 1' }).click();
  await page.getByLabel('Severity').selectOption('3');
  await page.getByLabel('Recommendation').fill('Make the whole card a link.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Severity 3 of 4: major').waitFor();
  await page.getByText('Make the whole card a link.').waitFor();
  await page.getByRole('img', { name: /All plants.*with the place marked/ }).waitFor();
  await page.getByRole('link', { name: 'Definition 1', exact: true }).press('Enter');
  const notes = page.getByRole('region', { name: 'How the numbers are computed' });
  await expect
    .poll(() =>
      notes
        .getByRole('listitem')
        .first()
        .evaluate((one) => one === document.activeElement),
    )
    .toBe(true);
  expect(await brokenRules(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 800 });
  // The rules of narrow windows hold from the next frame on.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.setViewportSize({ width: 1440, height: 1000 });
});

it('paper has the report alone: no header or badge of the test, and no link past the navigation', async () => {
  await page.emulateMedia({ media: 'print' });
  const texts = [
    page.getByText('Skip to content'),
    page.getByText('Open', { exact: true }),
    page.getByRole('heading', { level: 1 }),
    page.getByRole('button', { name: 'Edit finding 1' }),
  ];
  for (const text of texts) expect(await text.isVisible()).toBe(false);
  expect(await page.getByText('3 of 5', { exact: true }).isVisible()).toBe(true);
  expect(await page.getByRole('img', { name: /All plants/ }).isVisible()).toBe(true);
  await page.emulateMedia({ media: 'screen' });
});

it('visitors see the same with the picture, and no name of a member', async () => {
  const { token } = await share(stage.owner, test._id, { thing: { kind: 'report' } });
  const visitor = await openPage(stage, null, { viewport: { width: 390, height: 844 } });
  await visitor.goto(`/view/${token}`);
  await visitor.getByRole('heading', { name: 'Plants', level: 1 }).waitFor();
  await visitor.getByText('3 of 5', { exact: true }).waitFor();
  const picture = visitor.getByRole('img', { name: /All plants/ });
  await picture.waitFor();
  const url = await picture.locator('image').getAttribute('href');
  expect(url).toMatch(/^\/api\/view\//);
  const answer = await visitor.request.get(url ?? '');
  expect(answer.status()).toBe(200);
  expect(await visitor.getByText('Ada Lovelace').count()).toBe(0);
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await brokenRules(visitor)).toEqual([]);
  await visitor.context().close();
});
