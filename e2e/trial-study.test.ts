// The trial study: the sample study's people by calls and some in a real browser, and the three questions of a
// stakeholder on the built pages: how many, where, show me.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '#contract/outcomes.ts';
import type { ResultSummary } from '#contract/results.ts';
import { launchChromium } from '#testing/chromium.ts';
import { successBody } from '#testing/client.ts';
import { people } from '#testing/study/people.ts';
import { type StudyTest, sendStudy, taskTest } from '#testing/study/send.ts';
import { frameOf, spotOn } from '#testing/study/walk.ts';
import { startRecording, stopAndUpload } from './participant.ts';
import { embedOn, press } from './prototype.ts';
import { openStage, type Stage } from './stage.ts';

interface RealPerson {
  name: string;
  /** Screen, layer on it, and how far the page has to be scrolled. */
  presses: readonly (readonly [screenId: string, layer: string, scrollTo?: number])[];
  saysDone: 'Yes' | 'No' | null;
  outcome: Outcome;
}

const order = [
  ['1:6', 'Add to basket'],
  ['1:7', 'Go to checkout'],
] as const;
const asGift = [...order, ['1:8', 'Send as a gift', 200], ['1:9', 'Place order', 0]] as const;
const byFinder = [
  ['1:2', 'Find by light'],
  ['1:4', 'Hardly any'],
  ['1:5', 'Cast-iron plant'],
] as const;

const realPeople: readonly RealPerson[] = [
  { name: 'Real One', presses: [...byFinder, ...asGift], saysDone: 'Yes', outcome: 'direct' },
  {
    name: 'Real Two',
    presses: [
      ['1:2', 'Shop all plants'],
      ['1:3', 'Snake plant'],
      ['1:3', 'Snake plant'],
    ],
    saysDone: 'No',
    outcome: 'gave_up',
  },
  {
    name: 'Real Three',
    presses: [...byFinder, ...order, ['1:8', 'Place order']],
    saysDone: null,
    outcome: 'indirect',
  },
  {
    name: 'Real Four',
    presses: [...byFinder, ['1:6', 'Add to basket']],
    saysDone: 'Yes',
    outcome: 'thought_done',
  },
  { name: 'Real Five', presses: [['1:2', 'Care guides']], saysDone: null, outcome: 'stopped' },
  {
    name: 'Real Six',
    presses: [['1:2', 'Shop all plants'], ['1:3', 'Low light'], byFinder[2], ...asGift],
    saysDone: 'Yes',
    outcome: 'direct',
  },
];
/** All six take two minutes; the run of all tests has the first two. */
const present = realPeople.slice(0, Number(process.env.TRIAL_BROWSERS ?? 2));

const TEST_NAME = 'A plant as a gift';
let stage: Stage;
let test: StudyTest;

beforeAll(async () => {
  stage = await openStage();
  const sample = { prototypeUrl: stage.server.prototypeUrl, name: TEST_NAME, task: 'Order one.' };
  test = successBody<StudyTest>(await stage.owner.post('/api/tests', taskTest(sample)));
  await sendStudy({ owner: stage.owner, test, size: { width: 160 } });
  for (const person of present) await takePart(person);
}, 900_000);
afterAll(() => stage?.close());

/** Takes the test in a browser that records its own tab. */
async function takePart({ name, presses, saysDone }: RealPerson): Promise<void> {
  const browser = await launchChromium({ media: 'titled-tab', tabTitle: TEST_NAME });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await context.grantPermissions(['camera', 'microphone'], { origin: stage.origin });
    const own = await context.newPage();
    await startRecording(own, test.link, name);
    const frame = await embedOn(own);
    for (const [screenId, layer, scrollTo] of presses) {
      const spot = spotOn(frameOf(screenId), layer);
      await press(own, frame, {
        screenId,
        ...spot,
        ...(scrollTo === undefined ? {} : { scrollTo }),
      });
    }
    await stopAndUpload(own);
    if (saysDone !== null) await answer(own, saysDone);
  } finally {
    await browser.close();
  }
}

async function answer(own: Page, saysDone: 'Yes' | 'No'): Promise<void> {
  await own.getByRole('radio', { name: saysDone, exact: true }).check();
  await own.getByRole('button', { name: 'Send', exact: true }).click();
  await own.getByText('Your answers have been sent.').waitFor();
}

const all = [...people, ...present];
const countOf = (...outcomes: Outcome[]) =>
  all.filter(({ outcome }) => outcomes.includes(outcome)).length;

describe('the trial study', () => {
  it('gives every run the outcome that its script has', async () => {
    const summary = successBody<ResultSummary>(
      await stage.owner.get(`/api/tests/${test._id}/results`),
    );
    const peopleByOutcome = new Map(summary.outcomes.map((one) => [one.outcome, one.people]));
    for (const outcome of new Set(all.map((person) => person.outcome))) {
      expect(peopleByOutcome.get(outcome), outcome).toBe(countOf(outcome));
    }
    expect(summary.success).toMatchObject({
      k: countOf('direct', 'indirect'),
      n: all.length - countOf('excluded', 'never_began'),
    });
  });
});
