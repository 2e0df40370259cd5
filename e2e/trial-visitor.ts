// A person who takes the study of trial-editor.test.ts in a real browser, step by step.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { embedOn, press } from './prototype.ts';
import { button } from './trial-by-hand.ts';

export const PANEL = 'https://panel.example';
export const OFTEN = 'How often do you buy plants?';
export const MISSING = 'What was missing?';
export const PICTURE = { width: 1600, height: 1200 };
/** A place of the picture's goal. */
export const IN_BASKET = [1101, 203] as const;

/** A person at a browser. */
export class Visitor {
  readonly page: Page;
  readonly name: string;
  readonly #link: string;

  /** @param link of the test */
  constructor(page: Page, name: string, link: string) {
    this.page = page;
    this.name = name;
    this.#link = link;
  }

  async #goToLink(): Promise<void> {
    const { page } = this;
    await page.route(`${PANEL}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Panel</h1>' }),
    );
    await page.goto(`${this.#link}?PID=${this.name}`);
  }

  /** Opens the link of a panel. */
  async openAddress(): Promise<void> {
    const { page } = this;
    await this.#goToLink();
    await page.getByText('Thank you for coming.').waitFor();
  }

  /** The same, and answers the screening question. */
  async open(answer: string): Promise<void> {
    const { page } = this;
    await this.openAddress();
    await button(page, 'Continue').click();
    await page.getByRole('heading', { name: OFTEN }).waitFor();
    await page.getByRole('radio', { name: answer }).check();
    await button(page, 'Continue').click();
  }

  async giveName(): Promise<void> {
    await this.page.getByLabel('Name').fill(this.name);
    await button(this.page, 'Continue').click();
  }

  /** The tab was lost: opens the link again, and goes on in the same recording. */
  async returnAfterLoss(): Promise<void> {
    const { page } = this;
    await this.#goToLink();
    await button(page, 'Continue the test').click();
    await this.recordScreen();
    await page.getByText('Go!').waitFor({ state: 'hidden', timeout: 20_000 });
  }

  async recordScreen(): Promise<void> {
    const { page } = this;
    await button(page, 'Allow microphone and camera').click();
    await page.getByText(/^Great!/).waitFor();
    await button(page, 'Continue').click();
    await button(page, 'Share screen').click();
    await page.getByText('Recording in Progress').waitFor({ timeout: 40_000 });
  }

  /** Continues without anything that could be recorded. */
  async recordNothing(): Promise<void> {
    const { page } = this;
    await button(page, 'Continue without microphone and camera').click();
    await button(page, 'Continue without sharing the screen').click();
    await page.getByText('Test in progress').waitFor();
  }

  /** Presses what leads to the goal of the task with versions, of which the address of the frame tells. @returns the variant */
  async doFirst(end: string): Promise<number> {
    const { page } = this;
    const frame = await embedOn(page);
    const variant = frame.url().includes('node-id=1-3') ? 2 : 1;
    const way =
      variant === 2
        ? { screenId: '1:3', x: 787, y: 1340, scrollTo: 900 }
        : { screenId: '1:2', x: 156, y: 473 };
    const nowhere =
      variant === 2
        ? { screenId: '1:3', x: 240, y: 1300, scrollTo: 900 }
        : { screenId: '1:2', x: 900, y: 300 };
    await press(page, frame, end === 'I’m stuck' ? nowhere : way);
    await button(page, end).click();
    return variant;
  }

  async sendEase(ease: number): Promise<void> {
    await this.page.getByRole('radio', { name: String(ease), exact: true }).check();
    await button(this.page, /^Send$/).click();
  }

  /** The second task, the picture and SUS. */
  async doRest(): Promise<void> {
    await this.doSecond();
    await this.doPicture();
    await this.answerSus();
  }

  async doSecond(): Promise<void> {
    const { page } = this;
    await button(page, 'Start this task').click();
    await press(page, await embedOn(page), { screenId: '1:2', x: 156, y: 473 });
    await button(page, 'Done with this task').click();
    await button(page, 'Skip').click();
  }

  async doPicture(): Promise<void> {
    const { page } = this;
    await button(page, 'Start this task').click();
    const image = page.getByRole('application').locator('img');
    // It may still grow while it loads.
    await image.evaluate((element: HTMLImageElement) => element.decode());
    const box = await image.boundingBox();
    if (!box) throw new Error('no picture');
    const [x, y] = IN_BASKET;
    await image.click({
      position: { x: (x / PICTURE.width) * box.width, y: (y / PICTURE.height) * box.height },
    });
    await button(page, 'Skip').click();
  }

  async answerSus(): Promise<void> {
    const { page } = this;
    await page.getByRole('heading', { name: /agree with these statements/ }).waitFor();
    for (const group of await page.getByRole('radiogroup').all()) {
      await group.getByRole('radio', { name: '4' }).check();
    }
    await button(page, 'Continue').click();
  }

  async write(text: string): Promise<void> {
    const { page } = this;
    await page.getByRole('heading', { name: MISSING }).waitFor();
    await page.getByRole('textbox').fill(text);
    await button(page, 'Continue').click();
  }

  async returnTo(path: string): Promise<void> {
    const { page } = this;
    if (path === 'done') await page.getByText(/Safe to close/).waitFor({ timeout: 240_000 });
    await button(page, 'Return to panel.example').click();
    await page.getByRole('heading', { name: 'Panel' }).waitFor();
    expect(page.url()).toBe(`${PANEL}/${path}?pid=${this.name}`);
  }
}
