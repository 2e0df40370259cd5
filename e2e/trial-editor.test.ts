// A researcher's study made by hand in the editor: welcome, screening question, two tasks with goals of which one has two
// versions, a picture, ease, SUS, an open question under a condition, and addresses to return to with parameters. Taken by
// sixty people without a browser and by eight in real ones; every number equals a truth of its own.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ResultComparison } from '#contract/comparison.ts';
import type { QuestionResult } from '#contract/result-questions.ts';
import type { ResultOverview } from '#contract/results.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import { sendAnswer } from '#testing/answered-study.ts';
import { successBody, TestClient } from '#testing/client.ts';
import { answered, begin, change, end, type Message, press } from '#testing/messages.ts';
import { bearer, startSession } from '#testing/participant.ts';
import { Comparison } from '#testing/trial/comparison.ts';
import { mean, share, shareDifference, total } from '#testing/trial/numbers.ts';
import { pressByKeyboard, tabTo } from './keyboard.ts';
import { embedOn } from './prototype.ts';
import { openPage, openStage, type Stage } from './stage.ts';
import { allRead, button, finishAll, Hand, PEOPLE } from './trial-by-hand.ts';
import { IN_BASKET, MISSING, OFTEN, PANEL, PICTURE, Visitor } from './trial-visitor.ts';

const BASKET = { from: [0.6, 0.1], to: [0.8, 0.3] } as const;

let stage: Stage;
let test: Test;

beforeAll(async () => {
  stage = await openStage({ media: 'tab' });
});
afterAll(() => stage?.close());

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function setGoal(hand: Hand, screen: string): Promise<void> {
  const { page } = hand;
  await hand.press(page.getByRole('radio', { name: 'When the participant reaches a screen' }));
  await hand.press(page.getByRole('checkbox', { name: screen }));
  await page.getByText('1 screen chosen').waitFor();
}

async function add(hand: Hand, kind: string): Promise<void> {
  await hand.press(button(hand.page, 'Add a question'));
  await hand.press(hand.page.getByRole('menuitem', { name: kind, exact: true }));
}

async function makeSteps(hand: Hand): Promise<void> {
  const { page } = hand;
  const { prototypeUrl } = stage.server;
  await hand.type(field(page, 'Name'), 'Plants');
  await hand.type(field(page, 'Task'), 'Find the low-light plants.');
  await hand.type(field(page, 'Link'), prototypeUrl);
  await setGoal(hand, 'All plants');
  await hand.press(button(page, 'Test two versions'));
  await page.getByRole('heading', { name: 'Task 1 B' }).first().waitFor();
  await hand.type(field(page, 'Link'), prototypeUrl.replaceAll('node-id=1-2', 'node-id=1-3'));
  await setGoal(hand, 'Cast-iron plant');
  await hand.press(button(page, 'Add a task'));
  await hand.type(field(page, 'Task'), 'See all plants.');
  await hand.type(field(page, 'Link'), prototypeUrl);
  await setGoal(hand, 'All plants');
  await hand.press(button(page, 'Add a task'));
  await hand.type(field(page, 'Task'), 'Where is the basket?');
  await hand.chooseFiles('Use a picture instead', [PICTURE]);
  await hand.draw(page.locator('svg', { hasText: 'Regions of the picture' }), BASKET);
  await hand.type(page.getByLabel('Name of region 1'), 'Basket');
  await hand.press(page.getByRole('checkbox', { name: 'Goal: Basket' }));
  await add(hand, 'System Usability Scale (SUS)');
  await add(hand, 'Single choice');
  await hand.type(field(page, 'Question'), OFTEN);
  await hand.type(field(page, 'Option 1'), 'Often');
  await hand.type(field(page, 'Option 2'), 'Sometimes');
  await hand.press(button(page, 'Add an option'));
  await hand.type(field(page, 'Option 3'), 'Never');
  await hand.press(page.getByRole('switch', { name: 'Screening question' }));
  hand.acts += 1;
  await page.getByRole('combobox', { name: 'End the test' }).selectOption('some');
  await hand.press(page.getByRole('checkbox', { name: 'Never' }));
  await add(hand, 'Long text');
  await hand.type(field(page, 'Question'), MISSING);
  hand.acts += 1;
  await page
    .getByRole('combobox', { name: 'Show this step' })
    .selectOption({ label: `Only if: Question 1 · ${OFTEN}` });
  await hand.press(page.getByRole('checkbox', { name: 'Often' }));
}

