// No click is lost: a button that is pressed right after a field was left with a wrong value gets its press,
// and neither typing nor the field's message moves anything that can be pressed.
import type { Locator, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '#testing/client.ts';
import {
  createRecordedTest,
  createTest,
  openPage,
  openStage,
  type Stage,
  signIn,
} from './stage.ts';

/** A form: its fields and buttons are found in the page. */
interface Form {
  /** A function makes a test for each load, because the draft of another would have what was typed before. */
  address: string | (() => Promise<string>);
  /** The client that is signed in, or null if the visitor is signed out. */
  client: TestClient | null;
  /** Number of fields that show an error when they lose focus. */
  messages: number;
  /** Selector of the part that contains the fields and buttons, by default the page without its top bar. */
  scope?: string;
  open?: (page: Page) => Promise<void>;
  /** Typed into plain text fields; nothing otherwise. */
  text?: string;
  /** The only address that is accepted. */
  email?: string;
  /** Name of the button that sends the form, if it is no submit button. */
  sends?: string;
  /** Height of the window at which a button is in view from each field. */
  height?: number;
  /** The form opens another page without a call. */
  sendsNothing?: boolean;
}

let stage: Stage;
let forms: Record<string, Form>;
const pages = new Map<TestClient | null, Opened>();

interface Opened {
  page: Page;
  settled: (form: Form) => Promise<void>;
}

beforeAll(async () => {
  stage = await openStage();
  const { owner } = stage;
  const [test, { recording }, fresh] = await Promise.all([
    createTest(stage, 'Plants'),
    createRecordedTest(stage, 'Shop'),
    signIn(stage.origin, 'fresh@example.com'),
    owner.post('/api/user-info/teamMembers', { teamMemberEmail: 'bo@example.com' }),
  ]);
  const newEditPage = async () => `/edit-test/${(await createTest(stage, 'Ferns'))._id}`;
  const tooLong = 'x'.repeat(201);
  const dialog = 'dialog[open]';
  forms = {
    'landing page': {
      address: '/',
      client: null,
      messages: 3,
      scope: '#create',
      sendsNothing: true,
    },
    'create test': { address: '/create-test', client: owner, messages: 3, height: LONG },
    'edit test': { address: newEditPage, client: owner, messages: 3, height: LONG },
    'goal of a test': {
      address: newEditPage,
      client: owner,
      messages: 3,
      height: LONG,
      open: async (page) => {
        await page.getByRole('radio', { name: 'When the participant reaches a screen' }).check();
        await page.getByRole('checkbox', { name: 'Order placed' }).check();
      },
    },
    company: { address: '/create-company', client: owner, messages: 1, text: tooLong },
    'company prompt': {
      address: '/dashboard',
      client: fresh,
      messages: 1,
      scope: dialog,
      text: tooLong,
    },
    'settings, General': { address: '/settings', client: owner, messages: 4 },
    'settings, Team': { address: '/settings?tab=team', client: owner, messages: 0 },
    'deletion of the account': {
      address: '/settings',
      client: owner,
      messages: 0,
      scope: dialog,
      email: 'ada@example.com',
      sends: 'footer button:last-of-type',
      open: (page) => page.getByRole('button', { name: 'Delete account' }).click(),
    },
    'settings of a test': {
      address: `/api/tests/${test._id}?tab=settings`,
      client: owner,
      messages: 2,
    },
    finding: {
      address: `/api/tests/${test._id}?tab=report`,
      client: owner,
      messages: 0,
      scope: 'article form',
      open: (page) => page.getByRole('button', { name: 'Add finding' }).click(),
      height: LONG,
      text: 'They look first.',
    },
    'API keys and webhooks': {
      address: '/settings?tab=integrations',
      client: owner,
      messages: 0,
      text: tooLong,
    },
    note: {
      address: recording,
      client: owner,
      messages: 0,
      scope: 'form',
      open: async (page) => {
        await player(page).press('t');
      },
      text: 'Looks twice',
    },
    clip: {
      address: recording,
      client: owner,
      messages: 0,
      scope: 'form',
      open: async (page) => {
        for (const key of ['i', 'End', 'o']) await player(page).press(key);
      },
      text: 'Looks twice',
    },
    // The button is missing while there is no name.
    "participant's name": {
      address: `/tryout/${test.uniqueId}`,
      client: null,
      messages: 0,
      text: 'Grace',
    },
  };
});
afterAll(() => stage?.close());

const player = (page: Page) =>
  page.getByRole('slider', { name: 'Position in the recording', disabled: false });

/** The form of a test on a phone, with the screens of its goal. */
const LONG = 2800;

/** Values that a field of this type rejects. */
const wrong: Record<string, string> = {
  email: 'ada@',
  url: 'figma.com',
  date: '2020-01-01',
  time: '10:00',
  number: '1.5',
  password: 'two words',
};

const FIELDS =
  'input:not([type=checkbox], [type=radio], [readonly], :disabled), textarea:not(:disabled)';

/** Each button is pressed in a narrow window, where messages are longest; in a wide one each field is left once. */
describe.each([
  [360, 'each button'],
  [1440, 'a button'],
] as const)('%i px wide', (width, presses) => {
  it(`${presses} gets the press that follows a wrong value, and nothing moves`, async () => {
    for (const [name, form] of Object.entries(forms)) {
      const opened = await pageOf(form.client);
      await opened.page.setViewportSize({ width, height: form.height ?? 1000 });
      await pressAll(opened, { name, form, isOnce: presses === 'a button' });
    }
  });
});

/** Values that a field of this type accepts. */
const right = {
  email: 'new@example.com',
  url: 'https://example.com/shop',
  date: '2030-01-01',
  time: '10:00',
  number: '5',
  password: 'token',
};

it('sending a form and the answer of the server move nothing', async () => {
  const answer = { status: 409, json: { code: 'conflict', message: 'The server says why.' } };
  for (const [name, form] of Object.entries(forms)) {
    if (form.sendsNothing) continue;
    const { page, settled } = await pageOf(form.client);
    await page.goto(await addressOf(form));
    await form.open?.(page);
    await settled(form);
    const scope = page.locator(form.scope ?? 'main').last();
    const accepted: Record<string, string> = {
      ...right,
      ...(form.email === undefined ? {} : { email: form.email }),
    };
    for (const field of await scope.locator(FIELDS).filter({ visible: true }).all()) {
      await field.fill(accepted[(await field.getAttribute('type')) ?? ''] ?? `Plants ${name}`);
    }
    const look = () => page.evaluate(spots, form.scope ?? 'main');
    const before = await look();
    const moved: string[] = [];
    await page.route(/\/api\//, async (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      await page.evaluate(painted);
      const during = await look();
      const waiting = new Set(during.filter(({ isOff }) => isOff).map((spot) => spot.name));
      const ready = before.filter((spot) => !waiting.has(spot.name));
      moved.push(...movedSpots(ready, during));
      await route.fulfill(answer);
    });
    const sent = await sendAll(page, scope.locator(form.sends ?? '[type=submit]'), async () => {
      moved.push(...movedSpots(before, await look()));
    });
    await page.unrouteAll();
    expect(sent, name).toBeGreaterThan(0);
    expect(moved, name).toEqual([]);
  }
});

