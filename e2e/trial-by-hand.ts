// Tests that are made by hand in the form, and taken by sixty people without a browser and by four in real ones.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import { backdateSession } from '#testing/backdate-session.ts';
import { successBody, TestClient } from '#testing/client.ts';
import type { Message } from '#testing/messages.ts';
import { sendForm, startSession } from '#testing/participant.ts';
import { drawPicture } from '#testing/pictures.ts';
import { openPage, type Stage } from './stage.ts';

export const PEOPLE = 60;

export const browsers = [
  { name: 'Ada', viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
  // Pixel ratio 2 at a zoom of 125 %.
  { name: 'Grace', viewport: { width: 1152, height: 720 }, deviceScaleFactor: 2.5 },
  { name: 'Alan', viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true },
  { name: 'Joan', viewport: { width: 1024, height: 1366 }, deviceScaleFactor: 1.5 },
];

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Corners of a region, in fractions of the picture. */
interface Drawn {
  from: readonly [number, number];
  to: readonly [number, number];
}

/** A member who makes tests in the form, and counts what they do. */
export class Hand {
  readonly page: Page;
  /** Presses, drags and texts. */
  acts = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async press(control: Locator): Promise<void> {
    this.acts += 1;
    await control.click();
  }

  async type(field: Locator, text: string): Promise<void> {
    this.acts += 1;
    await field.fill(text);
  }

  async chooseFiles(name: string, sizes: readonly { width: number; height: number }[]) {
    const chooser = this.page.waitForEvent('filechooser');
    await this.press(button(this.page, name));
    const files = sizes.map(async ({ width, height }, at) => ({
      name: `${'abcd'.charAt(at)}.png`,
      mimeType: 'image/png',
      buffer: await drawPicture(width, height, at === 0 ? '#9cf' : '#fc9'),
    }));
    await (await chooser).setFiles(await Promise.all(files));
  }

  async draw(drawing: Locator, { from, to }: Drawn): Promise<void> {
    this.acts += 1;
    const box = await drawing.boundingBox();
    if (!box) throw new Error('no drawing');
    const at = ([x, y]: readonly [number, number]) =>
      [box.x + x * box.width, box.y + y * box.height] as const;
    await this.page.mouse.move(...at(from));
    await this.page.mouse.down();
    await this.page.mouse.move(...at(to), { steps: 3 });
    await this.page.mouse.up();
  }
}

/** Makes a test by hand. Participants then need no device, because the browsers of this trial record nothing. */
export async function makeByHand(
  stage: Stage,
  name: string,
  fill: (hand: Hand) => Promise<void>,
): Promise<Test> {
  await using page = await openPage(stage, stage.owner, {
    viewport: { width: 1440, height: 1600 },
  });
  await page.goto('/create-test');
  const hand = new Hand(page);
  await hand.type(page.getByLabel('Name').first(), name);
  await fill(hand);
  await hand.press(button(page, 'Create test'));
  await page
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .waitFor();
  expect(hand.acts).toBeLessThanOrEqual(12);
  const tests = successBody<Test[]>(await stage.owner.get('/api/tests'));
  const id = tests.find((one) => one.name === name)?._id;
  const devices = { microphone: 'off', camera: 'off', screen: 'off' };
  successBody(await stage.owner.patch(`/api/tests/${id}/participation`, { devices }));
  return successBody<Test>(await stage.owner.get(`/api/tests/${id}`));
}

export async function startAll({ origin }: Stage, test: Test): Promise<StartedSession[]> {
  const anyone = new TestClient(origin);
  return await Promise.all(
    Array.from({ length: PEOPLE }, (_, at) => startSession(anyone, test, { name: `Person ${at}` })),
  );
}

/** Ends sessions with the messages of each person. */
export async function finishAll(
  { origin, database }: Stage,
  { test, sessions }: { test: Test; sessions: readonly StartedSession[] },
  messagesOf: (at: number) => Message[],
): Promise<void> {
  const anyone = new TestClient(origin);
  await Promise.all(
    sessions.map(async (session, at) => {
      await backdateSession(database.db, session, 120);
      const form = new FormData();
      form.append('events', JSON.stringify(messagesOf(at).map((one, seq) => ({ seq, ...one }))));
      successBody(await sendForm(anyone, test, { form, session }));
    }),
  );
}

/** Waits until the messages of all sessions are read, on which results depend. */
export async function allRead({ database }: Stage, test: Test): Promise<void> {
  const unread = async () => {
    const rows = await database.db
      .selectFrom('sessions')
      .leftJoin('readings', 'readings.session_id', 'sessions.id')
      .select('sessions.id')
      .where('sessions.test_id', '=', test._id)
      .where(({ eb, fn }) => eb(fn.coalesce('readings.version', eb.lit(0)), '=', 0))
      .execute();
    return rows.length;
  };
  await expect.poll(unread, { timeout: 60_000 }).toBe(0);
}

/** Four people take a test in real browsers, at the same time. */
export async function takeInBrowsers(
  stage: Stage,
  test: Test,
  take: (page: Page, hasTouch: boolean) => Promise<void>,
): Promise<void> {
  await Promise.all(
    browsers.map(async ({ name, ...options }) => {
      await using page = await openPage(stage, null, options);
      await page.goto(test.link);
      await page.getByLabel('Name').fill(name);
      await button(page, 'Continue').click();
      await take(page, options.hasTouch === true);
      await page.getByText(/Safe to close/).waitFor({ timeout: 120_000 });
    }),
  );
  await allRead(stage, test);
}

/** Places of the presses of those in real browsers. */
export async function placesOf({ database }: Stage, test: Test) {
  const rows = await database.db
    .selectFrom('clicks')
    .innerJoin('sessions', 'sessions.id', 'clicks.session_id')
    .select(['x', 'y'])
    .where('sessions.test_id', '=', test._id)
    .where('participant_name', 'not like', 'Person %')
    .execute();
  return rows.map(({ x, y }) => [x ?? Number.NaN, y ?? Number.NaN] as const);
}

export function expectNear(
  places: readonly (readonly [number, number])[],
  [x, y]: readonly [number, number],
) {
  expect(places).toHaveLength(browsers.length);
  for (const [left, top] of places) {
    expect(Math.abs(left - x)).toBeLessThanOrEqual(1);
    expect(Math.abs(top - y)).toBeLessThanOrEqual(1);
  }
}
