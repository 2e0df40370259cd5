// After the first session an edit asks: a new revision, or a typo corrected. Recordings keep what was asked.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRecordedTest, createTest, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let page: Page;
beforeAll(async () => {
  stage = await openStage();
  page = await openPage(stage, stage.owner);
});
afterAll(() => stage?.close());

const dialog = () => page.getByRole('dialog', { name: 'New revision or a typo?' });

async function edit(id: string, task: string): Promise<void> {
  await page.goto(`/edit-test/${id}`);
  await page.getByLabel('Task').fill(task);
  await page.getByRole('button', { name: 'Update' }).click();
}

it('asks by keyboard, and the recording shows what its participant read', async () => {
  const { test, recording } = await createRecordedTest(stage, 'Plants');
  await edit(test._id, 'Sell a plant.');
  await dialog().waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'hidden' });
  expect(await page.getByLabel('Task').inputValue()).toBe('Sell a plant.');
  await page.getByRole('button', { name: 'Update' }).click();
  expect(
    await dialog()
      .getByRole('radio', { name: /New revision/ })
      .isChecked(),
  ).toBe(true);
  await dialog()
    .getByRole('radio', { name: /New revision/ })
    .press('Enter');
  await page.waitForURL('**/dashboard');
  await page.goto(recording);
  await page.getByText('Buy a plant.', { exact: true }).waitFor();
  await page.getByText('Revision 1', { exact: true }).waitFor();
  await page.goto(`/api/tests/${test._id}`);
  await page.getByRole('heading', { name: 'Revisions' }).waitFor();
  await page.getByText('All revisions', { exact: true }).waitFor();
  await page.goto(`/api/tests/${test._id}?tab=recordings`);
  await page.getByText('Revision 1', { exact: true }).waitFor();
});

it('corrects a typo for the recordings too, and says what the text was', async () => {
  const { test, recording } = await createRecordedTest(stage, 'Typo');
  await edit(test._id, 'Buy a green plant.');
  await dialog()
    .getByRole('radio', { name: /Correct a typo/ })
    .check();
  await dialog().getByRole('button', { name: 'Correct the text' }).click();
  await page.waitForURL('**/dashboard');
  await page.goto(recording);
  await page.getByText('Buy a green plant.', { exact: true }).waitFor();
  await page.goto(`/api/tests/${test._id}`);
  await page.getByText('Before: “Buy a plant.”').waitFor();
});

it('does not ask before the first session, nor for a name', async () => {
  const { _id } = await createTest(stage, 'New');
  await edit(_id, 'Something else.');
  await page.waitForURL('**/dashboard');
});