/** Presses each button that can be pressed and waits for its answer. @returns how many there were */
async function sendAll(page: Page, buttons: Locator, after: () => Promise<void>): Promise<number> {
  let sent = 0;
  for (const button of await buttons.all()) {
    if (!(await button.isEnabled())) continue;
    const answered = page.waitForResponse((response) => response.request().method() !== 'GET');
    await button.click();
    await answered;
    await page.evaluate(painted);
    await after();
    sent += 1;
  }
  return sent;
}

/** One for each person: in a new window all code would be loaded again. */
const addressOf = async ({ address }: Form) =>
  typeof address === 'string' ? address : await address();

async function pageOf(client: TestClient | null): Promise<Opened> {
  const known = pages.get(client);
  if (known !== undefined) return known;
  // A dialog that is still coming in is not where it will be.
  const page = await openPage(stage, client, { reducedMotion: 'reduce' });
  const opened = { page, settled: settling(page) };
  pages.set(client, opened);
  return opened;
}

interface Round {
  name: string;
  form: Form;
  isOnce: boolean;
}

/** Leaves each field of a form by a press, in as many loads as it takes until each button was pressed. */
async function pressAll({ page, settled }: Opened, { name, form, isOnce }: Round): Promise<void> {
  const scope = page.locator(form.scope ?? 'main').last();
  const pressed = new Set<string>();
  const reachable = new Set<string>();
  do {
    await page.goto(await addressOf(form));
    await form.open?.(page);
    await settled(form);
    await page.evaluate(catchPresses);
    const fields = await scope.locator(FIELDS).filter({ visible: true }).all();
    expect(fields, name).not.toEqual([]);
    for (const field of fields) {
      const { buttons, target, outcome } = await leave(page, field, { form, pressed });
      for (const button of buttons) reachable.add(button);
      pressed.add(target);
      expect(outcome, `${name}: ${target}`).toEqual({ received: target, moved: [] });
    }
    const invalidFields = scope.locator('[aria-invalid=true]');
    await expect.poll(() => invalidFields.count(), { message: name }).toBe(form.messages);
  } while (!isOnce && pressed.size < reachable.size);
}

