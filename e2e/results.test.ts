// The path from a number to the video: the filter stays in the address, a number opens its people, a moment plays
// around itself.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '#testing/client.ts';
import { sendForm, type TestIds } from '#testing/participant.ts';
import { brokenRules } from './axe.ts';
import { createTest, openPage, openStage, type Stage, uploadForm } from './stage.ts';

/** The recording lasts six seconds. */
const GOAL_AT_MS = 4500;
const PLAYS_FROM_MS = GOAL_AT_MS - 3000;

let stage: Stage;
let test: TestIds;
let page: Page;

beforeAll(async () => {
  stage = await openStage();
  test = await createTest(stage, 'Plants');
  const { name, task, figmaUrl } = (await stage.owner.get(`/api/tests/${test._id}`)).body;
  const goal = { kind: 'screens', screens: ['1:4'], routes: [] };
  await stage.owner.put(`/api/tests/${test._id}`, { name, task, figmaUrl, goal });
  for (const person of ['Ada', 'Grace', 'Joan']) await send(person, ['1:2', '1:3', '1:4']);
  await send('Mary', ['1:2', '1:3', '1:2', '1:3', '1:4']);
  await send('Edith', ['1:2', '1:3']);
  page = await openPage(stage, stage.owner, { viewport: { width: 1440, height: 900 } });
});
afterAll(() => stage?.close());

/** A recording whose screens come one after the other; the third at the goal's time. */
async function send(person: string, screens: readonly string[]): Promise<void> {
  const form = await uploadForm(person);
  const events = screens.map((presentedNodeId, at) => ({
    type: 'PRESENTED_NODE_CHANGED',
    atMs: at === screens.length - 1 ? GOAL_AT_MS : at * 500,
    data: { presentedNodeId, isStoredInHistory: true, stateMappings: {} },
  }));
  form.set('events', JSON.stringify([...events, press]));
  const { status } = await sendForm(new TestClient(stage.origin), test, { form });
  if (status !== 201) throw new Error(`no recording: ${status}`);
}

const press = {
  type: 'MOUSE_PRESS_OR_RELEASE',
  atMs: 200,
  data: {
    presentedNodeId: '1:2',
    handled: true,
    targetNodeId: '1:2',
    targetNodeMousePosition: { x: 300, y: 200 },
    nearestScrollingFrameId: '1:2',
    nearestScrollingFrameMousePosition: { x: 300, y: 200 },
    nearestScrollingFrameOffset: { x: 0, y: 0 },
  },
};

const summary = () => `/api/tests/${test._id}`;
/** Beside the page, or over it while a moment plays. */
const drawer = () => page.getByRole('complementary').or(page.getByRole('dialog'));
const current = async () => await drawer().locator('[aria-current]').textContent();
const column = () =>
  page
    .getByRole('list', { name: /^Times of people/ })
    .getByRole('button')
    .first();
const parameter = (name: string) => new URL(page.url()).searchParams.get(name);

