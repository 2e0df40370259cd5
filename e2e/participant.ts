// Actions of a participant in the browser.
import type { Page } from 'playwright-core';

/** Performs the steps from the share link to the running recording: name, devices, screen, countdown. */
export async function startRecording(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Name').fill(name);
  await fromNameToRecording(page);
}

/** The same once a name is typed. */
export async function fromNameToRecording(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Allow microphone and camera' }).click();
  await page.getByText('Great! You are looking cool').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Share screen' }).click();
  await page.getByText('Go!').waitFor({ timeout: 20_000 });
  await page
    .getByText('Recording in Progress (Please do not close the tab)...')
    .waitFor({ timeout: 20_000 });
}

/** Presses a button that ends the recording once something is recorded, and waits until everything is on the server. */
export async function stopAndUpload(page: Page, button = 'Stop & Upload'): Promise<void> {
  await page.getByText(/^\d+:(?!00)\d\d$/).waitFor();
  await page.getByRole('button', { name: button }).click();
  await page
    .getByText('Files Uploaded Successfully! ✅. Safe to close now.')
    // On a busy machine each call of the upload may reach its timeout once; the next one has more time.
    .waitFor({ timeout: 240_000 })
    .catch(async (error) => {
      throw new Error(`The page says: ${await page.locator('body').textContent()}`, {
        cause: error,
      });
    });
}
