// Personal links in real browsers: a member pastes names, one person takes the test by their link, a second browser says that
// it was used, and the list shows who has taken part.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Test } from '#contract/tests.ts';
import { successBody } from '#testing/client.ts';
import { collectProblems } from '#testing/page-problems.ts';
import { createPersonalLinks } from '#testing/personal-links.ts';
import { brokenRules } from './axe.ts';
import { fromNameToRecording, stopAndUpload } from './participant.ts';
import { openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let test: Test;

beforeAll(async () => {
  stage = await openStage({ media: 'tab' });
  const { prototypeUrl } = stage.server;
  const body = { name: 'Shop', task: 'Find the plants.', figmaUrl: prototypeUrl };
  test = successBody<Test>(await stage.owner.post('/api/tests', { ...body, asks: [] }));
});
afterAll(() => stage?.close());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function openSection(page: Page): Promise<void> {
  await page.goto(`/tests/${test._id}?tab=settings`);
  await page.getByText('Personal links').click();
  await page.getByLabel('Names or ids').waitFor();
}
/** Rules that the section breaks: it is at the top, so that the top bar covers no control halfway. */
async function brokenRulesOfSection(page: Page): Promise<string[]> {
  await page
    .getByRole('heading', { name: 'Personal links' })
    .evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
  return await brokenRules(page);
}

const rows = (page: Page) =>
  page.getByRole('list', { name: 'Personal links' }).getByRole('listitem').allInnerTexts();

it('makes a link for each pasted name, and says what becomes of the other lines', async () => {
  await using page = await openPage(stage, stage.owner, { viewport: { width: 320, height: 800 } });
  const problems = collectProblems(page.context());
  await openSection(page);
  const names = page.getByLabel('Names or ids');
  await names.fill(`Ada\n${'x'.repeat(201)}`);
  await page.getByText('Line 2: Name can have at most 200 characters').waitFor();
  await names.fill('Ada Lovelace\n\nGrace\nP-7\nGrace');
  await page.getByText('An empty line is left out.').waitFor();
  await page.getByText('More than once in the list, with one link each: Grace.').waitFor();
  expect(await brokenRulesOfSection(page)).toEqual([]);
  await button(page, 'Create 3 links').click();
  await page.getByText('0 of 3 people have taken part.').waitFor();
  expect(await names.inputValue()).toBe('');
  await names.fill('P-7\nAlan');
  await button(page, 'Create 2 links').click();
  await page.getByText('No other link was created for P-7.').waitFor();
  expect(await brokenRulesOfSection(page)).toEqual([]);
  const edge = await button(page, 'Download CSV').boundingBox();
  expect((edge?.x ?? 320) + (edge?.width ?? 0)).toBeLessThan(320);
  expect(problems).toEqual([]);
});

it('revokes a link, and takes that back', async () => {
  await using page = await openPage(stage, stage.owner);
  await openSection(page);
  await button(page, /Revoke the link of .*Alan/).click();
  await page.getByText('Revoked', { exact: true }).waitFor();
  await button(page, 'Undo').click();
  await button(page, /Revoke the link of .*Alan/).waitFor();
  expect((await rows(page)).map((text) => text.split(/\n+/))).toEqual([
    ['Ada Lovelace', 'Not used yet'],
    ['Grace', 'Not used yet'],
    ['P-7', 'Not used yet'],
    ['Alan', 'Not used yet'],
  ]);
});

it('is copied by a member, taken by its person without a name, and refused in a second browser', async () => {
  await using creator = await openPage(stage, stage.owner);
  await creator.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSection(creator);
  await button(creator, /Copy the link of .*Ada/).click();
  await creator.getByText('Link copied.').waitFor();
  const url = await creator.evaluate(() => navigator.clipboard.readText());
  expect(url).toContain('?personal-link=');

  await using page = await openPage(stage, null);
  const problems = collectProblems(page.context());
  await page.goto(url);
  await page.getByText('Find the plants.').waitFor();
  expect(await page.getByLabel('Name').count()).toBe(0);
  expect(await brokenRules(page)).toEqual([]);
  expect(problems).toEqual([]);
  // A reload before the recording gives the link back.
  await button(page, 'Continue').click();
  await button(page, 'Allow microphone and camera').waitFor();
  await page.reload();
  await page.getByText('Find the plants.').waitFor();
  await fromNameToRecording(page);

  await using second = await openPage(stage, null, { viewport: { width: 320, height: 640 } });
  await second.goto(url);
  await second.getByRole('heading', { name: 'This link was used already' }).waitFor();
  expect(await brokenRules(second)).toEqual([]);
  await creator.getByText('1 is taking part now.').waitFor();

  await stopAndUpload(page);
  await creator.getByText('1 of 4 people have taken part.').waitFor();
  expect((await rows(creator))[0]).toMatch(/^Ada Lovelace\s+Taken part/);
  const sessions = await stage.database.db
    .selectFrom('sessions')
    .select('participant_name')
    .execute();
  expect(sessions).toEqual([{ participant_name: 'Ada Lovelace' }]);
});

it('says that a revoked link and a part of one are no longer valid', async () => {
  const [link] = await createPersonalLinks(stage.owner, test, ['Emmy']);
  if (!link) throw new Error('no link');
  const path = `/api/tests/${test._id}/personal-links/${link._id}`;
  successBody(await stage.owner.patch(path, { revoked: true }));
  for (const url of [link.url, link.url.slice(0, -3), `${link.url}${'x'.repeat(300)}`]) {
    await using page = await openPage(stage, null);
    await page.goto(url);
    await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
    expect(await brokenRules(page)).toEqual([]);
  }
});
