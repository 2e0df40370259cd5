// The people of the trial: who presses what and when, how they end, and what they answer. Everything that a right
// product says of them follows from here (truth.ts).
import type { Outcome } from '#contract/outcomes.ts';
import type { Screen, Width } from './design.ts';
import { type Spot, spotOf, type Target, type TargetName, targets } from './targets.ts';

export interface Person {
  name: string;
  device: string;
  outcome: Outcome;
  visits: readonly { screen: Screen; atMs: number }[];
  presses: readonly Press[];
  /** The moment from which times count: the first presentation, or the moment in which one of several tasks was shown. */
  beganAtMs: number;
  /** End of the run: the length of the recording, or the moment in which the person ended one of several tasks. */
  lengthMs: number;
  end: 'stopped' | 'tab_closed' | 'sharing_ended' | 'stuck' | 'running';
  answers: { didIt: boolean | null; ease: number | null; helped: string | null } | null;
  /** The design tool reports each press twice. */
  isEchoed: boolean;
  /** It reports nothing. */
  isSilent: boolean;
  /** A member leaves the session out, or decides its outcome. */
  byHand: 'excluded' | 'gave_up' | null;
}

export interface Press {
  atMs: number;
  screen: Screen;
  target: TargetName;
  /** In pixels of the screen's frame; null: the design tool reports layers that the file does not have. */
  spot: Spot | null;
  place: string | null;
  reacted: boolean;
  ledTo: Screen | null;
  /** Pixels that the page was scrolled. */
  scrolled: number;
}

export interface Plan {
  outcome: Outcome;
  count: number;
  way: readonly (TargetName | 'lost' | 'thirty')[];
  end?: Person['end'];
  didIt?: boolean;
  ease?: number;
  helped?: string;
  byHand?: Person['byHand'];
  isSilent?: boolean;
  lingersMs?: number;
}

/** The prototype is presented this long after a recording began. */
export const PRESENTED_AT_MS = 400;
/** A change of screen comes so long after its press. */
const CHANGE_MS = 60;

const viaFern: TargetName[] = ['none', 'fern', 'add'];
const stuckAtIvy: TargetName[] = ['noneTitle', 'ivy', 'ivyBuy', 'ivyName'];

/** @param width the phone has fewer successes: their times get another statistic below 25 */
export function plansAt(width: Width): Plan[] {
  const isWide = width === 1440;
  return [
    {
      outcome: 'excluded',
      count: 1,
      way: [...viaFern, 'pay'],
      byHand: 'excluded',
      didIt: true,
      ease: 7,
    },
    { outcome: 'running', count: 1, way: ['none', 'ivy'], end: 'running' },
    { outcome: 'not_measurable', count: 1, way: [], isSilent: true, lingersMs: 14_000 },
    { outcome: 'never_began', count: 2, way: [], lingersMs: 6000 },
    { outcome: 'direct', count: isWide ? 7 : 5, way: [...viaFern, 'pay'], didIt: true, ease: 6 },
    {
      outcome: 'direct',
      count: 3,
      way: ['noneTitle', 'palmBuy', 'wrap', 'pay'],
      didIt: true,
      ease: 7,
    },
    { outcome: 'direct', count: 1, way: ['none', 'fernBuy', 'pay', 'startOver', 'some'], ease: 5 },
    { outcome: 'direct', count: 2, way: ['some', ...viaFern, 'pay'], didIt: false, ease: 4 },
    {
      outcome: 'indirect',
      count: 4,
      way: ['plenty', 'careBack', 'none', 'palm', 'add', 'pay'],
      didIt: true,
      ease: 5,
    },
    {
      outcome: 'indirect',
      count: isWide ? 4 : 2,
      way: [...viaFern, 'keep', 'add', 'keep', 'add', 'pay'],
      ease: 3,
      helped: 'One basket, not two.',
    },
    {
      outcome: 'indirect',
      count: 3,
      way: ['none', 'moss', 'careBack', 'palm', 'picture', 'add', 'pay'],
      didIt: true,
      ease: 5,
    },
    {
      outcome: 'indirect',
      count: 1,
      way: ['none', 'shopBack', 'none', 'shopBack', 'none', 'fern', 'stars', 'add', 'pay'],
    },
    { outcome: 'thought_done', count: 5, way: [...viaFern, 'wrap'], didIt: true, ease: 6 },
    { outcome: 'thought_done', count: 1, way: ['none', 'palm'], didIt: true, ease: 7 },
    {
      outcome: 'gave_up',
      count: 6,
      way: ['some', 'someTitle', 'someWindow'],
      didIt: false,
      ease: 1,
      helped: 'Nothing happens.',
    },
    { outcome: 'gave_up', count: 1, way: ['logo', 'thirty'], didIt: false, ease: 2 },
    { outcome: 'gave_up', count: 5, way: stuckAtIvy, end: 'stuck' },
    { outcome: 'gave_up', count: 1, way: ['none', 'lost'], byHand: 'gave_up' },
    { outcome: 'left', count: 2, way: ['none', 'ivy', 'ivyBuy'], end: 'tab_closed' },
    { outcome: 'left', count: 1, way: ['plenty', 'tipA', 'tipB'], end: 'sharing_ended' },
    {
      outcome: 'stopped',
      count: 1,
      way: ['none', 'fern', 'stars', 'lightFold', 'waterFold', 'lightMore', 'tipC'],
      ease: 2,
    },
    {
      outcome: 'stopped',
      count: 1,
      way: ['none', 'palm', 'waterMore', 'careBack', 'waterFold', 'picture'],
    },
    { outcome: 'stopped', count: 1, way: [], lingersMs: 12_000 },
  ];
}

