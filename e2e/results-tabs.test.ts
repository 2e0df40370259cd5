// The path from a number to its people, on the tabs Screens, Paths and Recordings: six people of the sample study took
// the test.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Outcome } from '#contract/outcomes.ts';
import { successBody } from '#testing/client.ts';
import { collectProblems } from '#testing/page-problems.ts';
import { people } from '#testing/study/people.ts';
import { type StudyTest, sendPerson, taskTest } from '#testing/study/send.ts';
import { brokenRules } from './axe.ts';
import { openPage, openStage, type Stage } from './stage.ts';

const some = (outcome: Outcome, press: string, count: number) =>
  people
    .filter((one) => one.outcome === outcome && one.presses.some(({ on }) => on === press))
    .slice(0, count);
const direct = some('direct', 'Find by light', 3);
// Home, All plants, where they had dead clicks.
const gaveUp = some('gave_up', 'Snake plant', 2);
const falseSuccesses = some('thought_done', 'Find by light', 1);
const all = [...direct, ...gaveUp, ...falseSuccesses];

let stage: Stage;
let page: Page;
let test: StudyTest;
let problems: readonly string[];

beforeAll(async () => {
  stage = await openStage();
  const sample = { prototypeUrl: stage.server.prototypeUrl, name: 'Plants', task: 'Order one.' };
  test = successBody<StudyTest>(await stage.owner.post('/api/tests', taskTest(sample)));
  for (const person of all) {
    await sendPerson(stage.origin, test, { person, size: { width: 160 } });
  }
  page = await openPage(stage, stage.owner, { reducedMotion: 'reduce' });
  problems = collectProblems(page.context());
});
afterAll(() => stage?.close());

const open = (tab: string) => page.goto(`/api/tests/${test._id}?tab=${tab}`);
const namesOf = (of: typeof all) => of.map(({ name }) => name).sort();
const drawer = () => page.getByRole('complementary');

async function expectPeople(title: string, of: typeof all): Promise<void> {
  await drawer().getByText(title, { exact: true }).waitFor();
  const rows = drawer().getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(of.length);
  const texts = await rows.allTextContents();
  const found = namesOf(all).filter((name) => texts.some((text) => text.includes(name)));
  expect(found).toEqual(namesOf(of));
  expect(await brokenRules(page)).toEqual([]);
  await drawer().getByRole('button', { name: 'Close' }).click();
}

/** Presses the middle of a drawn curve, because the middle of its box may be beside it. */
async function pressCurve(curve: Locator): Promise<void> {
  await curve.scrollIntoViewIfNeeded();
  const { x, y } = await curve.evaluate((element) => {
    const path = element as SVGPathElement;
    const middle = path.getPointAtLength(path.getTotalLength() * 0.9);
    const onPage = middle.matrixTransform(path.getScreenCTM() ?? undefined);
    return { x: onPage.x, y: onPage.y };
  });
  await page.mouse.click(x, y);
}

it('a number of a screen opens its people, the screen its heat, and a new name holds everywhere', async () => {
  await open('screens');
  const cards = page.getByRole('list', { name: 'Screens' }).getByRole('listitem');
  const card = cards.filter({ hasText: '· All plants' });
  const number = (term: string) => card.locator('dl > div').filter({ hasText: term });
  expect(await number('visited by').textContent()).toBe('visited by2');
  expect(await number('ended here').textContent()).toBe('ended here2 of 3');
  // The worst first.
  expect(await cards.first().textContent()).toContain('All plants');
  await number('people with dead clicks').getByRole('button').click();
  await expectPeople('2 people had dead clicks', gaveUp);

  await card.getByRole('button', { name: 'Rename screen All plants' }).click();
  await page.keyboard.type('Shop');
  await page.keyboard.press('Enter');
  const table = page.getByRole('region', { name: 'All numbers' });
  await table.getByRole('button', { name: 'visited by', exact: true }).click();
  expect(await table.getByRole('rowheader').first().textContent()).toContain('Home');
  const second = (await cards.nth(1).getByRole('link').textContent())?.split('·')[1]?.trim();
  await cards.getByRole('link', { name: /· Shop$/ }).click();
  expect(new URL(page.url()).searchParams.get('heat')).toMatch(/^\d+$/);
  await page.getByRole('table', { name: 'Where they pressed' }).waitFor();
  await page.getByRole('link', { name: 'Next screen' }).click();
  await page.getByRole('heading', { name: second ?? '' }).waitFor();
  await page.getByRole('link', { name: 'Previous screen' }).click();
  await page.getByRole('heading', { name: /· Shop$/ }).waitFor();
  await page.getByRole('link', { name: 'All screens' }).click();
  await cards.first().waitFor();
});