describe('the filter', () => {
  it('counts everybody without one', async () => {
    await page.goto(summary());
    await page.getByRole('heading', { name: '4 of 5 reached' }).waitFor();
    await page.getByText('5 people', { exact: true }).first().waitFor();
  });

  it('is chosen in the bar, and stays in the address over tabs and a reload', async () => {
    await page.getByRole('button', { name: 'Outcome', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Direct 3 people' }).click();
    await page.keyboard.press('Escape');
    await page.getByText('3 of 5 people').waitFor();
    for (const name of ['Screens', 'Paths', 'Recordings', 'Summary']) {
      const tab = page.getByRole('tab', { name });
      await tab.click();
      // A press of the mouse leaves no ring.
      expect(await tab.evaluate((own) => getComputedStyle(own).outlineStyle)).toBe('none');
      await page.getByRole('button', { name: 'Outcome: Direct' }).waitFor();
      expect(parameter('outcome')).toBe('direct');
    }
    await page.reload();
    await page.getByText('3 of 5 people').waitFor();
    await page.getByRole('button', { name: 'Remove outcome' }).click();
    await page.getByRole('heading', { name: '4 of 5 reached' }).waitFor();
    expect(parameter('outcome')).toBe(null);
  });

  it('leaves out what means nothing, and says so', async () => {
    await page.goto(`${summary()}?outcome=direct,lost&from=yesterday`);
    await page.getByText('outcome ‘lost’, first day ‘yesterday’').waitFor();
    await page.getByText('3 of 5 people').waitFor();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('‘lost’').waitFor({ state: 'detached' });
    expect(parameter('outcome')).toBe('direct');
    expect(parameter('from')).toBe(null);
  });

  it('is changed by the people of a segment', async () => {
    await page.goto(summary());
    await page.getByRole('button', { name: 'Indirect: 1 of 5' }).click();
    await drawer().getByRole('heading', { name: '1 person: Indirect' }).waitFor();
    expect(parameter('outcome')).toBe(null);
    await drawer().getByRole('button', { name: 'Filter results by these people' }).click();
    await page.getByText('1 of 5 people').waitFor();
    expect(parameter('outcome')).toBe('indirect');
  });
});

describe('a filter by outcome', () => {
  it('has no success rate and no findings, but people who ended', async () => {
    await page.goto(`${summary()}?outcome=thought_done,gave_up,left,stopped`);
    await page.getByRole('heading', { name: '1 person fits this filter' }).waitFor();
    const findings = page.getByRole('region', { name: 'Where it went wrong' });
    const ends = page.getByRole('region', { name: 'Where they ended' });
    await ends.getByText('1 person did not reach the goal').waitFor();
    const onTask = page.getByRole('region', { name: 'Time on task' });
    await onTask.getByText(/^[\d.]+ s: 1 person$/).waitFor();
    await findings.getByRole('button', { name: 'Clear the outcome filter' }).click();
    await page.getByRole('heading', { name: '4 of 5 reached' }).waitFor();
    const toGoal = page.getByRole('region', { name: 'Time to goal' });
    await toGoal.getByText(/^([\d.]+ s, ){3}[\d.]+ s: 4 people$/).waitFor();
    await ends.getByRole('button').click();
    await drawer()
      .getByRole('heading', { name: /^1 person ended on / })
      .waitFor();
    await drawer().getByRole('button', { name: 'Edith' }).waitFor();
  });
});

describe('an address', () => {
  it('puts no words into the drawer', async () => {
    const moments = 'of=people&title=99+people+hated+this&subtitle=All+of+them';
    await page.goto(`${summary()}?moments=${encodeURIComponent(moments)}`);
    await drawer().getByRole('heading', { name: '5 people', exact: true }).waitFor();
    expect(await page.getByText('hated this').count()).toBe(0);
  });
});

describe('a number', () => {
  it('opens its people; a moment plays from three seconds before', async () => {
    await page.goto(`${summary()}?outcome=direct,indirect`);
    await column().focus();
    await page.keyboard.press('Enter');
    await drawer().getByRole('heading', { name: '4 people reached the goal' }).waitFor();
    await drawer().getByRole('button', { name: 'Ada' }).click();
    await drawer().getByRole('button', { name: 'Pause' }).waitFor();
    const position = drawer().getByRole('slider', { name: 'Position' });
    expect(Number(await position.getAttribute('min'))).toBe(PLAYS_FROM_MS);
    const playedMs = await playedFromMs(page);
    expect(playedMs).toBeGreaterThanOrEqual(PLAYS_FROM_MS - 100);
  });

  it('N goes to the next person, P back; a reload finds the same', async () => {
    // The focus is on a control that goes with Ada's recording.
    await drawer().getByRole('slider', { name: 'Position' }).focus();
    await page.keyboard.press('n');
    await expect.poll(current).toContain('Grace');
    await page.keyboard.press('n');
    await expect.poll(current).toContain('Joan');
    await page.keyboard.press('p');
    await expect.poll(current).toContain('Grace');
    await page.reload();
    await expect.poll(current).toContain('Grace');
    await drawer()
      .getByRole('button', { name: /^Play(?! all)/ })
      .waitFor();
    expect(await brokenRules(page)).toEqual([]);
  });

  it('plays everyone in a row, as large as the page allows, with the list beside', async () => {
    await page.goto(summary());
    await page.getByRole('button', { name: '4 of 5', exact: true }).click();
    await drawer().getByRole('heading', { name: '4 people reached the goal' }).waitFor();
    await drawer().getByRole('button', { name: 'Play all' }).click();
    await expect.poll(current).toContain('Ada');
    await drawer().getByRole('button', { name: 'Pause' }).waitFor();
    const picture = await page.locator('video').boundingBox();
    expect(picture?.width).toBeGreaterThan(1280 * 0.6);
    expect(await drawer().getByRole('listitem').count()).toBe(4);
    const position = drawer().getByRole('slider', { name: 'Position' });
    await position.fill((await position.getAttribute('max')) ?? '');
    await expect.poll(current).toContain('Grace');
    await drawer().getByRole('button', { name: 'Pause' }).waitFor();
    await page.keyboard.press('n');
    await expect.poll(current).toContain('Joan');
    await drawer().getByRole('button', { name: 'Play all' }).waitFor();
  });

  it('Escape closes them and gives the focus back', async () => {
    await page.goto(summary());
    await column().focus();
    await page.keyboard.press('Enter');
    await drawer().waitFor();
    await page.keyboard.press('Escape');
    await drawer().waitFor({ state: 'detached' });
    await expect.poll(() => column().evaluate((own) => own === document.activeElement)).toBe(true);
  });

  it('I and O save a clip, and no key leaves the page', async () => {
    await page.goto(`${summary()}?outcome=direct`);
    await column().click();
    await drawer().getByRole('button', { name: 'Joan' }).click();
    await drawer().getByRole('button', { name: 'Pause' }).waitFor();
    const { pathname } = new URL(page.url());
    await page.keyboard.press('Home');
    await page.keyboard.press('i');
    await drawer().getByText('The clip begins at').waitFor();
    for (const key of 'abcdefghijlmnpqrstuvwxyz?') await page.keyboard.press(key);
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    for (const text of ['Previous or next person', 'Begin or end a clip here', 'Play or pause']) {
      await help.getByText(text).waitFor();
    }
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });
    // The key P led to the person before, whose video has no end yet while it loads.
    await expect.poll(current).toContain('Grace');
    await drawer().getByRole('button', { name: 'Pause' }).waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('i');
    await page.keyboard.press('End');
    await page.keyboard.press('o');
    const toast = page.getByRole('status').filter({ hasText: /^Clip .* saved$/ });
    await toast.waitFor();
    // A hit test: no control of the player or the list lies below it.
    for (const name of ['Add to report', 'Save as clip', /^Pause|^Play \(/, 'Close (Escape)']) {
      const control = drawer().getByRole('button', { name }).first();
      await control.click({ trial: true, timeout: 3000 });
    }
    expect(new URL(page.url()).pathname).toBe(pathname);
  });

  it('a link opens the recording at the same second, within the same people', async () => {
    await page.goto(`${summary()}?outcome=direct`);
    await column().click();
    await drawer().getByRole('button', { name: 'Joan' }).click();
    await drawer().getByRole('button', { name: 'Pause' }).waitFor();
    await drawer().getByRole('link', { name: 'Open recording' }).click();
    await page.getByRole('heading', { level: 1, name: 'Joan' }).waitFor();
    expect(parameter('outcome')).toBe('direct');
    expect(Number(parameter('t'))).toBeGreaterThanOrEqual(PLAYS_FROM_MS / 1000 - 0.1);
  });

  it('the keys of a recording work at once, also those to the next and the previous person', async () => {
    const heading = page.getByRole('heading', { level: 1 });
    await page.keyboard.press('k');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.keyboard.press('n');
    await expect.poll(() => heading.textContent()).not.toBe('Joan');
    await page.getByRole('region', { name: 'Player' }).waitFor();
    await page.keyboard.press('p');
    await expect.poll(() => heading.textContent()).toBe('Joan');
    expect(parameter('outcome')).toBe('direct');
  });
});

it('on a phone the people come from below, and the filters and the cards keep the rules', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(summary());
  await page.getByText('Show as table').first().click();
  const filters = page.getByRole('dialog', { name: 'Filters' });
  await page.getByRole('button', { name: 'Filters' }).click();
  await filters.getByText('Outcome', { exact: true }).click();
  await filters.getByRole('checkbox', { name: 'Direct 3 people' }).waitFor();
  expect(await brokenRules(page)).toEqual([]);
  await filters.getByRole('checkbox', { name: 'Direct 3 people' }).press('Space');
  await filters.getByRole('button', { name: /^Show 3 of/ }).click();
  await page.getByText('Outcome: Direct', { exact: true }).waitFor();
  expect(parameter('outcome')).toBe('direct');
  await page.getByRole('button', { name: 'Filters 1' }).click();
  await filters.getByRole('button', { name: 'Clear' }).click();
  await filters.getByRole('button', { name: /^Show/ }).click();
  expect(parameter('outcome')).toBe(null);
  // Cards fold to their heading with its number.
  const toGoal = page.getByRole('region', { name: 'Time to goal' });
  const times = toGoal.getByText('From the prototype’s first screen');
  expect(await times.isVisible()).toBe(false);
  await toGoal.getByRole('button', { name: 'Time to goal', exact: true }).click();
  await times.waitFor();
  expect(await brokenRules(page)).toEqual([]);
  const opener = page.getByRole('button', { name: 'Indirect 1', exact: true });
  await opener.click();
  const sheet = page.getByRole('dialog', { name: '1 person: Indirect' });
  await sheet.getByRole('button', { name: 'Mary' }).waitFor();
  expect(await brokenRules(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await expect.poll(() => opener.evaluate((own) => own === document.activeElement)).toBe(true);
});

it('a filter leaves nothing on the Summary that it does not select', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(summary());
  const ofEveryone = [
    page.getByRole('list', { name: 'From invitation to finish' }),
    page.getByRole('region', { name: 'Figures' }),
  ];
  for (const part of ofEveryone) await part.waitFor();
  await page.goto(`${summary()}?text=zzzz`);
  await page.getByRole('heading', { name: 'No session fits this filter.' }).waitFor();
  for (const part of ofEveryone) expect(await part.count()).toBe(0);
  expect(await page.getByRole('button', { name: /^Add .*to the report/i }).count()).toBe(0);
});

it('no line of the Summary begins with a comma, at any width of a phone', async () => {
  const silent = await uploadForm('Hedy');
  silent.delete('events');
  await sendForm(new TestClient(stage.origin), test, { form: silent });
  const { items } = (await stage.owner.get(`/api/tests/${test._id}/recordings`)).body;
  const edith = items.find((item: { participantName: string }) => item.participantName === 'Edith');
  const body = { reason: 'A colleague', basedOn: null };
  await stage.owner.put(`/api/recordings/${edith.id}/exclusion`, body);
  await page.goto(summary());
  await page.getByText('Left out:').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.getByRole('main').evaluate(lonelyMarks)).toEqual([]);
});

