// Compares the answers of the product about a test of the trial with the truth, call by call.
import type { Moments } from '#contract/moments.ts';
import type { PathResults } from '#contract/result-paths.ts';
import type { ScreenHeat, ScreenResults } from '#contract/result-screens.ts';
import type { FindingByRule, ResultChoices, ResultSummary } from '#contract/results.ts';
import { successBody, type TestClient } from '../client.ts';
import type { Comparison } from './comparison.ts';
import { documentOf, SCREENS, type Screen, type Width } from './design.ts';
import type { Finding } from './joined.ts';
import { total } from './numbers.ts';
import { COUNTED, type Person } from './people.ts';
import {
  arrivalsOf,
  baseOf,
  columnsOf,
  countsByOutcome,
  decidedAt,
  findingsOf,
  hotSpotsOf,
  type Layer,
  layerOf,
  pressesOn,
  routeOf,
  screenOf,
  screens,
  summaryOf,
} from './truth.ts';

export interface Trial {
  owner: TestClient;
  test: { _id: string };
  people: readonly Person[];
  width: Width;
  /** One of several tasks, or nothing for the only one. */
  step?: number;
  compare: Comparison;
  /** The value is false with people in a real browser, whose times and rounded places are their own. */
  isScripted: boolean;
}

export async function ask<T>({ owner, test, step }: Trial, path: string): Promise<T> {
  const of = step === undefined ? '' : `${path.includes('?') ? '&' : '?'}step=${step}`;
  return successBody<T>(await owner.get(`/api/tests/${test._id}/results${path}${of}`));
}

const screenNamed = (name: string): Screen => {
  const screen = screens.find((one) => one === name);
  if (!screen) throw new Error(`'${name}' is no screen`);
  return screen;
};

/** Order of outcomes in lists. */
const ORDER = ['excluded', 'running', 'not_measurable', 'never_began', 'to_judge', ...COUNTED];

export async function compareSummary(trial: Trial): Promise<void> {
  const { compare, people, width } = trial;
  const answer = await ask<ResultSummary>(trial, '');
  const truth = summaryOf(people);
  const counts = countsByOutcome(people);
  compare.same('Summary people', [answer.people, answer.total], [truth.people, truth.people]);
  const outcomes = ORDER.flatMap((outcome) => {
    const n = counts[outcome as keyof typeof counts];
    return n ? [{ outcome, people: n }] : [];
  });
  compare.same('outcomes', answer.outcomes, outcomes);
  const outside = outcomes.filter(({ outcome }) => !COUNTED.some((one) => one === outcome));
  compare.same('outside', answer.outside, outside);
  for (const key of ['success', 'direct', 'lostness'] as const)
    compare.close(key, answer[key], truth[key]);
  if (trial.isScripted) {
    compare.close('time on task', answer.timeOnTask, truth.timeOnTask);
    compare.close('time to goal', answer.timeToGoal?.average, truth.timeToGoal);
  }
  compare.close('ease', answer.ease.average, truth.ease);
  compare.same('eases', answer.ease.counts, truth.eases);
  compare.same('did it', [answer.didIt.yes, answer.didIt.no], [truth.yes, truth.no]);
  compare.same('helped', answer.helped, truth.helped);
  compare.same('failures', answer.ends?.failures, truth.failures);
  compare.same(
    'sum of ends',
    total(answer.ends?.screens.map((end) => end.people) ?? []) + (answer.ends?.unknown ?? 0),
    truth.failures,
  );
  for (const { screen, people: ended } of truth.ends) {
    compare.same(
      `ended on ${screen}`,
      answer.ends?.screens.find((end) => end.screen.name === screen)?.people,
      ended,
    );
  }
  const { findings, chance } = findingsOf(people, width);
  compareFindings(compare, { answer: answer.findings, truth: findings, list: 'findings' });
  const { mayBeChance } = answer;
  compareFindings(compare, { answer: mayBeChance, truth: chance, list: 'may be chance' });
}

function compareFindings(
  compare: Comparison,
  {
    answer,
    truth,
    list,
  }: { answer: readonly FindingByRule[]; truth: readonly Finding[]; list: string },
): void {
  compare.same(list, answer.map(textOfSaid), truth.map(textOf));
  for (const [at, found] of answer.entries()) {
    if (found.kind !== 'nothing_reacts') continue;
    const chance = truth[at]?.more.at(-1);
    compare.within(1e-9).same(`${list} ${at} Fisher`, found.failures?.chance, chance);
  }
}

