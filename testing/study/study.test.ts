// The sample study, sent as participants' pages send it: every number of the product equals that of the script.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResultComparison } from '#contract/comparison.ts';
import type { Moments } from '#contract/moments.ts';
import type { Outcome } from '#contract/outcomes.ts';
import type { PathResults } from '#contract/result-paths.ts';
import type { AnswerTexts } from '#contract/result-questions.ts';
import type { ScreenHeat, ScreenResults } from '#contract/result-screens.ts';
import type { ResultChoices, ResultOverview, ResultSummary } from '#contract/results.ts';
import { type Sample, startSample } from '#sample/sample.ts';
import { startTestApp, type TestApp, toolAt } from '../app.ts';
import { successBody, type TestClient } from '../client.ts';
import { GOAL_SCREEN, people, SCREENED_OUT } from './people.ts';
import type { Person } from './person.ts';
import { type StudyTest, sendStudy, studyTest, type Taken } from './send.ts';
import { frameOf, PRESENTED_AT_MS, type Walk, walk } from './walk.ts';

/** Frames of a thumbnail's size: their content does not matter here. */
const FILM = { width: 160 };
const SEND_LIMIT_MS = 240_000;

let sample: Sample;
let app: TestApp;
let owner: TestClient;
let test: StudyTest;
/** People in their order, each with what they did in the variant that the server gave them. */
let taken: Taken[];

const runs: readonly (Person & { walk: Walk })[] = people.map((person) => ({
  ...person,
  walk: walk(person.presses),
}));
const counted = runs.filter(({ outcome }) => !['excluded', 'never_began'].includes(outcome));
/** Those whose screens, clicks and ways are summed: the base of every tab. */
const seen = counted;

const screensOf = ({ walk: { scenes } }: (typeof runs)[number]) =>
  scenes
    .map(({ overlayId, screenId }) => overlayId ?? screenId)
    .filter((id, at, all) => id !== all[at - 1]);
const presses = ({ walk: { events } }: (typeof runs)[number]) =>
  events.filter(({ type }) => type === 'MOUSE_PRESS_OR_RELEASE').map(({ data }) => data);
const withOutcome = (...outcomes: Outcome[]) =>
  runs.filter(({ outcome }) => outcomes.includes(outcome));
const timeToGoal = ({ walk: { scenes } }: (typeof runs)[number]) =>
  (scenes.find(({ screenId }) => screenId === GOAL_SCREEN)?.atMs ?? Number.NaN) - PRESENTED_AT_MS;

/** Numbers of the study's steps. */
const [FIRST, SUS, WORDS] = [2, 5, 6];
const SECOND = [3, 4] as const;

/** Ways of people through the second task, the excluded ones left out. */
const taskRuns = (step: number) =>
  taken
    .filter(({ person }) => person.outcome !== 'excluded')
    .flatMap(({ story }) => story.tasks.filter((one) => one.step === step));
const successes = (step: number) =>
  taskRuns(step).filter(({ way }) => ['direct', 'indirect'].includes(way.outcome)).length;
/** Answers of those who came as far as the questions. */
const came = counted.flatMap(({ later }) => later ?? []);

const ask = async <T>(path: string): Promise<T> =>
  successBody<T>(await owner.get(`/api/tests/${test._id}/results${path}`));

beforeAll(async () => {
  sample = await startSample({ port: 0, host: '127.0.0.1' });
  app = await startTestApp({ jobs: true, env: { ...toolAt(sample), FIGMA_TOKEN: sample.token } });
  owner = await app.signIn('ada@example.com', { company: 'Little Fern' });
  const about = {
    prototypeUrl: sample.prototypeUrl,
    name: 'A plant as a gift',
    task: 'Order one.',
  };
  test = successBody<StudyTest>(await owner.post('/api/tests', studyTest(about)));
  taken = await sendStudy({ owner, test, size: FILM });
}, SEND_LIMIT_MS);
afterAll(async () => {
  await app?.close();
  await sample?.stop();
});

