// The numbers of the trial as a right product shows them, counted from the plan by docs/metrics.md.
import type { Outcome } from '#contract/outcomes.ts';
import { documentOf, SCREENS, type Screen, type Width } from './design.ts';
import { type Finding, joined } from './joined.ts';
import { binomialTail, fisherTail, mean, median, middleTime, share, total } from './numbers.ts';
import { COUNTED, type Person } from './people.ts';
import { chainOf, type Target, targets } from './targets.ts';

const GOAL: Screen = 'Done';
export const ROUTES: readonly (readonly Screen[])[] = [
  ['Home', 'Shop', 'Details', 'Added', 'Done'],
  ['Home', 'Shop', 'Added', 'Done'],
];
export const screens = Object.keys(SCREENS) as Screen[];

export const baseOf = (people: readonly Person[]) =>
  people.filter(({ outcome }) => COUNTED.includes(outcome));
const isSuccess = ({ outcome }: Person) => outcome === 'direct' || outcome === 'indirect';
export const failuresOf = (people: readonly Person[]) =>
  baseOf(people).filter((person) => !isSuccess(person));
export const goalAt = ({ visits }: Person) => visits.find(({ screen }) => screen === GOAL)?.atMs;
export const timeToGoal = (person: Person) =>
  isSuccess(person) ? (goalAt(person) ?? Number.NaN) - person.beganAtMs : null;
const lastOf = ({ visits }: Person) => visits.at(-1)?.screen;
const visitsOf = ({ visits }: Person, on: Screen) => visits.filter(({ screen }) => screen === on);
export const pressesOn = ({ presses }: Person, on: Screen) =>
  presses.filter(({ screen }) => screen === on);