/** Fisher's probability is compared apart. */
const textOf = ({ kind, screen, layers = [], people, of, more }: Finding) =>
  [
    kind,
    screen,
    ...(kind === 'nothing_reacts' ? [layers.join('+')] : []),
    people,
    of,
    ...more.slice(0, kind === 'nothing_reacts' ? -1 : undefined),
  ].join(' ');

function textOfSaid(found: FindingByRule): string {
  const { kind, screen, people, of } = found;
  if (kind === 'ended_here') return [kind, screen.name, people, of, found.thoughtDone].join(' ');
  if (kind === 'came_back') return [kind, screen.name, people, of, found.mostTimes].join(' ');
  if (kind === 'thought_done') return [kind, screen.name, people, of].join(' ');
  const { presses, failures } = found;
  const layers = [found, ...found.also].map(({ layer }) => String(layer)).sort();
  const { ofPressers, ofOthers, others } = failures ?? {};
  const numbers = [people, of, presses, ofPressers, ofOthers, others];
  return [kind, screen.name, layers.join('+'), ...numbers].join(' ');
}

export async function compareScreens(trial: Trial): Promise<void> {
  const { compare, people, width } = trial;
  const answer = await ask<ScreenResults>(trial, '/screens');
  compare.same(
    'Screens people',
    [answer.people, answer.total],
    [baseOf(people).length, baseOf(people).length],
  );
  compare.same('screens', answer.screens.map(({ name }) => name).sort(), screens.toSorted());
  for (const screen of answer.screens) {
    const on = screenNamed(screen.name);
    const { missedBy, cameBack, endedHere, firstClickOnRoute, firstReactedMs, ...counts } =
      screenOf(people, on);
    for (const [key, truth] of Object.entries(counts))
      compare.same(`${on} ${key}`, screen[key as keyof typeof counts], truth);
    if (trial.isScripted)
      compare.within(0.01).same(`${on} first reaction`, screen.firstReactedMs, firstReactedMs);
    for (const [key, truth] of Object.entries({ missedBy, cameBack, endedHere, firstClickOnRoute }))
      compare.close(`${on} ${key}`, screen[key as 'missedBy'], truth);
    const frame = documentOf(width).frames.find(
      ({ id }) => id === SCREENS[on],
    )?.absoluteBoundingBox;
    const scale = (screen.image?.width ?? Number.NaN) / (frame?.width ?? 1);
    compare.within(1).same(`${on} image`, screen.image?.height, (frame?.height ?? 0) * scale);
    for (const layer of ['all', 'first', 'missed'] as const)
      await compareHeat(trial, { number: screen.number, on, layer, scale });
  }
}

interface Heat {
  number: number;
  on: Screen;
  layer: Layer;
  /** Pixels of the image for one of the frame. */
  scale: number;
}

async function compareHeat(trial: Trial, { number, on, layer, scale }: Heat): Promise<void> {
  const { compare, people } = trial;
  const answer = await ask<ScreenHeat>(
    trial,
    `/screens/${number}/heat?layer=${layer}&weight=click`,
  );
  const presses = layerOf(people, on, layer);
  const placed = presses.flatMap(({ spot, person }) => (spot ? [{ ...spot, person }] : []));
  const what = `${on} ${layer}`;
  compare.same(`${what} clicks`, answer.clicks, placed.length);
  compare.same(
    `${what} clicked by`,
    answer.clickedBy,
    new Set(placed.map(({ person }) => person)).size,
  );
  compare.same(
    `${what} unplaced`,
    total(Object.values(answer.unplaced)),
    presses.length - placed.length,
  );
  if (trial.isScripted) {
    const truth = placed.map(({ x, y }) => cellOf(x * scale, y * scale));
    compare.same(`${what} places`, binsOf(answer), truth.sort());
  }
  const byPerson = await ask<ScreenHeat>(
    trial,
    `/screens/${number}/heat?layer=${layer}&weight=person`,
  );
  compare
    .within(1e-6)
    .same(`${what} weight by person`, total(byPerson.bins.weight), byPerson.clickedBy);
  const truth = hotSpotsOf(people, on, layer);
  const named = answer.hotSpots.filter((spot) => spot.layer !== null);
  const text = (
    row: { people: number; clicks: number; reacts: boolean },
    place: string | null,
    to: string | null,
  ) =>
    `${place}: ${row.people} people, ${row.clicks} clicks, ${row.reacts ? 'reacts' : 'dead'}, to ${to}`;
  compare.same(
    `${what} hot spots`,
    named.map((spot) => text(spot, spot.layer, spot.leadsTo?.name ?? null)).sort(),
    truth.map((spot) => text(spot, spot.place, spot.leadsTo)).sort(),
  );
  compare.same(
    `${what} order`,
    answer.hotSpots.map((one) => one.people).join(),
    answer.hotSpots
      .map((one) => one.people)
      .toSorted((a, b) => b - a)
      .join(),
  );
  if (layer === 'all' && trial.isScripted)
    for (const spot of named)
      await comparePlace(trial, { number, on, place: spot.place, name: spot.layer });
}