/** Returns what commas and semicolons at the beginning of a line follow, at each width of an element up to its own. */
function lonelyMarks(root: HTMLElement): string[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) if (walker.currentNode.textContent) texts.push(walker.currentNode);
  const pairs = texts.flatMap((text, at) => {
    const before = texts[at - 1];
    return before && /^[,;]/.test(text.textContent ?? '') ? [{ text, before }] : [];
  });
  const bottomOf = (text: Node, at: number) => {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getBoundingClientRect().bottom;
  };
  const lonely = new Set<string>(pairs.length === 0 ? ['no comma'] : []);
  for (let width = root.clientWidth; width >= 240; width -= 1) {
    root.style.width = `${width}px`;
    for (const { text, before } of pairs) {
      const last = before.textContent ?? '';
      if (Math.abs(bottomOf(text, 0) - bottomOf(before, last.length - 1)) > 8) lonely.add(last);
    }
  }
  return [...lonely];
}

/** Returns the position of the drawer's video after its seek. */
async function playedFromMs(of: Page): Promise<number> {
  return await of
    .locator('aside video, dialog[open] video')
    .evaluate(async (video: HTMLVideoElement) => {
      while (video.currentTime === 0) await new Promise(requestAnimationFrame);
      return video.currentTime * 1000;
    });
}