it('on a phone the numbers of screens scroll beside the names, and a long name has two lines', async () => {
  const phone = await openPage(stage, stage.owner, { viewport: { width: 390, height: 844 } });
  await phone.goto(`/tests/${test._id}?tab=screens`);
  const table = phone.getByRole('region', { name: 'All numbers' });
  const head = table.getByRole('columnheader', { name: 'people with dead clicks' });
  await head.scrollIntoViewIfNeeded();
  // Two lines of words.
  expect((await head.boundingBox())?.height).toBeLessThan(70);
  const first = table.getByRole('rowheader').first();
  const before = await first.boundingBox();
  await table.getByRole('table').evaluate(({ parentElement }) => {
    if (parentElement) parentElement.scrollLeft = 300;
  });
  expect((await head.boundingBox())?.x).toBeLessThan(before?.x ?? 0);
  expect(await first.boundingBox()).toEqual(before);
  await phone.evaluate(() => {
    const title = document.querySelector('h1 > *');
    if (title) title.textContent = 'A plant as a gift for a dark hallway';
  });
  const title = phone.getByRole('heading', { level: 1 });
  expect(await title.evaluate((own) => own.scrollHeight - own.clientHeight)).toBeLessThan(3);
  await phone.context().close();
});

it('screens, links and ends of the paths open their people, drawn and as a table', async () => {
  await open('paths');
  await page.getByText('6 people. Wider links carry more people', { exact: false }).waitFor();
  await pressCurve(page.locator('path[data-part=link]').filter({ hasText: 'Home → Shop' }));
  await expectPeople('2 people went from Home to Shop', gaveUp);
  await page.getByText('Show as table').click();
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Shop' }) });
  await row.getByRole('button', { name: '2 people ended on Shop' }).press('Enter');
  await expectPeople('2 people ended on Shop', gaveUp);
  await page.getByRole('button', { name: '6 people on Home' }).click();
  await expectPeople('6 people on Home', all);
});

it('an exact path filters, also the recordings, which are sorted and told apart', async () => {
  const commonest = page.getByRole('region', { name: 'Most common paths' }).getByRole('listitem');
  expect(await commonest.first().textContent()).toMatch(/^3.*✓ direct$/);
  await commonest.first().getByRole('button').first().click();
  await page.getByText('3 of 6 people').waitFor();
  await page.getByRole('tab', { name: 'Recordings' }).click();
  const rows = page.getByRole('list', { name: 'Recordings' }).getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(3);
  expect(await rows.getByText('Direct').count()).toBe(3);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect.poll(() => rows.count()).toBe(6);
  await page.getByLabel('Sort by').selectOption('outcome');
  const outcomes = ['Direct', 'Direct', 'Direct', 'Thought done', 'Gave up', 'Gave up'];
  await expect
    .poll(async () =>
      (await rows.allTextContents()).map((text) => outcomes.find((one) => text.includes(one))),
    )
    .toEqual(outcomes);
  expect(await rows.first().textContent()).toMatch(/Time to goal .*\d s/);
  expect(await brokenRules(page)).toEqual([]);
  expect(problems).toEqual([]);
});

it('the first ▶ of the results comes within 15 Tabs, rows of controls are one stop, and names contain what is visible', async () => {
  // So many that a place stands out.
  for (const person of some('gave_up', 'Snake plant', 6).slice(gaveUp.length)) {
    await sendPerson(stage.origin, test, { person, size: { width: 160 } });
  }
  await open('summary');
  await page.getByRole('heading', { name: 'Where it went wrong' }).waitFor();
  await page.getByRole('button', { name: /answered 1 of 7$/ }).waitFor();
  expect(await brokenRules(page)).toEqual([]);
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: element } = document;
      return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    });
  const stops: string[] = [];
  for (let name = ''; !name.startsWith('Play') && stops.length < 50; stops.push(name)) {
    await page.keyboard.press('Tab');
    name = await focused();
  }
  expect(stops.length, stops.join('\n')).toBeLessThanOrEqual(15);
  await page.getByRole('button', { name: 'Outcome', exact: true }).focus();
  for (const [key, name] of [
    ['ArrowRight', 'Screen'],
    ['End', 'Date'],
    ['ArrowRight', 'Outcome'],
    ['ArrowLeft', 'Date'],
  ] as const) {
    await page.keyboard.press(key);
    expect(await focused()).toBe(name);
  }
  // Tab comes back to the control that was left.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  expect(await focused()).toBe('Date');
});