/** Browsers with the names that results show. */
export const userAgents: Readonly<Record<string, string>> = {
  'Chrome on macOS':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Firefox on Linux': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'Edge on Windows':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
};

export function peopleAt(width: Width): Person[] {
  const planned = plansAt(width).flatMap((plan) => Array<Plan>(plan.count).fill(plan));
  // Mixed by a step that visits all: outcomes do not come in the order of the rules.
  const step = 19;
  return planned.map((_, at) => {
    const plan = planned[(at * step) % planned.length];
    if (!plan) throw new Error('a plan for each person');
    return personOf(plan, at, width);
  });
}

/** A fraction from 0.2 to 0.8 that differs from press to press and is the same in each run. */
const fraction = (seed: number) =>
  0.2 + ((0.6 * (((Math.sin(seed * 12.9898) * 43758.5453) % 1) + 1)) % 0.6);

export function personOf(plan: Plan, at: number, width: Width): Person {
  const devices = Object.keys(userAgents);
  const run = new Run(width, at);
  for (const press of plan.way) {
    if (press === 'thirty') run.pressThirtyTimes();
    else if (press === 'lost') run.press('ivy', { isLost: true });
    else run.press(press);
  }
  const { didIt = null, ease = null, helped = null } = plan;
  const isAnswered = didIt !== null || ease !== null || helped !== null;
  return {
    name: `Person ${String(at + 1).padStart(2, '0')} ${['Ada', 'Bo', 'Cleo', 'Dan'][at % 4]}`,
    device: devices[at % devices.length] ?? '',
    outcome: plan.outcome,
    visits: plan.isSilent ? [] : run.visits,
    presses: run.presses,
    beganAtMs: PRESENTED_AT_MS,
    lengthMs: run.atMs + (plan.lingersMs ?? 1500 + 130 * (at % 9)),
    end: plan.end ?? 'stopped',
    answers: isAnswered ? { didIt, ease, helped } : null,
    isEchoed: at % 3 === 1 && !plan.way.includes('thirty'),
    isSilent: plan.isSilent ?? false,
    byHand: plan.byHand ?? null,
  };
}

/** One passage through the prototype. */
class Run {
  readonly visits: { screen: Screen; atMs: number }[] = [];
  readonly presses: Press[] = [];
  atMs = PRESENTED_AT_MS;
  readonly #width: Width;
  readonly #seed: number;
  /** Screens behind the present one, for 'back'; the present one is the last. */
  readonly #history: Screen[] = ['Home'];
  #overlay: Screen | null = null;

  constructor(width: Width, seed: number) {
    this.#width = width;
    this.#seed = seed + (width === 375 ? 100 : 0);
    this.visits.push({ screen: 'Home', atMs: this.atMs });
  }

