// Answers of a study on its page and in the report: the overview, bars that open their people, scores, texts that are
// searched and tagged.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Test } from '#contract/tests.ts';
import { createStudy, STUDY, takeStudy } from '#testing/answered-study.ts';
import { TestClient } from '#testing/client.ts';
import { share } from '#testing/visitor.ts';
import { brokenRules } from './axe.ts';
import { joinTeam, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let page: Page;
let test: Test;

const NAMES = ['Ada', 'Grace', 'Katherine', 'Hedy', 'Joan', 'Mary'];
/** A sheet of the System Usability Scale: answers to odd and to even items. */
const sus = (odd: number, even: number) =>
  Array.from({ length: 10 }, (_, at) => (at % 2 ? even : odd));

beforeAll(async () => {
  stage = await openStage();
  test = await createStudy(stage.owner, stage.server.prototypeUrl);
  const anyone = new TestClient(stage.origin);
  for (const [at, name] of NAMES.entries()) {
    const answers = {
      [STUDY.often]: {
        chosen: at < 4 ? ['daily'] : ['weekly', 'other'],
        ...(at >= 4 && { other: 'Mornings' }),
      },
      [STUDY.liked]: 7 - (at % 3),
      [STUDY.again]: at !== 5,
      [STUDY.amount]: at * 10,
      [STUDY.sus]: sus(5 - (at % 2), 1 + (at % 2)),
      [STUDY.umux]: [6, 7 - at],
      [STUDY.nps]: [10 - at],
      ...(at < 2 && { [STUDY.words]: `The map of ${name} helped.` }),
    };
    await takeStudy(anyone, test, { name, answers });
  }
  page = await openPage(stage, stage.owner, { reducedMotion: 'reduce' });
}, 120_000);
afterAll(() => stage?.close());

const openStep = async (step: number) => {
  await page.goto(`/tests/${test._id}?step=${step}`);
};

it('lists tasks and questions in the overview, each with its number', async () => {
  await page.goto(`/tests/${test._id}`);
  const rows = page.getByRole('table').first().getByRole('row');
  await expect.poll(() => rows.count()).toBe(10);
  const texts = await rows.allInnerTexts();
  expect(texts[2]).toMatch(/Question 1\s+How often\?\s+6 people\s+67 % DAILY/);
  expect(texts.find((text) => text.includes('SUS'))).toContain('88');
  expect(await brokenRules(page)).toEqual([]);
});

it('opens the people of a bar at the second in which they answered', async () => {
  await openStep(STUDY.often);
  await page.getByRole('button', { name: /WEEKLY/ }).click();
  await page.getByRole('heading', { name: /2 people answered/ }).waitFor();
  await page.getByText('Mary').first().waitFor();
  expect(await brokenRules(page)).toEqual([]);
});

it('adds a question to the report, where a visitor of its link sees the same bars', async () => {
  await openStep(STUDY.often);
  await page.getByRole('button', { name: 'Add to report' }).click();
  await page.getByLabel('Finding, in one sentence').fill('Most use it daily.');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('link', { name: 'In report' }).click();
  const { token } = await share(stage.owner, test._id, { thing: { kind: 'report' } });
  const visitor = await openPage(stage, null);
  await visitor.goto(`/view/${token}`);
  for (const [reader, links] of [
    [page, 1],
    [visitor, 0],
  ] as const) {
    const evidence = reader.getByRole('list', { name: 'Evidence' });
    await evidence.getByText('6 people answered').waitFor();
    const bar = evidence.getByRole('list', { name: 'Answers' }).getByText('67 %');
    await bar.waitFor();
    expect(await evidence.getByRole('button', { name: /DAILY/ }).count()).toBe(0);
    expect(await evidence.getByRole('link', { name: 'Open results' }).count()).toBe(links);
    expect(await brokenRules(reader)).toEqual([]);
  }
  await page.getByRole('link', { name: 'Open results' }).click();
  await page.getByRole('heading', { name: 'How often?' }).waitFor();
  await page.getByRole('link', { name: 'In report' }).waitFor();
});

it('shows scores with their intervals and published ranks', async () => {
  await openStep(STUDY.sus);
  await page.getByText('87.5').waitFor();
  await page.getByText(/grade A\+/).waitFor();
  expect(await page.getByRole('row').count()).toBe(11);
  await openStep(STUDY.nps);
  await page
    .getByText(/Net Promoter Score/)
    .first()
    .waitFor();
  expect(await brokenRules(page)).toEqual([]);
});

it('lists the answers beside a recording, each of which leads to its moment', async () => {
  await page.goto(`/tests/${test._id}?tab=recordings`);
  await page.getByRole('link', { name: /Ada/ }).first().click();
  const answers = page.getByRole('region', { name: 'Answers' });
  await answers.getByText('The map of Ada helped.').waitFor();
  await answers.getByRole('button', { name: /How was it\?.*7 of 7/ }).click();
  await expect
    .poll(() => page.evaluate(() => document.querySelector('video')?.currentTime))
    .toBeCloseTo(3.5, 1);
});

it('finds words in texts', async () => {
  await openStep(STUDY.words);
  await page.getByText('The map of Grace helped.').waitFor();
  await page.getByRole('searchbox', { name: 'Find words in the answers' }).fill('ada');
  await expect.poll(() => page.getByText('The map of Grace helped.').count()).toBe(0);
  await page.getByText('The map of Ada helped.').waitFor();
});

describe('tags of texts', () => {
  const box = (of: Page, name: string) =>
    of.getByRole('checkbox', { name: `The map of ${name} helped.` });
  const bar = (of: Page, tag: string) =>
    of
      .getByRole('list', { name: 'People by tag' })
      .getByRole('button', { name: new RegExp(`^#${tag}`) });
  const row = (of: Page, name: string) =>
    of
      .getByRole('list', { name: 'Texts' })
      .getByRole('listitem')
      .filter({ has: box(of, name) });
  const tagsOf = (name: string) =>
    row(page, name).getByRole('list', { name: 'Tags' }).getByRole('listitem').allTextContents();
  const focus = () => page.evaluate(() => document.activeElement?.getAttribute('aria-labelledby'));

  it('are given and taken off by keyboard alone, on several texts at once, and undone', async () => {
    await openStep(STUDY.words);
    await box(page, 'Grace').focus();
    await page.keyboard.press('t');
    await page.keyboard.type('#Useful Map');
    await page.keyboard.press('Enter');
    await expect.poll(() => tagsOf('Grace')).toEqual(['#useful-map']);
    const first = await focus();
    await page.keyboard.press('j');
    expect(await focus()).not.toBe(first);
    await page.keyboard.press('1');
    await expect.poll(() => tagsOf('Ada')).toEqual(['#useful-map']);
    await page.getByRole('button', { name: '#useful-map 2 2 of 2' }).waitFor();
    await page.keyboard.press('1');
    await expect.poll(() => tagsOf('Ada')).toEqual([]);
    await page.keyboard.press('Control+z');
    await expect.poll(() => tagsOf('Ada')).toEqual(['#useful-map']);
    // Both are chosen: what one of them lacks both get.
    await page.keyboard.press('Shift+ArrowUp');
    await page.getByText('2 texts chosen').waitFor();
    await page.keyboard.press('t');
    await page.keyboard.type('price');
    await page.keyboard.press('Enter');
    await expect.poll(() => tagsOf('Ada')).toEqual(['#useful-map', '#price']);
    expect(await tagsOf('Grace')).toEqual(['#useful-map', '#price']);
    expect(await brokenRules(page)).toEqual([]);
  });

  it('are counted, narrow the list, and reach a page that is open', async () => {
    const member = await openPage(stage, await joinTeam(stage, 'grace@example.com'));
    await member.goto(`/tests/${test._id}?step=${STUDY.words}`);
    await bar(member, 'price').waitFor();
    await row(page, 'Ada').getByRole('button', { name: 'Take off #price' }).click();
    await member.getByRole('button', { name: '#price 1 1 of 2' }).waitFor();
    await bar(member, 'price').click();
    await expect.poll(() => box(member, 'Ada').count()).toBe(0);
    await member.getByText('1 of 2 texts').waitFor();
    await member.getByRole('button', { name: 'Watch the 1 person' }).click();
    await member.getByText('1 person wrote a text with #price').waitFor();
    await member.context().close();
  });

  it('go on from the next text where one leaves the list', async () => {
    await openStep(STUDY.words);
    await bar(page, 'price').click();
    await box(page, 'Grace').focus();
    const key = page.getByRole('button', { name: '#price', exact: true });
    await page.keyboard.press((await key.getAttribute('aria-keyshortcuts')) ?? '');
    await page.getByText('No text is left here.').waitFor();
    await page.getByRole('button', { name: 'All texts' }).click();
    await box(page, 'Grace').waitFor();
  });

  it('are read without controls by visitors of a link', async () => {
    const { url } = await share(stage.owner, test._id, { thing: { kind: 'results' } });
    const visitor = await openPage(stage, null);
    await visitor.goto(url);
    await visitor
      .getByRole('link', { name: /What else\?/ })
      .first()
      .click();
    await visitor.getByText('#useful-map').first().waitFor();
    expect(await visitor.getByRole('button', { name: /Take off|^Add tag/ }).count()).toBe(0);
    expect(await visitor.getByRole('checkbox').count()).toBe(0);
    await visitor.context().close();
  });
});