async function makeSettings(hand: Hand): Promise<void> {
  const { page } = hand;
  await hand.press(page.getByText('Before and after the test'));
  const form = page.getByRole('form', { name: 'Before and after the test' });
  await hand.type(form.getByLabel('Welcome text'), 'Thank you for **coming**.');
  for (const device of ['Microphone', 'Camera', 'Screen']) {
    hand.acts += 1;
    await form.getByLabel(device, { exact: true }).selectOption('Optional');
  }
  await hand.type(form.getByLabel('Parameters of the link'), 'PID');
  await hand.type(form.getByLabel('after the test'), `${PANEL}/done?pid={{PID}}`);
  await hand.type(form.getByLabel('screens them out'), `${PANEL}/out?pid={{PID}}`);
  await hand.press(form.getByRole('button', { name: 'Save texts and addresses' }));
  await page.getByText('Saved. It applies to everyone').waitFor();
}

it('is made by hand in under ten minutes', async () => {
  await using page = await openPage(stage, stage.owner, {
    viewport: { width: 1440, height: 1600 },
    reducedMotion: 'reduce',
  });
  const hand = new Hand(page);
  await page.goto('/create-test');
  await makeSteps(hand);
  await page.getByText('All 7 steps are ready.').waitFor();
  await hand.press(button(page, 'Create test'));
  await page.waitForURL('**/dashboard');
  await hand.press(page.getByRole('link', { name: /Plants/ }).first());
  await hand.press(page.getByRole('tab', { name: 'Settings' }));
  await makeSettings(hand);
  // A person needs four seconds for each press and text.
  expect(hand.acts).toBeLessThan(150);
  const [stored] = successBody<Test[]>(await stage.owner.get('/api/tests'));
  if (!stored) throw new Error('no test');
  test = stored;
  expect(test.steps?.map(({ kind }) => kind)).toEqual([
    ...['question', 'task', 'task', 'task', 'task', 'set', 'question'],
  ]);
});

/** Numbers of the steps, whatever the form made them. */
function stepNumbers() {
  const [often = 0, a = 0, b = 0, all = 0, picture = 0, sus = 0, missing = 0] =
    test.steps?.map(({ number }) => number) ?? [];
  return { often, a, b, all, picture, sus, missing };
}

/** A person with whom the results are compared. */
interface Passage {
  variant: number;
  often: boolean;
  /** Success in the task with versions, in the second one and on the picture. */
  reached: readonly [boolean, boolean, boolean];
  /** Answers to the items of SUS. */
  sus: readonly number[];
  /** To the open question, or null if it was not shown or left. */
  text: string | null;
  ease: number | null;
}

const BESIDE = [211, 907] as const;
const isB = (variant: number) => variant === 2;

const people: Passage[] = [];

function scripted(at: number, variant: number): Passage {
  return {
    variant,
    often: at % 3 === 0,
    reached: [isB(variant) ? at % 7 > 0 : at % 3 > 0, at % 10 > 0, at % 4 > 0],
    sus: Array.from({ length: 10 }, (_, item) => (item % 2 ? 1 + (at % 3) : 5 - (at % 3))),
    text: at % 3 === 0 && at % 2 === 0 ? `The light ${at}` : null,
    ease: 2 + (at % 6),
  };
}

