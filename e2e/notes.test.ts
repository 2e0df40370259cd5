// Notes and clips of a recording by keyboard, seen by a second member at once, and changed by both.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectProblems } from '#testing/page-problems.ts';
import { brokenRules } from './axe.ts';
import { createRecordedTest, joinTeam, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let ada: Page;
let grace: Page;
let problems: readonly string[];

beforeAll(async () => {
  stage = await openStage();
  const { recording } = await createRecordedTest(stage, 'Plants');
  const member = await joinTeam(stage, 'grace@example.com');
  ada = await openPage(stage, stage.owner);
  grace = await openPage(stage, member);
  problems = collectProblems(ada.context());
  for (const page of [ada, grace]) {
    await page.goto(recording);
    await slider(page).waitFor();
  }
});
afterAll(() => stage?.close());

const slider = (page: Page) =>
  page.getByRole('slider', { name: 'Position in the recording', disabled: false });
const row = (page: Page, text: string) =>
  page.getByRole('complementary').getByRole('listitem').filter({ hasText: text }).last();
const field = (page: Page) => page.getByRole('textbox', { name: /note at/i });
const isPaused = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.paused);
const timeMs = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime * 1000);

async function edit(page: Page, text: string): Promise<void> {
  await row(page, text)
    .getByRole('button', { name: /^More for this/ })
    .click();
  await page.getByRole('menuitem', { name: 'Change' }).click();
}

describe('a note', () => {
  it('is written by keyboard at its second, while the video stays paused', async () => {
    await slider(ada).focus();
    for (const key of ['.', '.', '.', 't']) await ada.keyboard.press(key);
    expect(await isPaused(ada)).toBe(true);
    const atMs = await timeMs(ada);
    await ada.keyboard.type('Looks for <b>the button</b> #affordance');
    await ada.keyboard.press('Enter');
    await row(ada, 'Looks for <b>the button</b>').getByText('#affordance').waitFor();
    await expect.poll(() => ada.locator('[data-note]').count()).toBe(1);
    // The keys are the player's again.
    await ada.keyboard.press('End');
    expect(await timeMs(ada)).toBeGreaterThan(atMs);
    expect(await isPaused(ada)).toBe(true);
    await row(ada, 'Looks for').getByRole('button', { name: 'Note at' }).click();
    await expect.poll(async () => Math.abs((await timeMs(ada)) - atMs)).toBeLessThan(50);
  });

  it('is written while the video goes on, when it was playing', async () => {
    await slider(ada).focus();
    await ada.keyboard.press('Home');
    await ada.getByRole('button', { name: 'Play (Space)' }).click();
    await expect.poll(() => isPaused(ada)).toBe(false);
    await ada.keyboard.press('t');
    await ada.keyboard.type('Goes on');
    const ended = () => ada.locator('video').evaluate((video: HTMLVideoElement) => video.ended);
    expect((await ended()) || !(await isPaused(ada))).toBe(true);
    await ada.getByRole('button', { name: 'Save note' }).click();
    await row(ada, 'Goes on').waitFor();
  });

  it('reaches the other member without a reload', async () => {
    await row(grace, 'Looks for <b>the button</b>').waitFor();
    await row(grace, 'Goes on').waitFor();
    await grace.getByRole('status').filter({ hasText: 'Ada Lovelace wrote a note at' }).waitFor();
    expect(await grace.locator('[data-note]').count()).toBe(2);
  });
});

