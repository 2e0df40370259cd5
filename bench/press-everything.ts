// Does on a page what a person may do without leaving it: types, leaves fields wrong, opens and closes, plays.
import type { Locator, Page } from 'playwright-core';

/** Buttons that open something, which Escape closes. Buttons that send, delete or sign out at once are not pressed. */
const OPENERS = /^(login|delete|change|menu|actions|volume|speed|sign out everywhere)/i;
const TOGGLES = /^(use the|play|pause|mute|unmute|show|hide|heat|dots|clicks|all|about)/i;
/** Maximum number of pressed buttons of one kind on a page, because the twentieth row responds as the first. */
const MOST = 4;

export async function pressEverything(page: Page): Promise<void> {
  await each(page.locator('summary'), (summary) => summary.click());
  await each(page.getByRole('textbox'), leaveWrong);
  await each(page.getByRole('searchbox'), leaveWrong);
  await each(page.getByRole('switch'), (control) => control.click());
  await each(page.getByRole('slider'), async (slider) => {
    await slider.focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'Home']) await page.keyboard.press(key);
  });
  await each(page.getByRole('button', { name: TOGGLES }), async (button) => {
    await button.click();
    await button.click();
  });
  await each(page.getByRole('button', { name: OPENERS }), async (button) => {
    await button.click();
    await page.keyboard.press('Escape');
  });
  await each(page.locator('[aria-haspopup=menu]'), async (button) => {
    await button.click();
    await page.getByRole('menu').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
  });
  await each(page.getByRole('tab'), (tab) => tab.click());
  await settled(page);
}

/** Types a value that most fields reject, and continues. */
async function leaveWrong(field: Locator): Promise<void> {
  if (!(await field.isEditable())) return;
  await field.click();
  await field.press('x');
  await field.press('Backspace');
  await field.press('Tab');
}

/** The first of those in view that can be pressed; one that is gone meanwhile is left out. */
async function each(found: Locator, use: (control: Locator) => Promise<void>): Promise<void> {
  const count = Math.min(await found.count(), MOST);
  for (let index = 0; index < count; index += 1) {
    const control = found.nth(index);
    if (!((await control.isVisible()) && (await control.isEnabled()))) continue;
    await use(control).catch((error: Error) =>
      console.info(`left out: ${error.message.split('\n', 1)[0]}`),
    );
  }
}

/** Waits until the last press is painted and reported. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))),
  );
}