/** Writes a wrong value and presses a button, one that was not pressed yet where there is one. */
async function leave(
  page: Page,
  field: Locator,
  { form, pressed }: { form: Form; pressed: ReadonlySet<string> },
) {
  const look = () => page.evaluate(spots, form.scope ?? 'main');
  await field.evaluate((element) =>
    element.scrollIntoView({ block: 'center', behavior: 'instant' }),
  );
  const before = await look();
  await field.fill(wrong[(await field.getAttribute('type')) ?? ''] ?? form.text ?? '');
  const typed = await look();
  const buttons = typed.filter((spot) => spot.isButton);
  const target = buttons.find(({ name }) => !pressed.has(name)) ?? buttons[0];
  if (target === undefined) throw new Error(`${page.url()}: no button is in view`);
  await page.mouse.move(target.centre.x, target.centre.y);
  await page.mouse.down();
  await page.evaluate(painted);
  await page.mouse.up();
  const received = await page.evaluate(() => document.body.dataset.pressed);
  const moved = [...movedSpots(before, typed), ...movedSpots(before, await look())];
  return {
    buttons: buttons.map(({ name }) => name),
    target: target.name,
    outcome: { received, moved },
  };
}

/** Returns a function that waits until a form is rendered and nothing is loading. */
function settling(page: Page): (form: Form) => Promise<void> {
  const underWay = new Set<Request>();
  const ended = (request: Request) => underWay.delete(request);
  page.on('request', (request) => {
    // A video loads as far as the player requires.
    if (!/\/api\/(updates|recording_data)/.test(request.url())) underWay.add(request);
  });
  page.on('requestfinished', ended).on('requestfailed', ended);
  return async ({ scope = 'main' }) => {
    await page.locator(scope).last().locator(FIELDS).first().waitFor();
    const loading = page.locator('[aria-label^="Loading"]');
    await expect.poll(async () => underWay.size + (await loading.count())).toBe(0);
    await page.evaluate(painted);
  };
}

/** Returns each element that can be pressed, with its place. Runs in the page. The top bar scrolls with the window. */
function spots(scope: string) {
  const form = [...document.querySelectorAll(scope)].at(-1);
  const all = document.querySelectorAll<HTMLElement>(
    ':is(main, dialog) :is(button, a[href], input, select, textarea, summary)',
  );
  return [...all]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element, index) => {
      const label = element.ariaLabel ?? element.textContent.trim().slice(0, 30);
      element.dataset.spot ??= `${index} ${label || element.tagName}`;
      const { x, y, width, height } = element.getBoundingClientRect();
      const centre = { x: x + width / 2, y: y + height / 2 };
      const isPressed = element.contains(document.elementFromPoint(centre.x, centre.y));
      // Tabs and menus act when they are pressed down already.
      const isEnabled =
        element.matches('button, a, summary, [role=switch]') &&
        !element.matches(':disabled, [aria-disabled=true], [role=tab], [aria-haspopup]');
      return {
        isOff: element.matches(':disabled, [aria-disabled=true]'),
        name: element.dataset.spot,
        place: [x, y + window.scrollY].map(Math.round).join(),
        centre,
        isButton: isEnabled && isPressed && form?.contains(element) === true,
      };
    });
}

type Spots = ReturnType<typeof spots>;

/** Returns the spots that have moved or disappeared. */
function movedSpots(before: Spots, after: Spots): string[] {
  const places = new Map(after.map(({ name, place }) => [name, place]));
  return before
    .filter(({ name, place }) => places.get(name) !== place)
    .map(({ name, place }) => `${name}: ${place} → ${places.get(name)}`);
}

/** Records the targets of clicks and prevents their effects. Runs in the page. */
function catchPresses(): void {
  window.addEventListener(
    'click',
    (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      const spot = (event.target as Element).closest<HTMLElement>('[data-spot]');
      document.body.dataset.pressed = spot?.dataset.spot ?? 'nothing';
    },
    { capture: true },
  );
}

/** Resolves after two frames, when the rendered state is on the screen. Runs in the page. */
function painted(): Promise<unknown> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
  });
}