describe('a clip', () => {
  it('gets its ends by I and O, shown on the timeline, and is saved with a title', async () => {
    await slider(ada).focus();
    await ada.keyboard.press('Home');
    await ada.keyboard.press('i');
    await ada.locator('[data-draft-clip]').waitFor({ state: 'attached' });
    await ada.keyboard.press('End');
    await ada.keyboard.press('o');
    await ada.keyboard.type('Finds it #affordance');
    await ada.keyboard.press('Enter');
    await row(ada, 'Finds it').getByText('#affordance').waitFor();
    await ada.locator('[data-draft-clip]').waitFor({ state: 'detached' });
    await row(grace, 'Finds it').getByRole('button', { name: 'Play clip 0:00' }).waitFor();
  });

  it('is cancelled by Escape', async () => {
    await slider(ada).focus();
    await ada.keyboard.press('i');
    await ada.locator('[data-draft-clip]').waitFor({ state: 'attached' });
    await ada.keyboard.press('Escape');
    await ada.locator('[data-draft-clip]').waitFor({ state: 'detached' });
  });

  it('of a moment is made by one press', async () => {
    const clips = grace.locator('[data-clip]');
    const before = await clips.count();
    await ada
      .getByRole('button', { name: /^Clip of / })
      .first()
      .click();
    const toasts = ada.getByRole('region', { name: 'Notifications' });
    await toasts
      .getByText(/^Clip 0:00 – 0:0\d saved$/)
      .first()
      .waitFor();
    await expect.poll(() => clips.count()).toBe(before + 1);
  });
});

describe('two members change one note', () => {
  it('the second sees both texts, and loses none', async () => {
    await edit(ada, 'Looks for');
    await edit(grace, 'Looks for');
    await field(ada).fill('Looks left first');
    await field(grace).fill('Looks right first');
    await ada.keyboard.press('Enter');
    await row(ada, 'Looks left first').waitFor();
    const status = grace.getByRole('status').filter({ hasText: 'changed this note meanwhile' });
    await status.getByText('Looks left first').waitFor();
    expect(await field(grace).inputValue()).toBe('Looks right first');
    expect(await brokenRules(grace)).toEqual([]);
    await grace.getByRole('button', { name: 'Put both together' }).click();
    await grace.getByRole('button', { name: 'Save note' }).click();
    await row(ada, 'Looks right first').getByText('Looks left first').waitFor();
  });

  it('a deletion is seen by the other at once, and undone by its toast, also after a reload, or by Ctrl Z', async () => {
    const text = 'Looks right first';
    const remove = async () => {
      await row(ada, text)
        .getByRole('button', { name: /^More for this/ })
        .click();
      await ada.getByRole('menuitem', { name: 'Delete' }).click();
      await ada.getByText('Note deleted.').waitFor();
      await row(ada, text).waitFor({ state: 'detached' });
    };
    const restored = async () => {
      for (const page of [ada, grace]) await row(page, text).waitFor();
    };
    await remove();
    await ada.getByRole('button', { name: 'Undo' }).click();
    await restored();
    await remove();
    await ada.keyboard.press('Control+z');
    await restored();
    await remove();
    // The other page may need four seconds, and the toast goes after ten; a reload shows it again.
    await row(grace, text).waitFor({ state: 'detached' });
    await ada.reload();
    await row(ada, 'Goes on').waitFor();
    expect(await row(ada, text).count()).toBe(0);
    await ada.getByRole('button', { name: 'Undo' }).click();
    await restored();
    await remove();
    await ada.getByRole('button', { name: 'Dismiss' }).click();
    await ada.reload();
    await row(ada, 'Goes on').waitFor();
    expect(await ada.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await row(grace, text).waitFor({ state: 'detached' });
  });

  it('one that is deleted meanwhile is written again', async () => {
    await edit(grace, 'Goes on');
    await field(grace).fill('Goes on reading');
    await row(ada, 'Goes on')
      .getByRole('button', { name: /^More for this/ })
      .click();
    await ada.getByRole('menuitem', { name: 'Delete' }).click();
    await ada.getByRole('button', { name: 'Dismiss' }).click();
    await grace.getByText('Another member deleted this note.').waitFor();
    await grace.getByRole('button', { name: 'Save note' }).click();
    await row(ada, 'Goes on reading').waitFor();
    expect(problems).toEqual([]);
  });
});