function messagesOf({ variant, reached, often, text }: Passage): Message[] {
  const { a, b, all, picture, sus, missing } = stepNumbers();
  const [start, goal] = isB(variant) ? ['1:3', '1:6'] : ['1:2', '1:3'];
  const task = (fromMs: number, step: number, [from, to]: readonly [string, string | null]) => [
    begin(fromMs, step),
    change(fromMs, from),
    press(fromMs + 500, from),
    ...(to ? [change(fromMs + 4000, to)] : []),
    end(fromMs + 11_000, step),
  ];
  const [first, second, third] = reached;
  const [x, y] = third ? IN_BASKET : BESIDE;
  return [
    ...task(1000, isB(variant) ? b : a, [start, first ? goal : null]),
    ...task(20_000, all, ['1:2', second ? '1:3' : null]),
    begin(40_000, picture),
    { type: 'TRYOUT_PRESSED', atMs: 43_000, data: { step: picture, x, y } },
    end(43_100, picture),
    ...[begin(44_000, sus), answered(50_000, sus), end(50_100, sus)],
    ...(often ? [begin(51_000, missing)] : []),
    ...(text === null ? [] : [answered(59_000, missing)]),
    ...(often ? [end(60_000, missing)] : []),
  ];
}

const wordOf = (name: string) => {
  const [question] = test.steps ?? [];
  const form = question?.kind === 'question' && 'options' in question.form ? question.form : null;
  return form?.options.find(({ text }) => text === name)?.id ?? '';
};

it('sixty people take it without a browser', async () => {
  const anyone = new TestClient(stage.origin);
  const { often, a, b, sus, missing } = stepNumbers();
  const sessions: StartedSession[] = [];
  for (let at = 0; at < PEOPLE; at += 1) {
    const chosen = [wordOf(at % 3 === 0 ? 'Often' : 'Sometimes')];
    const answers = [{ step: often, answer: { chosen } }];
    const name = `Person ${at}`;
    const parameters = [{ name: 'PID', value: `p${at}` }];
    sessions.push(await startSession(anyone, test, { name, answers, parameters }));
  }
  for (const [at, { steps = [] }] of sessions.entries()) {
    people.push(scripted(at, steps.includes(b) ? 2 : 1));
  }
  await finishAll(stage, { test, sessions }, (at) => messagesOf(personAt(at)));
  for (const [at, session] of sessions.entries()) {
    const { variant, sus: items, text, ease } = personAt(at);
    await sendAnswer(anyone, session, { step: sus, answer: [...items] });
    if (text !== null) await sendAnswer(anyone, session, { step: missing, answer: text });
    const body = JSON.stringify({ step: isB(variant) ? b : a, didIt: null, ease, helped: null });
    const headers = { 'content-type': 'application/json', ...bearer(session) };
    const address = `/api/sessions/${session._id}/answers`;
    successBody(await anyone.send(address, { method: 'PUT', headers, body }));
  }
  await compareAll({ screenedOut: 0 });
});

function personAt(at: number): Passage {
  const person = people[at];
  if (!person) throw new Error(`no person ${at}`);
  return person;
}

const results = async <T>(path: string) =>
  successBody<T>(await stage.owner.get(`/api/tests/${test._id}/results${path}`));