  press(name: TargetName, { isLost = false } = {}): void {
    const seed = this.#seed * 31 + this.presses.length * 7;
    // Half of them are quick, a few very slow.
    const seconds = (1.2 + 4 * fraction(seed)) * (this.#seed % 11 === 0 ? 3 : 1);
    this.atMs += Math.round(seconds * 1000);
    const spot = spotOf(this.#width, name, { x: fraction(seed + 1), y: fraction(seed + 2) });
    this.#record(name, isLost ? null : spot);
  }

  pressThirtyTimes(): void {
    const start = spotOf(this.#width, 'someCard', { x: 0.03, y: 0.02 });
    for (let at = 0; at < 30; at += 1) {
      this.atMs += at === 0 ? 2000 : 200;
      this.#record('someCard', { x: start.x + 11 * at, y: start.y });
    }
  }

  #record(name: TargetName, spot: Spot | null): void {
    const { place, to, on }: Target = targets[name];
    const screen = this.#overlay ?? this.#history.at(-1);
    if (screen !== on || !screen) throw new Error(`${name} is on ${on}, not on ${screen}`);
    const ledTo = spot ? this.#destination(to) : null;
    this.presses.push({
      atMs: this.atMs,
      screen,
      target: name,
      spot,
      place: spot ? place : null,
      reacted: ledTo !== null,
      ledTo,
      scrolled: scrollFor(screen, spot, name),
    });
    if (!ledTo) return;
    this.atMs += CHANGE_MS;
    this.visits.push({ screen: ledTo, atMs: this.atMs });
  }

  #destination(to: Target['to']): Screen | null {
    if (to === null) return null;
    if (to === 'close') {
      this.#overlay = null;
      return this.#history.at(-1) ?? null;
    }
    if (to === 'back') {
      this.#history.pop();
      return this.#history.at(-1) ?? null;
    }
    if (to === 'Added') this.#overlay = to;
    else {
      this.#overlay = null;
      this.#history.push(to);
    }
    return to;
  }
}

/** The shop is longer than the window: people scroll to what is below, and the bar stays at the top. */
function scrollFor(screen: Screen, spot: Spot | null, name: TargetName): number {
  if (screen !== 'Shop') return 0;
  if (name === 'shopBack') return 333;
  return Math.max(0, Math.round((spot?.y ?? 0) - 420));
}

/** A person in a real browser, whose times are their own. */
export interface RealPerson extends Person {
  width: Width;
  /** Answer to 'Did you do what was asked?'. */
  saysDone: 'Yes' | 'No' | null;
}

type RealPlan = Pick<Plan, 'outcome' | 'way'> &
  Pick<RealPerson, 'name' | 'width' | 'saysDone'> & { end?: 'stuck' };

const realPlans: readonly RealPlan[] = [
  { name: 'Real Ana', width: 1440, way: [...viaFern, 'pay'], outcome: 'direct', saysDone: 'Yes' },
  {
    name: 'Real Ben',
    width: 1440,
    way: ['some', 'someTitle', ...stuckAtIvy],
    outcome: 'gave_up',
    saysDone: null,
    end: 'stuck',
  },
  {
    name: 'Real Cat',
    width: 1440,
    way: [...viaFern, 'wrap', 'wrapLine'],
    outcome: 'thought_done',
    saysDone: 'Yes',
  },
  {
    name: 'Real Dov',
    width: 375,
    way: ['plenty', 'careBack', 'none', 'palm', 'add', 'keep', 'add', 'pay'],
    outcome: 'indirect',
    saysDone: 'Yes',
  },
  {
    name: 'Real Eve',
    width: 375,
    way: ['logo', 'none', 'fern', 'stars', 'lightFold', 'waterFold', 'picture', 'add', 'wrap'],
    outcome: 'gave_up',
    saysDone: 'No',
  },
];

export const realPeople: readonly RealPerson[] = realPlans.map((plan, at) => ({
  ...personOf({ count: 1, ...plan }, 300 + at, plan.width),
  ...plan,
  end: plan.end ?? 'stopped',
  answers: plan.saysDone ? { didIt: plan.saysDone === 'Yes', ease: null, helped: null } : null,
}));

export const COUNTED: readonly Outcome[] = [
  'direct',
  'indirect',
  'thought_done',
  'gave_up',
  'left',
  'stopped',
];
