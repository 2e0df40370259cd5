// A test with several tasks, taken in a real browser in one recording: two tasks on one file, which stays loaded, and one on
// a web page; questions and texts between them; each task has its own run.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Test } from '#contract/tests.ts';
import { successBody } from '#testing/client.ts';
import { collectProblems } from '#testing/page-problems.ts';
import { brokenRules } from './axe.ts';
import { startRecording, stopAndUpload } from './participant.ts';
import { embedOn, press } from './prototype.ts';
import { openPage, openStage, type Stage } from './stage.ts';
import { readTaskRuns } from './task-runs.ts';
import { openWebsite, type Website } from './website.ts';

let stage: Stage;
let website: Website;
let test: Test;

beforeAll(async () => {
  stage = await openStage({ media: 'tab' });
  website = await openWebsite();
  const { prototypeUrl } = stage.server;
  const task = { kind: 'task', figmaUrl: prototypeUrl };
  const steps = [
    { ...task, task: 'Find the plants.', goal: { kind: 'screens', screens: ['1:3'], routes: [] } },
    {
      ...task,
      task: 'Look at all plants.',
      figmaUrl: prototypeUrl.replaceAll('node-id=1-2', 'node-id=1-3'),
      asks: ['ease'],
    },
    {
      ...task,
      task: 'Look at the shop.',
      figmaUrl: website.url,
      asks: [],
    },
  ];
  const body = { name: 'Plants', task: 'Find the plants.', figmaUrl: prototypeUrl, steps };
  test = successBody<Test>(await stage.owner.post('/api/tests', body));
});
afterAll(async () => {
  website?.close();
  await stage?.close();
});

const button = (page: Page, name: string) => page.getByRole('button', { name });
const runs = (name: string) => readTaskRuns(stage, name);

describe('a participant', () => {
  it('does one task after the other in one recording', async () => {
    const page = await openPage(stage, null);
    const problems = collectProblems(page.context());
    await startRecording(page, `/tryout/${test.uniqueId}`, 'Grace');
    await page.getByText('Task 1 of 3').waitFor();
    const frame = await embedOn(page);
    await press(page, frame, { screenId: '1:2', x: 156, y: 473 });
    await button(page, 'Done with this task').click();
    await page.getByRole('heading', { name: 'How did it go?' }).waitFor();
    expect(await brokenRules(page)).toEqual([]);
    expect(await button(page, 'I’m stuck').isVisible()).toBe(false);
    await page.getByRole('radio', { name: 'Yes' }).check();
    await page.getByRole('radio', { name: '6' }).check();
    await button(page, 'Send').click();
    await page.getByText('Task 2 of 3').first().waitFor();
    await page.getByText('Look at all plants.').last().waitFor();
    expect(await brokenRules(page)).toEqual([]);
    await button(page, 'Start this task').click();
    // The frame stayed loaded and shows the task's screen.
    expect(frame.isDetached()).toBe(false);
    await button(page, 'I’m stuck').click();
    await page.getByRole('heading', { name: 'How did it go?' }).waitFor();
    expect(await page.getByText('Did you do what was asked?').count()).toBe(0);
    await button(page, 'Skip').click();
    await button(page, 'Start this task').click();
    expect(frame.isDetached()).toBe(true);
    await page.frameLocator('iframe').getByRole('heading', { name: 'The shop' }).waitFor();
    await stopAndUpload(page, 'Done with this task');
    expect(problems).toEqual([]);
    await expect
      .poll(() => runs('Grace'), { timeout: 20_000 })
      .toMatchObject([
        { step: 1, outcome: 'direct', path: ['1:2', '1:3'], ended: 'done', did_it: true, ease: 6 },
        { step: 2, path: ['1:3'], clicks: 0, ended: 'stuck', did_it: null },
        { step: 3, outcome: 'not_measurable', ended: 'done', did_it: null },
      ]);
    await page.context().close();
  });

  it('who stops early has runs of the tasks that were shown', async () => {
    const page = await openPage(stage, null);
    await startRecording(page, `/tryout/${test.uniqueId}`, 'Alan');
    await press(page, await embedOn(page), { screenId: '1:2', x: 900, y: 300 });
    await button(page, 'Done with this task').click();
    await button(page, 'Skip').click();
    await stopAndUpload(page);
    await expect
      .poll(() => runs('Alan'), { timeout: 20_000 })
      .toMatchObject([{ step: 1, outcome: 'stopped', clicks: 1, ended: 'done' }]);
    // The next task was read and not begun: nothing is asked about it.
    expect(await page.getByRole('heading', { name: 'How did it go?' }).count()).toBe(0);
    await page.context().close();
  });
});