const cellOf = (x: number, y: number) => `${Math.floor(x)},${Math.floor(y)}`;

/** A cell for each click. */
const binsOf = ({ bins: { x, y, weight } }: ScreenHeat) =>
  x.flatMap((left, at) => Array<string>(weight[at] ?? 0).fill(cellOf(left, y[at] ?? 0))).sort();

/** The people of a hot spot, each with the moment of their first press on it. */
async function comparePlace(
  trial: Trial,
  { number, on, place, name }: { number: number; on: Screen; place: string; name: string | null },
): Promise<void> {
  const query = new URLSearchParams({ of: 'clicked', at: String(number), place });
  const answer = await ask<Moments>(trial, `/moments?${query}`);
  const truth = baseOf(trial.people).flatMap((person) => {
    const [first] = pressesOn(person, on).filter((press) => press.place === name);
    return first ? [`${person.name} at ${first.atMs}`] : [];
  });
  trial.compare.same(
    `people on ${name}`,
    answer.items.map((item) => `${item.participantName} at ${item.atMs}`).sort(),
    truth.sort(),
  );
}

export async function comparePaths(trial: Trial): Promise<void> {
  const { compare, people } = trial;
  const answer = await ask<PathResults>(trial, '/paths');
  const base = baseOf(people);
  compare.same(
    'Paths people',
    [answer.people, answer.total, answer.withoutPath],
    [base.length, base.length, 0],
  );
  const nameOf = new Map(answer.screens.map(({ number, name }) => [number, name]));
  const { nodes, links } = columnsOf(people);
  const keyOf = new Map(
    answer.nodes.map((node) => [node.id, `${node.column} ${nameOf.get(node.screen ?? 0)}`]),
  );
  compare.same('columns', [...keyOf.values()].sort(), [...nodes.keys()].sort());
  for (const { id, people: n, reached, ended } of answer.nodes) {
    const key = keyOf.get(id) ?? '';
    compare.same(`column ${key}`, { people: n, reached, ended }, nodes.get(key) ?? null);
  }
  const answerLinks = answer.links.map(
    ({ from, to, people: n }) => `${keyOf.get(from)} > ${keyOf.get(to)?.split(' ')[1]}: ${n}`,
  );
  compare.same('links', answerLinks.sort(), links.toSorted());
  await compareLinks(trial, answer);
  const routes = Map.groupBy(base, (person) =>
    routeOf(person)
      .map(({ screens: cycle, loops }) => `${cycle.join('-')}x${loops}`)
      .join(' › '),
  );
  for (const { steps, people: n, reached, direct } of answer.routes) {
    const key = steps
      .map(
        ({ screens: cycle, loops }) => `${cycle.map((one) => nameOf.get(one)).join('-')}x${loops}`,
      )
      .join(' › ');
    const group = routes.get(key) ?? [];
    const count = (...outcomes: string[]) =>
      group.filter(({ outcome }) => outcomes.includes(outcome)).length;
    compare.same(
      `path ${key}`,
      { people: n, reached, direct },
      { people: group.length, reached: count('direct', 'indirect'), direct: count('direct') },
    );
  }
  compare.same('paths', answer.routes.length + answer.otherRoutes.routes, routes.size);
  compare.same(
    'people on paths',
    total(answer.routes.map((route) => route.people)) + answer.otherRoutes.people,
    base.length,
  );
}