/** Compares the numbers of the pages with those of the people so far, once all messages are read. */
async function compareAll({ screenedOut }: { screenedOut: number }): Promise<void> {
  await allRead(stage, test);
  const { often, a, b, all, picture, sus, missing } = stepNumbers();
  const compare = new Comparison();
  const overview = await results<ResultOverview>('/overview');
  const lines: [step: number, group: Passage[], task: 0 | 1 | 2][] = [
    [a, people.filter(({ variant }) => !isB(variant)), 0],
    [b, people.filter(({ variant }) => isB(variant)), 0],
    [all, people, 1],
    [picture, people, 2],
  ];
  for (const [step, group, task] of lines) {
    const line = overview.tasks.find((one) => one.step === step);
    const found = group.filter(({ reached }) => reached[task]).length;
    compare.same(`step ${step} arrivals`, line?.arrivals, group.length);
    compare.close(`step ${step}`, line?.success, share(found, group.length));
    if (task > 0) continue;
    const eases = group.flatMap(({ ease }) => ease ?? []);
    compare.close(`ease of ${step}`, line?.ease, mean(eases));
  }
  const scores = people.map(({ sus: items }) =>
    total(items.map((one, at) => (at % 2 ? 5 - one : one - 1) * 2.5)),
  );
  const susResult = await results<QuestionResult>(`/questions/${sus}`);
  compare.same('SUS answered', susResult.answered, people.length);
  compare.close('SUS', susResult.average, mean(scores));
  const texts = await results<QuestionResult>(`/questions/${missing}`);
  compare.same('open question', texts, {
    visitors: people.filter((one) => one.often).length,
    answered: people.filter(({ text }) => text !== null).length,
    texts: people.filter(({ text }) => text !== null).length,
  });
  const screener = await results<QuestionResult>(`/questions/${often}`);
  const option = screener.options?.find(({ word }) => word === wordOf('Often'));
  const oftenPeople = people.filter((one) => one.often).length;
  compare.close('often', option?.share, share(oftenPeople, people.length));
  const { funnel } = overview;
  compare.same('funnel', funnel, { started: people.length, finished: people.length });
  const out = funnel.screenedOut?.reduce((sum, { people: count }) => sum + count, 0) ?? 0;
  compare.same('screened out', out, screenedOut);
  const compared = await results<ResultComparison>('/comparison?field=variant&a=1&b=2');
  const [one, other] = [1, 2].map((variant) => {
    const group = people.filter((person) => person.variant === variant);
    return share(group.filter(({ reached }) => reached[0]).length, group.length);
  });
  const success = compared.steps
    .find(({ a: step }) => step === a)
    ?.numbers.find(({ measure }) => measure === 'success');
  if (one && other) compare.close('A and B', success?.difference, shareDifference(one, other));
  expect(compare.differences).toEqual([]);
}

const FOURS = Array.from({ length: 10 }, () => 4);
const STUCK = 'I’m stuck';
const DONE = 'Done with this task';

/** Milliseconds in which the page stores its pieces and messages. */
const STORED_MS = 2500;
/** A task without a press counts from so many milliseconds on. */
const SEEN_MS = 10_500;

const plain = {
  often: false,
  reached: [true, true, true],
  sus: FOURS,
  text: null,
  ease: null,
} as const;

async function take(
  name: string,
  way: (visitor: Visitor) => Promise<Passage>,
  options: BrowserContextOptions = {},
): Promise<void> {
  await using page = await openPage(stage, null, options);
  people.push(await way(new Visitor(page, name, test.link)));
}

it('a person is screened out, and returned', async () => {
  await using page = await openPage(stage, null);
  const visitor = new Visitor(page, 'out', test.link);
  await visitor.open('Never');
  await visitor.returnTo('out');
});

it('a person is stuck', async () => {
  await take('stuck', async (visitor) => {
    await visitor.open('Often');
    await visitor.giveName();
    await visitor.recordScreen();
    const variant = await visitor.doFirst(STUCK);
    await visitor.sendEase(2);
    await visitor.doRest();
    await visitor.write('A search');
    await visitor.returnTo('done');
    return {
      ...plain,
      variant,
      often: true,
      reached: [false, true, true],
      text: 'A search',
      ease: 2,
    };
  });
});

it('a tab is lost in the middle of a text, and the person comes back', async () => {
  await take('crashed', async (visitor) => {
    await visitor.open('Often');
    await visitor.giveName();
    await visitor.recordScreen();
    const variant = await visitor.doFirst(DONE);
    await visitor.sendEase(6);
    await visitor.doRest();
    await visitor.page.getByRole('heading', { name: MISSING }).waitFor();
    await visitor.page.getByRole('textbox').fill('More light 🌱');
    await visitor.page.waitForTimeout(STORED_MS);
    const back = new Visitor(await visitor.page.context().newPage(), visitor.name, test.link);
    await visitor.page.close();
    await back.returnAfterLoss();
    expect(await back.page.getByRole('textbox').inputValue()).toBe('More light 🌱');
    await button(back.page, 'Continue').click();
    await back.returnTo('done');
    return { ...plain, variant, often: true, text: 'More light 🌱', ease: 6 };
  });
});

