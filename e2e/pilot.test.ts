// A member tries their own closed test with a screener, a consent text and redirects, watches the pilot, and deletes it.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PLAIN_PARTICIPATION } from '#contract/participation.ts';
import type { Test } from '#contract/tests.ts';
import { successBody } from '#testing/client.ts';
import { collectProblems } from '#testing/page-problems.ts';
import { brokenRules } from './axe.ts';
import { embedOn, press, walk } from './prototype.ts';
import { openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ media: 'titled-tab', tabTitle: 'Plant shop' });
});
afterAll(() => stage?.close());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

const choice = {
  type: 'single',
  options: ['Often', 'Never'].map((text) => ({ id: text.toLowerCase(), text })),
  shuffled: false,
  other: false,
  none: false,
};

/** A closed test with a screening question, without devices and with an address for those who took part. */
async function createClosedTest(): Promise<Test> {
  const steps = [
    {
      ...{ kind: 'question', question: 'How often do you buy plants?', form: choice },
      screening: { endsWhen: { is: ['never'] }, seats: [{ word: 'often', most: 1 }] },
    },
    { kind: 'task', task: 'Find the plants.', figmaUrl: stage.server.prototypeUrl, asks: [] },
  ];
  const test = successBody<Test>(
    await stage.owner.post('/api/tests', {
      name: 'Plant shop',
      task: 'Find the plants.',
      figmaUrl: stage.server.prototypeUrl,
      steps,
    }),
  );
  const redirects = {
    ...PLAIN_PARTICIPATION.redirects,
    completed: 'https://panel.example/done?id={{session}}',
  };
  const devices = { microphone: 'off', camera: 'off', screen: 'required' };
  successBody(
    await stage.owner.patch(`/api/tests/${test._id}/participation`, { redirects, devices }),
  );
  successBody(await stage.owner.put(`/api/tests/${test._id}/settings`, { isClose_test: true }));
  return test;
}

it('runs a closed test from its page, and counts nowhere', async () => {
  const test = await createClosedTest();
  await using page = await openPage(stage, stage.owner);
  const problems = collectProblems(page.context());
  await page.goto(`/tests/${test._id}`);
  await button(page, 'More actions').click();
  const opened = page.context().waitForEvent('page');
  await page.getByRole('menuitem', { name: 'Try it yourself' }).click();
  const trying = await opened;
  await trying.getByText('You are trying this test').waitFor();
  await trying.getByRole('radio', { name: 'Often' }).check();
  await button(trying, 'Continue').click();
  await trying.getByLabel('Name').fill('Grace');
  expect(await brokenRules(trying)).toEqual([]);
  await button(trying, 'Continue').click();
  await button(trying, 'Share screen').click();
  await trying.getByText('Recording in Progress').waitFor({ timeout: 40_000 });
  for (const at of walk.slice(0, 1)) await press(trying, await embedOn(trying), at);
  await button(trying, 'Stop & Upload').click();
  await button(trying, 'Return to panel.example').waitFor({ timeout: 40_000 });
  await trying.getByText('Participants get there automatically.').waitFor();
  await trying.close();

  await page.goto(`/tests/${test._id}?tab=recordings`);
  await page.getByText('Still waiting for the recording to show up!').waitFor();
  await page.locator('summary', { hasText: 'Pilots' }).click();
  expect(await brokenRules(page)).toEqual([]);
  await page.getByRole('link', { name: 'Grace' }).click();
  await page.getByText('Pilot', { exact: true }).waitFor();
  await page.goBack();
  await page.locator('summary', { hasText: 'Pilots' }).click();
  await button(page, 'Delete all pilots').click();
  await page.getByText('Pilots deleted.').waitFor();
  await page.getByText('Your team tried the test').waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
});

it('is refused to a person who is not signed in', async () => {
  const test = await createClosedTest();
  await using page = await openPage(stage, null);
  await page.goto(`${test.link}?try-it`);
  await page.getByRole('heading', { name: 'Trying a test is for its team' }).waitFor();
  expect(await brokenRules(page)).toEqual([]);
});
