// Actions of a creator in the browser.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Signs in through the stand-in issuer's page, from wherever the app sent the person. */
export async function signInByHand(page: Page, origin: string, email: string): Promise<void> {
  await page.goto(`${origin}/`);
  await page.getByRole('button', { name: 'Login / Signup' }).first().click();
  await page.getByRole('dialog').getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByLabel(/e-?mail/i).fill(email);
  await page.getByLabel(/^(full )?name/i).fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${origin}/**`);
}

/** Answers 'Where do you work?' and fills the form; ends on the dashboard. */
export async function createTestByHand(
  page: Page,
  origin: string,
  test: { name: string; task: string; link: string; company: string },
): Promise<void> {
  await page.goto(`${origin}/create-company`);
  await page.getByRole('textbox').fill(test.company);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${origin}/create-test`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(test.name);
  await page.getByRole('textbox', { name: 'Task' }).fill(test.task);
  await page.getByRole('textbox', { name: 'Link' }).fill(test.link);
  await page.getByRole('button', { name: 'Create', exact: false }).last().click();
  await page.getByText('Test Created Successfully!').waitFor();
  await page.waitForURL(`${origin}/dashboard`);
  await page.getByText(test.name).first().waitFor();
}

/** Returns the only test of the account. */
export async function onlyTest(
  page: Page,
): Promise<{ _id: string; link: string; uniqueId: string }> {
  const tests = await page.evaluate(async () => (await fetch('/api/tests')).json());
  expect(tests).toHaveLength(1);
  return tests[0];
}