export function countsByOutcome(people: readonly Person[]): Partial<Record<Outcome, number>> {
  const counts: Partial<Record<Outcome, number>> = {};
  for (const { outcome } of people) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

export function summaryOf(people: readonly Person[]) {
  const base = baseOf(people);
  const successes = base.filter(isSuccess);
  const answers = base.flatMap((person) => person.answers ?? []);
  const failures = failuresOf(people);
  const eases = answers.flatMap(({ ease }) => ease ?? []);
  const ends = screens
    .map((screen) => ({
      screen,
      people: failures.filter((person) => lastOf(person) === screen).length,
    }))
    .filter((end) => end.people > 0);
  return {
    people: base.length,
    success: share(successes.length, base.length),
    direct: share(base.filter(({ outcome }) => outcome === 'direct').length, base.length),
    timeToGoal: middleTime(successes.map((person) => timeToGoal(person) ?? Number.NaN)),
    timeOnTask: timesOnTask(base),
    lostness: lostnessOf(base),
    ease: eases.length > 0 ? clipped(mean(eases)) : mean([]),
    eases: [1, 2, 3, 4, 5, 6, 7].map((grade) => eases.filter((ease) => ease === grade).length),
    yes: answers.filter(({ didIt }) => didIt === true).length,
    no: answers.filter(({ didIt }) => didIt === false).length,
    helped: answers.filter(({ helped }) => helped !== null).length,
    failures: failures.length,
    ends,
  };
}

/** Each time of fewer than five people. */
function timesOnTask(base: readonly Person[]) {
  const times = base.map(({ lengthMs, beganAtMs }) => lengthMs - beganAtMs);
  return { ...middleTime(times), values: times.length < 5 ? times.sort((a, b) => a - b) : null };
}

const clipped = ({ low, high, ...rest }: ReturnType<typeof mean>) => ({
  ...rest,
  low: low === null ? null : Math.max(1, low),
  high: high === null ? null : Math.min(7, high),
});

/** Smith 1996; who saw fewer screens than the shortest route has is left out. */
function lostnessOf(base: readonly Person[]) {
  const R = Math.min(...ROUTES.map((route) => new Set(route).size));
  const values = base.flatMap((person) => {
    const all = person.visits.map(({ screen }) => screen);
    const at = all.indexOf(GOAL);
    const path = at === -1 ? all : all.slice(0, at + 1);
    const [S, N] = [path.length, new Set(path).size];
    return N < R ? [] : [Math.sqrt((N / S - 1) ** 2 + (R / N - 1) ** 2)];
  });
  return { ...mean(values), leftOut: base.length - values.length };
}

export function screenOf(people: readonly Person[], on: Screen) {
  const base = baseOf(people);
  const visitors = base.filter((person) => visitsOf(person, on).length > 0);
  const n = visitors.length;
  const presses = visitors.flatMap((person) => pressesOn(person, on));
  const reactions = visitors.flatMap((person) => {
    const first = pressesOn(person, on).find(({ reacted }) => reacted);
    return first ? [first.atMs - (visitsOf(person, on)[0]?.atMs ?? 0)] : [];
  });
  const nexts = ROUTES.flatMap((route) =>
    route.includes(on) ? [route[route.indexOf(on) + 1]] : [],
  );
  const firsts = visitors.flatMap((person) => pressesOn(person, on)[0] ?? []);
  const failures = failuresOf(people);
  const count = (keep: (person: Person) => boolean) => visitors.filter(keep).length;
  return {
    visitedBy: n,
    missedBy: share(
      count((person) => pressesOn(person, on).some(({ reacted }) => !reacted)),
      n,
    ),
    firstReactedMs: median(reactions),
    cameBack: share(
      count((person) => visitsOf(person, on).length > 1),
      n,
    ),
    endedHere:
      on === GOAL
        ? null
        : share(failures.filter((person) => lastOf(person) === on).length, failures.length),
    // Only a screen that a route leads on from has it.
    firstClickOnRoute: nexts.some((next) => next !== undefined)
      ? share(firsts.filter(({ ledTo }) => ledTo && nexts.includes(ledTo)).length, firsts.length)
      : null,
    clicks: presses.length,
    misclicks: presses.filter(({ reacted }) => !reacted).length,
    unplaced: presses.filter(({ spot }) => spot === null).length,
  };
}

export type Layer = 'all' | 'first' | 'missed';

/** Presses of a heat: all, each person's first on the screen, or those in vain; with those who made them. */
export function layerOf(people: readonly Person[], on: Screen, layer: Layer) {
  return baseOf(people).flatMap((person) => {
    const all = pressesOn(person, on);
    const rest =
      layer === 'all'
        ? all
        : layer === 'first'
          ? all.slice(0, 1)
          : all.filter(({ reacted }) => !reacted);
    return rest.map((press) => ({ ...press, person }));
  });
}

/** One row for each named place. */
export function hotSpotsOf(people: readonly Person[], on: Screen, layer: Layer = 'all') {
  const presses = layerOf(people, on, layer).filter(({ place }) => place !== null);
  return [...Map.groupBy(presses, ({ place }) => place)].map(([place, on]) => ({
    place,
    people: new Set(on.map(({ person }) => person)).size,
    clicks: on.length,
    reacts: on.some(({ reacted }) => reacted),
    leadsTo: commonest(on.map(({ ledTo }) => ledTo)),
  }));
}

/** The screen to which most presses led; of several, the first of the design. */
function commonest(led: readonly (Screen | null)[]): Screen | null {
  const count = (screen: Screen) => led.filter((one) => one === screen).length;
  const [most] = screens.filter((one) => led.includes(one)).sort((a, b) => count(b) - count(a));
  return most ?? null;
}

/** A path until the first goal, cycles of up to three screens that are repeated at once folded. */
export function routeOf({ visits }: Person): { screens: Screen[]; loops: number }[] {
  const all = visits.map(({ screen }) => screen);
  const at = all.indexOf(GOAL);
  let rest = at === -1 ? all : all.slice(0, at + 1);
  const steps: { screens: Screen[]; loops: number }[] = [];
  while (rest.length > 0) {
    let [length, loops] = [1, 1];
    for (const size of [1, 2, 3]) {
      const cycle = rest.slice(0, size).join();
      let times = 1;
      while (rest.slice(size * times, size * (times + 1)).join() === cycle && cycle !== '')
        times += 1;
      if (times > 1 && loops === 1) [length, loops] = [size, times];
    }
    steps.push({ screens: rest.slice(0, length), loops });
    rest = rest.slice(length * loops);
  }
  return steps;
}

/** The columns of one person's path, each with the moment of the first arrival in it. */
export function arrivalsOf(person: Person): { screen: Screen; atMs: number }[] {
  let visited = 0;
  return routeOf(person).flatMap(({ screens: cycle, loops }) => {
    const first = visited;
    visited += cycle.length * loops;
    return cycle.map((screen, at) => ({ screen, atMs: person.visits[first + at]?.atMs ?? 0 }));
  });
}

/** The moment that decides a person's outcome: the goal of a success, else the end. */
export function decidedAt(person: Person): number {
  if (person.end === 'running') return 0;
  return isSuccess(person) ? (goalAt(person) ?? person.lengthMs) : person.lengthMs;
}

/** Columns of the picture of paths: people at each screen of each step, and how they went on. */
export function columnsOf(people: readonly Person[]) {
  const steps = baseOf(people).flatMap((person) => {
    const columns = arrivalsOf(person);
    return columns.map(({ screen }, at) => ({
      key: `${at} ${screen}`,
      screen,
      next: columns[at + 1]?.screen,
    }));
  });
  const nodes = Map.groupBy(steps, ({ key }) => key);
  const onward = steps.filter(({ next }) => next !== undefined);
  const links = Map.groupBy(onward, ({ key, next }) => `${key} > ${next}`);
  return {
    nodes: new Map([...nodes].map(([key, all]) => [key, wayOn(all)])),
    links: [...links].map(([key, all]) => `${key}: ${all.length}`),
  };
}

function wayOn(steps: readonly { screen: Screen; next: Screen | undefined }[]) {
  const last = steps.filter(({ next }) => next === undefined);
  const reached = last.filter(({ screen }) => screen === GOAL).length;
  return { people: steps.length, reached, ended: last.length - reached };
}

/** 'Where it went wrong', by its rules. */
export function findingsOf(
  people: readonly Person[],
  width: Width,
): { findings: Finding[]; chance: Finding[] } {
  const visited = screens.filter((on) => screenOf(people, on).visitedBy > 0);
  const looks = visited.length;
  const all = [
    ...endFindings(people, visited),
    ...placeFindings(people, { visited, width }),
    ...returnFindings(people, visited),
  ];
  const known = all.filter(({ kind, isBeyond }) => kind === 'thought_done' && isBeyond);
  const rest = all.filter(
    ({ kind, screen, people: ended }) =>
      kind !== 'ended_here' || !known.some((one) => one.screen === screen && one.people === ended),
  );
  const low = ({ people: k, of }: Finding) => share(k, Math.max(of, 5)).low ?? 0;
  if (looks === 0) return { findings: [], chance: [] };
  return {
    findings: rest
      .filter(({ isBeyond }) => isBeyond)
      .sort((a, b) => Number(explains(b)) - Number(explains(a)) || low(b) - low(a))
      .slice(0, 5),
    chance: rest
      .filter(({ isBeyond }) => !isBeyond)
      .sort((a, b) => a.p - b.p)
      .slice(0, 10),
  };
}

/** Failed people are what it is about. */
const explains = ({ kind, more }: Finding) =>
  kind === 'nothing_reacts' ? (more.at(-1) ?? 1) <= 0.05 : kind !== 'came_back';

const judge = (
  k: number,
  of: number,
  { p, by, level }: { p: number; by: number; level: number },
) => ({
  p: by,
  isBeyond: k >= 2 * p * of && by <= level,
});

function endFindings(people: readonly Person[], visited: readonly Screen[]): Finding[] {
  const failures = failuresOf(people);
  const done = failures.filter(({ outcome }) => outcome === 'thought_done');
  const of = (kind: string, group: readonly Person[], pageLevel: number) =>
    visited.flatMap((screen): Finding[] => {
      const ended = group.filter((person) => lastOf(person) === screen);
      const k = ended.length;
      if (k < 3 || k < 0.1 * group.length) return [];
      const presented = total(group.map((person) => visitsOf(person, screen).length));
      const p = presented / total(group.map(({ visits }) => visits.length));
      const by = binomialTail(k, group.length, p);
      const thoughtDone = ended.filter(({ outcome }) => outcome === 'thought_done').length;
      const more = kind === 'ended_here' ? [thoughtDone] : [];
      const level = pageLevel / visited.length;
      return [
        {
          kind,
          screen,
          people: k,
          of: group.length,
          more,
          ...judge(k, group.length, { p, by, level }),
        },
      ];
    });
  return [...of('thought_done', done, 0.05), ...of('ended_here', failures, 0.15)];
}

function returnFindings(people: readonly Person[], visited: readonly Screen[]): Finding[] {
  const rows = visited.map((screen) => ({ screen, ...screenOf(people, screen) }));
  const p =
    total(rows.map(({ cameBack }) => cameBack.k)) / total(rows.map(({ visitedBy }) => visitedBy));
  return rows.flatMap(({ screen, cameBack: { k, n } }): Finding[] => {
    if (k < 3 || k < 0.2 * n) return [];
    const most = Math.max(...baseOf(people).map((person) => visitsOf(person, screen).length - 1));
    const by = binomialTail(k, n, p);
    return [
      {
        kind: 'came_back',
        screen,
        people: k,
        of: n,
        more: [most],
        ...judge(k, n, { p, by, level: 0.1 / 3 / visited.length }),
      },
    ];
  });
}

function placeFindings(
  people: readonly Person[],
  { visited, width }: { visited: readonly Screen[]; width: Width },
): Finding[] {
  const document = documentOf(width);
  return visited.flatMap((screen) => {
    const visitors = baseOf(people).filter((person) => visitsOf(person, screen).length > 0);
    const inVain = layerOf(people, screen, 'missed');
    const failed = (group: readonly Person[]) =>
      group.filter((person) => !isSuccess(person)).length;
    const N = visitors.length;
    const places = hotSpotsOf(people, screen, 'missed').flatMap(({ place, clicks }): Finding[] => {
      const pressers = visitors.filter((person) =>
        inVain.some((press) => press.person === person && press.place === place),
      );
      const m = pressers.length;
      if (m < 3 || m < 0.1 * N) return [];
      const frame = document.frames.find(({ id }) => id === SCREENS[screen]);
      const name = inVain.find((press) => press.place === place)?.target;
      if (!(frame && name)) throw new Error('a place has a target');
      const target: Target = targets[name];
      const node = chainOf(width, name)[target.depth];
      const c = chanceOf(frame, node);
      const p = 1 - (1 - c) ** (inVain.length / N);
      const [a, f] = [failed(pressers), failed(visitors)];
      const fisher = fisherTail(a, m, { f, N });
      const q = binomialTail(m, N, p) * fisher;
      const by = q <= 0 ? 0 : q * (1 - Math.log(q));
      const more = [clicks, a, f - a, N - m, fisher];
      const level = (0.1 / 3 / visited.length) * c;
      return [
        {
          kind: 'nothing_reacts',
          screen,
          layers: [String(place)],
          who: pressers,
          people: m,
          of: N,
          more,
          ...judge(m, N, { p, by, level }),
        },
      ];
    });
    return joined(places);
  });
}

type Node = ReturnType<typeof documentOf>['frames'][number];

/** Share of a place of the screen's area or of its layers, at least one of twelve places. */
function chanceOf(frame: Node, node: Node | undefined): number {
  const area = ({ absoluteBoundingBox: { width, height } }: Node) => width * height;
  const count = (of: Node): number => 1 + total(of.children.map(count));
  if (!node) return 1 / 12;
  return Math.max(area(node) / area(frame), count(node) / Math.max(12, count(frame)), 1 / 12);
}