it('the network is lost in the middle', async () => {
  await take('offline', async (visitor) => {
    await visitor.open('Sometimes');
    await visitor.giveName();
    await visitor.recordScreen();
    const variant = await visitor.doFirst(DONE);
    await visitor.page.context().setOffline(true);
    await visitor.sendEase(5);
    await visitor.page.waitForTimeout(STORED_MS);
    await visitor.page.context().setOffline(false);
    await visitor.doRest();
    await visitor.returnTo('done');
    return { ...plain, variant, ease: 5 };
  });
});

it('a person has a keyboard alone', async () => {
  await take('keys', async (visitor) => {
    const { page } = visitor;
    await visitor.openAddress();
    await pressByKeyboard(page, 'Continue');
    await page.getByRole('heading', { name: OFTEN }).waitFor();
    await page.keyboard.press('2');
    await page.keyboard.press('Enter');
    await page.getByLabel('Name').waitFor();
    await tabTo(page, 'Name');
    await page.keyboard.type('keys');
    await page.keyboard.press('Enter');
    await pressByKeyboard(page, 'Allow microphone and camera');
    await page.getByText(/^Great!/).waitFor();
    await pressByKeyboard(page, 'Continue');
    await pressByKeyboard(page, 'Share screen');
    await page.getByText('Recording in Progress').waitFor({ timeout: 40_000 });
    const variant = (await embedOn(page)).url().includes('node-id=1-3') ? 2 : 1;
    await page.waitForTimeout(SEEN_MS);
    await pressByKeyboard(page, DONE);
    await page.getByRole('heading', { name: 'How did it go?' }).waitFor();
    await pressByKeyboard(page, 'Skip');
    await pressByKeyboard(page, 'Start this task');
    await page.waitForTimeout(SEEN_MS);
    await pressByKeyboard(page, DONE);
    await pressByKeyboard(page, 'Skip');
    await pressByKeyboard(page, 'Start this task');
    // The crosshair begins in the middle.
    await page.getByRole('application').locator('img').waitFor();
    await page.getByRole('application').focus();
    await page.keyboard.press('Enter');
    await pressByKeyboard(page, 'Skip');
    await page.getByRole('heading', { name: /agree with these statements/ }).waitFor();
    for (let item = 0; item < 10; item += 1) await page.keyboard.press('4');
    await page.keyboard.press('Enter');
    await visitor.returnTo('done');
    return { ...plain, variant, reached: [false, false, false] };
  });
});

it('a person sends clicks and answers alone', async () => {
  await take('alone', async (visitor) => {
    await visitor.open('Sometimes');
    await visitor.giveName();
    await visitor.recordNothing();
    const variant = await visitor.doFirst(DONE);
    await visitor.sendEase(3);
    await visitor.doRest();
    await visitor.returnTo('done');
    return { ...plain, variant, ease: 3 };
  });
});

it('a person has a page as wide as a phone', async () => {
  const options = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true };
  const way = async (visitor: Visitor): Promise<Passage> => {
    await visitor.open('Often');
    await visitor.giveName();
    await visitor.recordNothing();
    const variant = await visitor.doFirst(DONE);
    await visitor.sendEase(4);
    await visitor.doRest();
    await visitor.write('Nothing');
    await visitor.returnTo('done');
    return { ...plain, variant, often: true, text: 'Nothing', ease: 4 };
  };
  await take('phone', way, options);
});

it('every number is that of the sixty and of those at a browser', async () => {
  // The eighth was in the version that fewer have, among the others.
  const browsers = people.slice(PEOPLE).map(({ variant }) => variant);
  expect(new Set(browsers)).toEqual(new Set([1, 2]));
  await compareAll({ screenedOut: 1 });
  const parameters = await stage.database.db
    .selectFrom('session_parameters')
    .select('value')
    .where('value', 'not like', 'p%')
    .execute();
  expect(parameters.map(({ value }) => value).toSorted()).toEqual([
    ...['alone', 'crashed', 'keys', 'offline', 'stuck'],
  ]);
});