describe('the sample study', () => {
  it('counts who opened the link, began, recorded and finished', async () => {
    const { funnel } = await ask<ResultSummary>('');
    const vanished = runs.filter(({ end }) => end === 'tab_closed').length;
    expect(funnel).toMatchObject({
      opened: 64 + SCREENED_OUT,
      started: 60,
      recorded: 60,
      finished: 60 - vanished,
    });
    expect(funnel.obstacles).toEqual([
      { obstacle: 'no_microphone', people: 2 },
      { obstacle: 'sharing_refused', people: 1 },
    ]);
    const question = 'How often do you buy plants?';
    expect(funnel.screenedOut).toEqual([
      { step: 1, question, answer: 'Never', people: SCREENED_OUT },
    ]);
  });

  it('gives every run its outcome', async () => {
    const { outcomes, people: n, total, outside } = await ask<ResultSummary>('');
    expect(Object.fromEntries(outcomes.map((one) => [one.outcome, one.people]))).toEqual({
      excluded: 1,
      never_began: 2,
      direct: 24,
      indirect: 11,
      thought_done: 7,
      gave_up: 8,
      left: 4,
      stopped: 3,
    });
    expect({ n, total }).toEqual({ n: 57, total: 57 });
    // 57 and these are the 60 recordings of the funnel.
    expect(outside).toEqual([
      { outcome: 'excluded', people: 1 },
      { outcome: 'never_began', people: 2 },
    ]);
    for (const { outcome } of outcomes) {
      const { items } = await ask<Moments>(`/moments?of=people&outcome=${outcome}`);
      const names = items.map(({ participantName }) => participantName).sort();
      expect(names, outcome).toEqual(
        withOutcome(outcome)
          .map(({ name }) => name)
          .sort(),
      );
    }
  });

  it('says how many reached the goal, with an interval', async () => {
    const { success, direct } = await ask<ResultSummary>('');
    // Wilson 1927 by hand: (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n), z = 1.959964.
    expect(success).toMatchObject({ k: 35, n: 57 });
    expect(success?.share).toBeCloseTo(0.61404, 5);
    expect(success?.low).toBeCloseTo(0.4843, 4);
    expect(success?.high).toBeCloseTo(0.7294, 4);
    expect(direct).toMatchObject({ k: 24, n: 57 });
  });

  it('says how long they took to the goal', async () => {
    const { timeToGoal: goalTimes } = await ask<ResultSummary>('');
    const times = withOutcome('direct', 'indirect')
      .map(timeToGoal)
      .sort((a, b) => a - b);
    expect(goalTimes?.values?.map(({ ms }) => Math.round(ms))).toEqual(times);
    expect(goalTimes?.average).toMatchObject({ kind: 'median', n: 35, value: times[17] });
    // Order statistics that hold the median in 95 % of samples of 35 (binomial 12th and 24th).
    expect(goalTimes?.average).toMatchObject({ low: times[11], high: times[23] });
  });

  it('sums up what they answered', async () => {
    const { ease, didIt, helped } = await ask<ResultSummary>('');
    const answers = counted.flatMap(({ answers }) => answers ?? []);
    expect(ease.counts).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((grade) => answers.filter((one) => one.ease === grade).length),
    );
    expect(ease.outside).toBe(0);
    expect(didIt).toEqual({
      outside: 0,
      yes: answers.filter((one) => one.didIt === true).length,
      no: answers.filter((one) => one.didIt === false).length,
    });
    expect(helped).toBe(answers.filter((one) => one.helped).length);
  });

  it('finds where it went wrong', async () => {
    const { findings } = await ask<ResultSummary>('');
    const shop = seen.filter((run) => screensOf(run).includes('1:3'));
    const pressed = shop.filter(({ presses }) => presses.some(({ on }) => on === 'Snake plant'));
    const places = findings.filter((found) => found.kind === 'nothing_reacts');
    expect(places.find(({ layer }) => layer === 'Snake plant')).toMatchObject({
      screen: { name: 'All plants', screenId: '1:3' },
      layer: 'Snake plant',
      people: pressed.length,
      of: shop.length,
      presses: pressed.flatMap(({ presses }) => presses.filter(({ on }) => on === 'Snake plant'))
        .length,
    });
    // The same people pressed two labels, and all of them failed: one line, before what does not explain failing.
    expect(places.map(({ layer }) => layer)).toEqual(['Half shade', 'Snake plant']);
    expect(places[0]).toMatchObject({ people: 6, also: [{ layer: 'Peace lily', people: 6 }] });
    expect(findings.find(({ kind }) => kind === 'ended_here')).toMatchObject({
      screen: { name: 'All plants' },
      people: 9,
      of: 22,
      thoughtDone: 0,
    });
    const failed = withOutcome('thought_done', 'gave_up', 'left', 'stopped');
    const { ends } = await ask<ResultSummary>('');
    expect(ends).toMatchObject({ failures: failed.length, unknown: 0, others: { people: 0 } });
    for (const { screen, people: ended } of ends?.screens ?? []) {
      const there = failed.filter((run) => screensOf(run).at(-1) === screen.screenId);
      expect([screen.name, ended]).toEqual([screen.name, there.length]);
    }
    expect(sum(ends?.screens.map(({ people: ended }) => ended) ?? [])).toBe(failed.length);
  });

  it('counts visitors, misclicks, returns and ends of each screen', async () => {
    const { screens } = await ask<ScreenResults>('/screens');
    const failed = withOutcome('thought_done', 'gave_up', 'left', 'stopped');
    for (const screen of screens.filter(({ visitedBy }) => visitedBy > 0)) {
      const id = screen.screenId;
      const visitors = seen.filter((run) => screensOf(run).includes(id));
      const on = visitors.map((run) => presses(run).filter((one) => one.presentedNodeId === id));
      const missed = on.map((some) => some.filter(({ handled }) => handled === false).length);
      expect(screen, screen.name).toMatchObject({
        name: frameOf(id).name,
        isGoal: id === GOAL_SCREEN,
        visitedBy: visitors.length,
        missedBy: { k: missed.filter((count) => count > 0).length, n: visitors.length },
        clicks: on.flat().length,
        misclicks: missed.reduce((sum, count) => sum + count, 0),
        cameBack: {
          k: visitors.filter((run) => screensOf(run).filter((one) => one === id).length > 1).length,
          n: visitors.length,
        },
      });
      const ended = failed.filter((run) => screensOf(run).at(-1) === id).length;
      if (id === GOAL_SCREEN) expect(screen.endedHere).toBeNull();
      else expect(screen.endedHere, screen.name).toMatchObject({ k: ended, n: failed.length });
    }
  });

  it('shows the commonest paths', async () => {
    const { routes, screens, nodes } = await ask<PathResults>('/paths');
    const [first] = routes;
    const names = first?.steps.map(
      (step) => screens.find(({ number }) => number === step.screens[0])?.name,
    );
    expect(names).toEqual(
      ['1:2', '1:4', '1:5', '1:6', '1:7', '1:8', '1:9', '1:10'].map((id) => frameOf(id).name),
    );
    expect(first).toMatchObject({ people: 11, reached: 11, direct: 11 });
    const starts = nodes.filter(({ column }) => column === 0);
    expect(starts.map(({ people: n }) => n)).toEqual([seen.length]);
    expect(nodes.reduce((sum, { reached }) => sum + reached, 0)).toBe(35);
  });

  it('heats a screen by person and by click, and names its hot spots', async () => {
    const { screens } = await ask<ScreenResults>('/screens');
    const shop = screens.find(({ screenId }) => screenId === '1:3');
    const onShop = seen.flatMap((run) =>
      presses(run).filter(({ presentedNodeId }) => presentedNodeId === '1:3'),
    );
    const byClick = await ask<ScreenHeat>(`/screens/${shop?.number}/heat?weight=click`);
    expect(byClick.clicks).toBe(onShop.length);
    expect(sum(byClick.bins.weight)).toBeCloseTo(onShop.length, 6);
    const byPerson = await ask<ScreenHeat>(`/screens/${shop?.number}/heat?weight=person`);
    expect(sum(byPerson.bins.weight)).toBeCloseTo(byPerson.clickedBy, 6);
    expect(byClick.hotSpots[0]).toMatchObject({ layer: 'Snake plant', reacts: false, people: 17 });
    const missed = await ask<ScreenHeat>(`/screens/${shop?.number}/heat?layer=missed&weight=click`);
    expect(missed.clicks).toBe(onShop.filter(({ handled }) => handled === false).length);
  });

  it('leads from a number to its people and their moments', async () => {
    const { screens } = await ask<ScreenResults>('/screens');
    const shop = screens.find(({ screenId }) => screenId === '1:3');
    const { hotSpots } = await ask<ScreenHeat>(`/screens/${shop?.number}/heat`);
    const { place } = hotSpots[0] ?? {};
    const query = new URLSearchParams({
      of: 'clicked',
      at: String(shop?.number),
      place: place ?? '',
    });
    const { items, total } = await ask<Moments>(`/moments?${query}`);
    expect(total).toBe(17);
    for (const item of items) {
      const run = seen.find(({ name }) => name === item.participantName);
      const first = run?.walk.events.find(
        ({ data }) => data.presentedNodeId === '1:3' && data.handled === false,
      );
      expect(item.atMs, item.participantName).toBe(first?.atMs);
    }
  });

  it('shows each person one variant of the second task, and compares both', async () => {
    const { tasks } = await ask<ResultOverview>('/overview');
    expect(tasks.map(({ step, success }) => [step, success?.k, success?.n])).toEqual([
      [FIRST, 35, 57],
      ...SECOND.map((step) => [step, successes(step), taskRuns(step).length]),
    ]);
    // Enough of a difference to be shown, and none of a fairy tale.
    expect(SECOND.map((step) => [successes(step), taskRuns(step).length])).toEqual([
      [14, 25],
      [21, 25],
    ]);
    for (const step of SECOND) {
      const { outcomes, ease } = await ask<ResultSummary>(`?step=${step}`);
      for (const { outcome, people: n } of outcomes.filter((one) => one.outcome !== 'excluded'))
        expect(n, `${step} ${outcome}`).toBe(
          taskRuns(step).filter(({ way }) => way.outcome === outcome).length,
        );
      const grades = taskRuns(step).map(({ way }) => way.answers?.ease);
      expect(ease.counts).toEqual(
        [1, 2, 3, 4, 5, 6, 7].map((grade) => grades.filter((one) => one === grade).length),
      );
    }
    const comparison = await ask<ResultComparison>('/comparison?field=variant&a=1&b=2');
    const success = comparison.steps
      .find(({ a, b }) => a === SECOND[0] && b === SECOND[1])
      ?.numbers.find(({ measure }) => measure === 'success');
    expect(success).toMatchObject({
      a: { k: successes(SECOND[0]) },
      b: { k: successes(SECOND[1]) },
    });
    expect(success?.difference?.high).toBeLessThan(0);
  });

  it('scores SUS, and sums up the open question with its tags', async () => {
    const { questions } = await ask<ResultOverview>('/overview');
    const [sus, words] = [SUS, WORDS].map((step) =>
      questions.find(({ question }) => question.number === step),
    );
    const scores = came.map(
      ({ sus: grades }) =>
        // Brooke 1996: odd items less 1, even ones from 5, times 2.5.
        2.5 * sum(grades.map((grade, item) => (item % 2 === 0 ? grade - 1 : 5 - grade))),
    );
    expect(sus).toMatchObject({ visitors: scores.length, answered: scores.length });
    expect(sus?.average?.value).toBeCloseTo(sum(scores) / scores.length, 6);
    const texts = came.flatMap(({ words: own }) => own ?? []);
    expect(words).toMatchObject({ visitors: came.length, answered: texts.length });
    const { items, tags, people: n } = await ask<AnswerTexts>(`/questions/${WORDS}/texts?limit=50`);
    expect(n).toBe(texts.length);
    expect(items.map(({ text }) => text).sort()).toEqual(texts.map(({ text }) => text).sort());
    for (const { tag, people: tagged } of tags)
      expect(tagged, tag).toBe(texts.filter((one) => one.tags.includes(tag)).length);
    expect(tags.length).toBeGreaterThan(5);
    const moments = taken.find(({ person }) => person.later?.words)?.story.answers.at(-1);
    expect(items.map(({ atMs }) => atMs)).toContain(moments?.atMs);
  });

  it('filters everything alike', async () => {
    const filters = ['outcome=gave_up,left', 'screen=2', 'device=Firefox on Linux', 'text=Berg'];
    for (const filter of filters) {
      const choices = await ask<ResultChoices>(`/choices?${filter}`);
      const summary = await ask<ResultSummary>(`?${filter}`);
      const { total } = await ask<Moments>(`/moments?of=people&${filter}`);
      expect(summary.people, filter).toBe(choices.people);
      expect(total, filter).toBe(choices.people);
      expect(choices.people, filter).toBeGreaterThan(0);
      expect(choices.people, filter).toBeLessThan(60);
    }
  });
});

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
