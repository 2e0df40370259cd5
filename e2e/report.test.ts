// A report that convinces alone: a member rates a finding of the sample study; its picture, recommendation and
// footnotes are on the page, on paper and behind a link.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Outcome } from '#contract/outcomes.ts';
import type { ScreenHeat, ScreenResults } from '#contract/result-screens.ts';
import { successBody } from '#testing/client.ts';
import { people } from '#testing/study/people.ts';
import { type StudyTest, sendPerson, taskTest } from '#testing/study/send.ts';
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
  test = successBody<StudyTest>(await stage.owner.post('/api/tests', taskTest(sample)));
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
  await page.getByText('Recommendation. Make the whole card a link.').waitFor();
  await page.getByText('1. Make the whole card a link.', { exact: true }).waitFor();
  await page.getByRole('img', { name: /All plants.*with the place marked/ }).waitFor();
  await page.getByRole('link', { name: 'Definition 1', exact: true }).press('Enter');
  const notes = page.getByRole('region', { name: 'What the words mean' });
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

it('a number is added from the Summary with a sentence to start from, and opens its place in the report', async () => {
  await page.goto(`/api/tests/${test._id}`);
  await page.getByRole('button', { name: /^Add to report: 3 of 5/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Finding', { exact: true }).selectOption('New finding');
  const sentence = dialog.getByLabel('Finding, in one sentence');
  expect(await sentence.inputValue()).toMatch(/^People reached/);
  await sentence.fill('Most people get there.');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('link', { name: /^In report: 3 of 5/ }).click();
  const finding = page.getByRole('listitem').filter({ hasText: 'Most people get there.' }).first();
  await finding.getByText('3 of 5 people').waitFor();
  await expect.poll(() => finding.evaluate((one) => one === document.activeElement)).toBe(true);
});

it('the author sets a target and writes the story; an exclusion shows everywhere, for visitors too', async () => {
  await page.goto(`/api/tests/${test._id}?tab=report`);
  await page.getByRole('button', { name: 'Set target and write summary' }).click();
  await page.getByLabel('Title').fill('Plants sell, gifts do not');
  await page.getByLabel('Target for success').fill('80');
  const summary = page.getByRole('textbox', { name: 'Summary' });
  const draft = await summary.inputValue();
  expect(draft).toMatch(
    /^5 people tried the task\. 60 % of them reached .* \(3 of 5\)\.\nThe two problems:/,
  );
  await summary.fill(`For the board.\n${draft}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Plants sell, gifts do not' }).waitFor();
  const verdict = (on: Page) => on.getByRole('region', { name: 'Verdict' });
  await verdict(page).getByText('Target of 80 %: not decided yet').waitFor();
  await verdict(page)
    .getByText(/most likely 23 to 88\s% succeed/)
    .waitFor();

  const { token } = await share(stage.owner, test._id, { thing: { kind: 'report' } });
  const visitor = await openPage(stage, null);
  await visitor.goto(`/view/${token}`);
  await visitor.getByRole('heading', { name: 'Plants sell, gifts do not', level: 1 }).waitFor();
  const numbersOn = async (on: Page) => {
    const text = (await on.getByRole('article').textContent()) ?? '';
    return [...text.replaceAll(/[\u2066-\u2069]/g, '').matchAll(/\d+ of (?:the )?\d+/g)].map(
      String,
    );
  };
  // On the cover, in its summary, of the finding about success, and of the place.
  expect(await numbersOn(page)).toEqual(expect.arrayContaining(['3 of 5', '2 of the 2']));
  expect(await numbersOn(visitor)).toEqual(await numbersOn(page));
  const { items } = successBody<{ items: { id: string; outcome: string }[] }>(
    await stage.owner.get(`/api/tests/${test._id}/recordings?limit=5`),
  );
  const gaveUp = items.find(({ outcome }) => outcome === 'gave_up');
  const decision = { reason: 'A colleague', basedOn: null };
  successBody(await stage.owner.put(`/api/recordings/${gaveUp?.id}/exclusion`, decision));
  for (const on of [page, visitor]) {
    await on.getByText('4 people tried the task. 3 of 4 reached').waitFor();
    await on.getByText('For the board.').waitFor();
    await verdict(on).getByText('4 people are too few to say.').waitFor();
    const numbers = await numbersOn(on);
    expect([numbers.includes('3 of 5'), numbers.includes('2 of the 2')]).toEqual([false, false]);
  }
  expect(await numbersOn(visitor)).toEqual(await numbersOn(page));
  await visitor.context().close();
});