/** The people of each link between two columns, and of each end, with the moment in which they went on or ended. */
async function compareLinks(trial: Trial, { nodes, links, screens: named }: PathResults) {
  // The times of people in a browser are their own.
  const moment = (name: string, ms: number) => (trial.isScripted ? `${name} at ${ms}` : name);
  const nameOf = new Map(named.map(({ number, name }) => [number, name]));
  const nodeOf = new Map(nodes.map((node) => [node.id, node]));
  const steps = [
    ...links.map(({ from, to }) => ({ from: nodeOf.get(from), to: nodeOf.get(to) })),
    ...nodes.filter(({ ended }) => ended > 0).map((from) => ({ from, to: undefined })),
  ];
  for (const { from, to } of steps) {
    const query = new URLSearchParams({
      ...{ of: 'link', at: String(from?.screen), column: String(from?.column) },
      ...(to && { next: String(to.screen) }),
    });
    const answer = await ask<Moments>(trial, `/moments?${query}`);
    const column = from?.column ?? 0;
    const truth = baseOf(trial.people).flatMap((person) => {
      const [here, next] = arrivalsOf(person).slice(column, column + 2);
      const isSame =
        here?.screen === nameOf.get(from?.screen ?? 0) &&
        next?.screen === (to && nameOf.get(to.screen ?? 0));
      return isSame ? [moment(person.name, next?.atMs ?? person.lengthMs)] : [];
    });
    trial.compare.same(
      `people of ${query}`,
      answer.items.map((item) => moment(item.participantName, item.atMs)).sort(),
      truth.sort(),
    );
  }
}

/** Each filter with the people whom it leaves. */
function filtersOf(numberOf: (screen: Screen) => number): [string, (person: Person) => boolean][] {
  return [
    ...ORDER.map((outcome): [string, (person: Person) => boolean] => [
      `outcome=${outcome}`,
      (person) => person.outcome === outcome,
    ]),
    ['outcome=direct,indirect', ({ outcome }) => ['direct', 'indirect'].includes(outcome)],
    ...screens.map((screen): [string, (person: Person) => boolean] => [
      `screen=${numberOf(screen)}`,
      ({ visits }) => visits.some((visit) => visit.screen === screen),
    ]),
    ['device=Firefox on Linux', ({ device }) => device === 'Firefox on Linux'],
    ['text=Cleo', ({ name }) => name.includes('Cleo')],
    ['answer=did_it', ({ answers }) => answers?.didIt === true],
    ['answer=did_not', ({ answers }) => answers?.didIt === false],
    ['answer=hard', ({ answers }) => (answers?.ease ?? 9) <= 3],
    ['answer=easy', ({ answers }) => (answers?.ease ?? 0) >= 6],
    ['answer=helped', ({ answers }) => Boolean(answers?.helped)],
  ];
}

export async function compareFilters(trial: Trial): Promise<void> {
  const { compare, people, width } = trial;
  const { screens: named } = await ask<ScreenResults>(trial, '/screens');
  const numberOf = (screen: Screen) => named.find(({ name }) => name === screen)?.number ?? 0;
  for (const [filter, keeps] of filtersOf(numberOf)) {
    const isByOutcome = filter.startsWith('outcome=');
    const left = (isByOutcome ? people : baseOf(people)).filter(keeps);
    const [summary, choices, moments, onScreens, paths] = [
      await ask<ResultSummary>(trial, `?${filter}`),
      await ask<ResultChoices>(trial, `/choices?${filter}`),
      await ask<Moments>(trial, `/moments?of=people&${filter}&limit=50`),
      await ask<ScreenResults>(trial, `/screens?${filter}`),
      await ask<PathResults>(trial, `/paths?${filter}`),
    ];
    const n = left.length;
    const bases = [summary.people, choices.people, moments.total, onScreens.people, paths.people];
    compare.same(`${filter}: base of each tab`, bases, [n, n, n, n, n]);
    compare.same(
      `${filter}: people and seconds`,
      moments.items.map((item) => `${item.participantName} at ${item.atMs}`).sort(),
      left.map((person) => `${person.name} at ${decidedAt(person)}`).sort(),
    );
    if (isByOutcome) {
      compare.same(`${filter}: success`, summary.success, null);
      compare.same(`${filter}: findings`, [...summary.findings, ...summary.mayBeChance], []);
      continue;
    }
    const truth = summaryOf(left);
    compare.close(`${filter}: success`, summary.success, truth.success);
    compare.close(`${filter}: time on task`, summary.timeOnTask, truth.timeOnTask);
    compare.close(`${filter}: time to goal`, summary.timeToGoal?.average, truth.timeToGoal);
    const found = findingsOf(left, width);
    compareFindings(compare, {
      answer: summary.findings,
      truth: found.findings,
      list: `${filter}: findings`,
    });
    compareFindings(compare, {
      answer: summary.mayBeChance,
      truth: found.chance,
      list: `${filter}: may be chance`,
    });
  }
}
