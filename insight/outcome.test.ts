// The ten rules of an outcome, one row or more each; hand-made sessions with broken clocks, order and sizes.
import { describe, expect, it } from 'vitest';
import type { RawEvent } from '#contract/events.ts';
import type { Goal } from '#contract/goals.ts';
import type { Outcome } from '#contract/outcomes.ts';
import { stepsOf } from './derive.ts';
import { outcomeOf, type TaskRun } from './outcome.ts';
import { readSession } from './reading.ts';

const SECOND = 1000;
const walk = (screens: string) => ({
  path: [...screens],
  pathAtMs: [...screens].map((_, at) => (at + 1) * 5 * SECOND),
});
const run = (changes: Partial<TaskRun> = {}): TaskRun => ({
  excluded: false,
  running: false,
  prototypeState: 'shown',
  clicks: 3,
  ...walk('ABC'),
  beganAtMs: 5 * SECOND,
  endedAtMs: 60 * SECOND,
  answeredDone: null,
  pressedStuck: false,
  left: false,
  ...changes,
});
const goal: Goal = { kind: 'screens', screens: ['G', 'H'], routes: [] };
const routed: Goal = { ...goal, routes: [['A', 'B', 'G'], [...'ABAH']] };
const judged: Goal = { kind: 'judged' };

const all = { excluded: true, running: true, prototypeState: 'silent', clicks: 0 } as const;
const rows: [Outcome, string, Partial<TaskRun>, Goal | null][] = [
  ['excluded', 'before everything else', all, goal],
  ['excluded', 'though it is to judge', all, judged],
  ['running', 'though nothing was reported yet', { ...all, excluded: false }, goal],
  ['running', 'though the goal is reached', { running: true, ...walk('AG') }, goal],
  ['not_measurable', 'a silent page', { prototypeState: 'silent', clicks: 0 }, goal],
  ['not_measurable', 'a sign-in', { prototypeState: 'sign_in', answeredDone: true }, goal],
  ['not_measurable', 'without a goal too', { prototypeState: 'password' }, null],
  ['never_began', 'no click in 9.999 s', { clicks: 0, endedAtMs: 14_999 }, goal],
  [
    'never_began',
    'though the first screen is a goal',
    { clicks: 0, endedAtMs: 14_999 },
    { ...goal, screens: ['A'] },
  ],
  ['never_began', 'of unknown length', { clicks: 0, endedAtMs: null }, null],
  ['never_began', 'before a person judges', { clicks: 0, endedAtMs: 14_999 }, judged],
  ['stopped', 'no click in 10 s', { clicks: 0, endedAtMs: 15_000 }, goal],
  ['stopped', 'one click in 1 s', { clicks: 1, endedAtMs: 6000 }, goal],
  ['to_judge', 'a prototype that reports', { answeredDone: true }, judged],
  ['to_judge', 'a page that reports nothing', { prototypeState: 'silent', clicks: 0 }, judged],
  ['direct', 'no screen twice', { ...walk('ABCG') }, goal],
  ['direct', 'what comes after the goal does not count', { ...walk('ABGABA') }, goal],
  ['direct', 'any goal', { ...walk('AH') }, goal],
  ['direct', 'the goal is the first screen', { ...walk('GA') }, goal],
  ['direct', 'whatever was said', { ...walk('AG'), answeredDone: false, pressedStuck: true }, goal],
  ['direct', 'as a route', { ...walk('ABG') }, routed],
  ['direct', 'as a route with a screen twice', { ...walk('ABAH') }, routed],
  [
    'direct',
    'a route with a screen twice in a row',
    { ...walk('AG') },
    { ...goal, routes: [['A', 'A', 'G']] },
  ],
  [
    'direct',
    'a route through a goal that was set later',
    { ...walk('AGBH') },
    { ...goal, routes: [['A', 'G', 'H']] },
  ],
  ['indirect', 'a route that goes on', { ...walk('AG') }, { ...goal, routes: [['A', 'x', 'G']] }],
  [
    'direct',
    'a route through an overlay',
    { ...walk('AoG') },
    { ...goal, routes: [['A', 'o', 'G']] },
  ],
  ['indirect', 'a screen twice', { ...walk('ABAG') }, goal],
  ['indirect', 'shorter than a route', { ...walk('AG') }, routed],
  ['indirect', 'longer than a route', { ...walk('ABCG') }, routed],
  ['indirect', "a route's screens in another order", { ...walk('BAG') }, routed],
  [
    'indirect',
    'routes of screens that vanished',
    { ...walk('AG') },
    { ...goal, routes: [['x', 'G']] },
  ],
  ['stopped', 'goals that vanished', { ...walk('AG') }, { ...goal, screens: ['x'] }],
  ['stopped', 'a goal without screens', { ...walk('AG') }, { ...goal, screens: [] }],
  ['thought_done', 'said yes', { answeredDone: true, left: true }, goal],
  ['thought_done', 'said yes after being stuck', { answeredDone: true, pressedStuck: true }, goal],
  ['thought_done', 'without a goal', { answeredDone: true }, null],
  ['gave_up', 'said no', { answeredDone: false }, goal],
  ['gave_up', 'stuck', { pressedStuck: true, left: true }, null],
  ['left', 'nothing said', { left: true }, goal],
  ['stopped', 'nothing said', {}, goal],
  ['stopped', 'without a goal', { ...walk('AG') }, null],
  ['stopped', 'without a screen', { ...walk(''), beganAtMs: null }, goal],
];
it.each(rows)('%s: %s', (outcome, _why, ...[changes, of]) => {
  expect(outcomeOf(run(changes), of).outcome).toBe(outcome);
});

