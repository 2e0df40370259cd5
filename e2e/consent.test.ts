// The consent text of a workspace: written in the settings, agreed to part by part, and named on the recording's page.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Test } from '#contract/tests.ts';
import { successBody } from '#testing/client.ts';
import { collectProblems } from '#testing/page-problems.ts';
import { brokenRules } from './axe.ts';
import { stopAndUpload } from './participant.ts';
import { openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let test: Test;

beforeAll(async () => {
  stage = await openStage({ media: 'tab' });
  const body = { name: 'Plants', task: 'Find the plants.', figmaUrl: stage.server.prototypeUrl };
  test = successBody<Test>(await stage.owner.post('/api/tests', { ...body, asks: [] }));
});
afterAll(() => stage?.close());

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });

it('is written by the owner, in versions, and asked for by a test', async () => {
  await using page = await openPage(stage, stage.owner);
  await page.goto('/settings');
  const section = page.getByRole('region', { name: 'Consent text' });
  await section.getByRole('textbox').fill('We record your screen.');
  await button(page, 'Save the first version').click();
  await page.getByText('Version 1 is shown to everyone').waitFor();
  await section.getByRole('textbox').fill('We record your screen. **Our team** sees it.');
  await button(page, 'Save as a new version').click();
  await section.getByText('Earlier versions (1)').waitFor();
  expect(await brokenRules(page)).toEqual([]);

  await page.goto(`/tests/${test._id}?tab=settings`);
  await page.getByText('Before and after the test').click();
  const form = page.getByRole('form', { name: 'Before and after the test' });
  await form.getByLabel('Participants agree to').selectOption('workspace');
  await form.getByRole('button', { name: 'Save texts and addresses' }).click();
  await page.getByText('Saved. It applies to everyone').waitFor();
});

it('is agreed to part by part: without the optional camera, none is asked for', async () => {
  await using page = await openPage(stage, null, { viewport: { width: 390, height: 844 } });
  const problems = collectProblems(page.context());
  await page.goto(test.link);
  await page.getByRole('heading', { name: 'Your consent' }).waitFor();
  expect(await brokenRules(page)).toEqual([]);
  await button(page, 'I agree').click();
  await page.getByRole('alert').waitFor();
  await page.getByRole('checkbox', { name: 'My screen is recorded.' }).check();
  await page.getByRole('checkbox', { name: 'My voice is recorded.' }).check();
  await button(page, 'I agree').click();
  await page.getByLabel('Name').fill('Ada');
  await page.getByText('By continuing, you consent to microphone and screen').waitFor();
  await button(page, 'Continue').click();
  await button(page, 'Allow microphone').click();
  await page.getByText('Great! Your microphone is on').waitFor();
  await button(page, 'Continue').click();
  await button(page, 'Share screen').click();
  await page.getByText('Go!').waitFor({ timeout: 20_000 });
  await stopAndUpload(page);
  expect(problems).toEqual([]);
});

it('asks again for a text that changes while a person reads it, and keeps what they typed', async () => {
  await using page = await openPage(stage, null);
  const problems = collectProblems(page.context());
  await page.goto(test.link);
  await page.getByRole('checkbox', { name: 'My screen is recorded.' }).check();
  await page.getByRole('checkbox', { name: 'My voice is recorded.' }).check();
  await button(page, 'I agree').click();
  await page.getByLabel('Name').fill('Grace');
  successBody(
    await stage.owner.post('/api/consent', { text: 'We record your screen for a year.' }),
  );
  await button(page, 'Continue').click();
  await page.getByText('This text has just changed').waitFor();
  await page.getByText('We record your screen for a year.').waitFor();
  expect(await page.getByRole('checkbox', { name: 'My voice is recorded.' }).isChecked()).toBe(
    true,
  );
  expect(await brokenRules(page)).toEqual([]);
  await button(page, 'I agree').click();
  expect(await page.getByLabel('Name').inputValue()).toBe('Grace');
  expect(await page.getByRole('alert').count()).toBe(0);
  await button(page, 'Continue').click();
  await button(page, 'Allow microphone').waitFor();
  const rows = await stage.database.db
    .selectFrom('session_consents')
    .innerJoin('sessions', 'sessions.id', 'session_consents.session_id')
    .select(['participant_name', 'version'])
    .orderBy('version')
    .execute();
  expect(rows).toEqual([
    { participant_name: 'Ada', version: 2 },
    { participant_name: 'Grace', version: 3 },
  ]);
  // The refused start is an answer with an error, which the browser reports.
  expect(problems.filter((problem) => !problem.includes('409'))).toEqual([]);
});

it('says so where the line of step 0 takes the place of the text', async () => {
  await using page = await openPage(stage, null);
  await page.goto(test.link);
  await page.getByRole('checkbox', { name: 'My screen is recorded.' }).check();
  await page.getByRole('checkbox', { name: 'My voice is recorded.' }).check();
  await button(page, 'I agree').click();
  await page.getByLabel('Name').fill('Joan');
  const path = `/api/tests/${test._id}/participation`;
  successBody(await stage.owner.patch(path, { consent: 'plain' }));
  await button(page, 'Continue').click();
  await page.getByText('The words to which you agree have just changed.').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('Joan');
  await button(page, 'Continue').click();
  await button(page, /^Allow microphone/).waitFor();
  successBody(await stage.owner.patch(path, { consent: 'workspace' }));
});

it('stands on the recording’s page, with version and parts', async () => {
  await using page = await openPage(stage, stage.owner);
  await page.goto(`/tests/${test._id}?tab=recordings`);
  await page.getByRole('link', { name: /Ada/ }).first().click();
  await page.getByText(/agreed to version 2, screen and microphone/).waitFor();
});
