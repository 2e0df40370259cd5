// Reads the numbers of the trial off the pages: the base of every tab, Summary, and the table of screens.
import type { Locator, Page } from 'playwright-core';
import type { Trial } from '#testing/trial/answers.ts';
import type { Middle, Share } from '#testing/trial/numbers.ts';
import {
  baseOf,
  countsByOutcome,
  findingsOf,
  screenOf,
  screens,
  summaryOf,
} from '#testing/trial/truth.ts';

const labels = {
  direct: 'Direct',
  indirect: 'Indirect',
  thought_done: 'Thought done',
  gave_up: 'Gave up',
  left: 'Left',
  stopped: 'Stopped',
} as const;

/** Characters that isolate names, and spaces of all kinds. */
const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll(/\s+/g, ' ');

/** The text as it is laid out. */
const textOf = async (part: Locator) => plain((await part.allInnerTexts()).join(' '));

const seconds = (ms: number | null) =>
  ms === null ? '' : String(ms < 9950 ? Math.round(ms / 100) / 10 : Math.round(ms / 1000));
const percent = (share: number | null) => Math.round((share ?? Number.NaN) * 100);
const interval = ({ low, high }: Share) => `95 % interval ${percent(low)}–${percent(high)} %`;
const range = ({ low, high }: Middle, digits: number) =>
  `95 % interval ${low?.toFixed(digits)}–${high?.toFixed(digits)}`;

export async function comparePages(page: Page, trial: Trial): Promise<void> {
  for (const tab of ['summary', 'screens', 'paths', 'recordings'])
    await compareBase(page, trial, tab);
  await compareSummaryPage(page, trial);
  await compareTable(page, trial);
}

/** Each tab says how many people its numbers are of, and how many recordings are outside. */
async function compareBase(page: Page, trial: Trial, tab: string): Promise<void> {
  const { test, people, compare } = trial;
  await page.goto(`/api/tests/${test._id}?tab=${tab}`);
  const n = baseOf(people).length;
  const main = page.getByRole('main');
  await main.getByText(`${n} people`, { exact: true }).first().waitFor();
  const text = await textOf(main);
  compare.same(`${tab}: outside`, /\b1 excluded\b.*\b2 never started\b/.test(text), true);
  if (tab === 'summary') return;
  const [, recordings, counted] = /(\d+) recordings: (\d+) people/.exec(text) ?? [];
  compare.same(`${tab}: base`, [recordings, counted].map(Number), [people.length, n]);
}

async function compareSummaryPage(
  page: Page,
  { test, people, width, compare }: Trial,
): Promise<void> {
  await page.goto(`/api/tests/${test._id}`);
  const card = (name: string) => page.getByRole('region', { name, exact: true });
  const { success, timeOnTask, lostness, ease, ends, failures, ...truth } = summaryOf(people);
  const headline = page.getByRole('heading', { name: `${success.k} of ${success.n} reached Done` });
  await headline.waitFor();
  const whole = await textOf(page.getByRole('main'));
  const says = (what: string, text: string, part: string) =>
    compare.same(`${what} has '${part}'`, text.includes(part), true);
  says('Summary', whole, `${percent(success.share)} %, ${interval(success)}`);
  const counts = countsByOutcome(people);
  for (const [outcome, label] of Object.entries(labels))
    says('Summary', whole, `${label} ${counts[outcome as keyof typeof labels]}`);
  const middle = timeOnTask.kind === 'median' ? 'median' : 'geometric mean';
  const onTask = await textOf(card('Time on task'));
  says('Time on task', onTask, `${middle} ${seconds(timeOnTask.value)} s`);
  says('Time on task', onTask, `interval ${seconds(timeOnTask.low)}–${seconds(timeOnTask.high)} s`);
  says('Time on task', onTask, `${timeOnTask.n} people`);
  const toGoal = whole.slice(whole.indexOf('Time to goal'));
  says('Time to goal', toGoal, `${seconds(truth.timeToGoal.value)} s`);
  const lost = await textOf(card('Lostness'));
  says(
    'Lostness',
    lost,
    `mean ${lostness.value?.toFixed(2)}, ${range(lostness, 2)}, ${lostness.n} people`,
  );
  says('Lostness', lost, `${lostness.leftOut} of ${lostness.n + lostness.leftOut} stopped`);
  const easy = whole.slice(whole.indexOf('How easy was it?'));
  says('Ease', easy, `mean ${ease.value?.toFixed(1)}, ${range(ease, 1)}, ${ease.n} answered`);
  const where = await textOf(card('Where they ended'));
  says('Where they ended', where, `${failures} people`);
  for (const { screen, people: n } of ends) says('Where they ended', where, `${screen} ${n}`);
  // The card folds the findings that could be coincidence.
  for (const fold of await card('Where it went wrong').locator('summary').all()) await fold.click();
  const wrong = await textOf(card('Where it went wrong'));
  const { findings, chance } = findingsOf(people, width);
  for (const { kind, people: k, of, screen, layers = [screen] } of [...findings, ...chance]) {
    const isEnd = kind === 'ended_here' || kind === 'thought_done';
    says('Where it went wrong', wrong, isEnd ? `${k} of the ${of}` : `${k} of ${of}`);
    for (const name of layers.slice(0, 3)) says('Where it went wrong', wrong, name);
  }
}

async function compareTable(page: Page, { test, people, compare }: Trial): Promise<void> {
  await page.goto(`/api/tests/${test._id}?tab=screens`);
  for (const on of screens) {
    const row = page.getByRole('row').filter({ hasText: new RegExp(`^\\d+ ·\\s.?${on}`) });
    await row.waitFor();
    const cells = (await row.getByRole('cell').allInnerTexts()).map(plain);
    const { visitedBy, missedBy, endedHere, cameBack, firstReactedMs, firstClickOnRoute } =
      screenOf(people, on);
    const text = (share: Share | null, none: string) => (share ? `${share.k} of ${share.n}` : none);
    compare.same(
      `table ${on}`,
      cells.slice(-6).map((cell) => cell.trim()),
      [
        String(visitedBy),
        text(missedBy, ''),
        text(endedHere, 'goal'),
        text(cameBack, ''),
        firstReactedMs === null ? '–' : `${seconds(firstReactedMs)} s`,
        text(firstClickOnRoute, '–'),
      ],
    );
  }
}