describe('times', () => {
  it('begin at the first presentation', () => {
    expect(outcomeOf(run({ ...walk('ABGH') }), goal)).toMatchObject({
      goalAtMs: 15 * SECOND,
      timeToGoalMs: 10 * SECOND,
      timeOnTaskMs: 55 * SECOND,
    });
  });
  it('the path ends at the first goal', () => {
    expect(outcomeOf(run({ ...walk('ABGH') }), goal).pathLength).toBe(3);
    expect(outcomeOf(run({ ...walk('ABC') }), goal).pathLength).toBe(3);
    expect(outcomeOf(run({ ...walk('ABGH') }), judged).pathLength).toBe(4);
  });
  it('are there for every outcome that reached the goal', () => {
    const { outcome, goalAtMs } = outcomeOf(run({ excluded: true, ...walk('AG') }), goal);
    expect([outcome, goalAtMs]).toEqual(['excluded', 10 * SECOND]);
  });
  it('are unknown without a goal or an end', () => {
    expect(outcomeOf(run({ ...walk('AG'), endedAtMs: null }), null)).toMatchObject({
      goalAtMs: null,
      timeToGoalMs: null,
      timeOnTaskMs: null,
    });
  });
});

type Message = [atMs: number, type: RawEvent['type'], data?: Record<string, unknown>];
const numbered = (messages: Message[]): RawEvent[] =>
  messages.map(([atMs, type, data = {}], seq) => ({ seq, atMs, type, data }));
const shows = (atMs: number, presentedNodeId: string, isStoredInHistory = true): Message => [
  atMs,
  'PRESENTED_NODE_CHANGED',
  { presentedNodeId, isStoredInHistory },
];

/** Returns the outcome of raw messages. */
function outcomeOfMessages(events: readonly RawEvent[], endedAtMs: number | null) {
  const { visits, clicks, prototypeState } = readSession(events, {
    startNodeId: null,
    endedAtMs,
    screens: [],
  });
  const steps = stepsOf(visits);
  return outcomeOf(
    run({
      prototypeState,
      clicks: clicks.length,
      endedAtMs,
      path: steps.map(({ screenId }) => screenId),
      pathAtMs: steps.map(({ enteredAtMs }) => enteredAtMs),
      beganAtMs: visits[0]?.enteredAtMs ?? null,
    }),
    goal,
  );
}

describe('of raw messages', () => {
  const session = numbered([
    [0, 'INITIAL_LOAD'],
    shows(1000, 'A'),
    shows(4000, 'B'),
    shows(6000, 'G', false),
    shows(6500, 'B'),
    shows(21_000, 'G'),
  ]);
  it('hovering over a goal does not reach it, and what it leads back to is not presented twice', () => {
    expect(outcomeOfMessages(session, 30_000)).toMatchObject({
      outcome: 'direct',
      goalAtMs: 21_000,
      timeToGoalMs: 20_000,
      timeOnTaskMs: 29_000,
    });
  });
  it('their order in transit changes nothing', () => {
    expect(outcomeOfMessages(session.toReversed(), 30_000)).toEqual(
      outcomeOfMessages(session, 30_000),
    );
  });
  it('a clock that jumps back gives no negative time', () => {
    const jumped = numbered([shows(50_000, 'A'), shows(3000, 'B'), shows(4000, 'G')]);
    expect(outcomeOfMessages(jumped, 5000)).toMatchObject({
      outcome: 'never_began',
      goalAtMs: 4000,
      timeToGoalMs: 0,
      timeOnTaskMs: 0,
    });
  });
  it('without a message it is not measurable, however long', () => {
    expect(outcomeOfMessages([], 900_000)).toMatchObject({
      outcome: 'not_measurable',
      goalAtMs: null,
      timeToGoalMs: null,
      timeOnTaskMs: 900_000,
    });
  });
  it('20,000 messages are read like a few', () => {
    const wandering = Array.from({ length: 19_999 }, (_, at) => shows(at * 10, at % 2 ? 'A' : 'B'));
    const events = numbered([...wandering, shows(200_000, 'H')]);
    expect(outcomeOfMessages(events, 201_000)).toMatchObject({
      outcome: 'indirect',
      goalAtMs: 200_000,
      timeToGoalMs: 200_000,
      timeOnTaskMs: 201_000,
    });
  });
});
