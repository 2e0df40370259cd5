// Streams of several tasks, cut at their boundaries; and what a stream says that does not fit.
import { describe, expect, it } from 'vitest';
import type { RawEvent } from '#contract/events.ts';
import { OpenRuns, type RunReading, type TaskFacts } from './task-runs.ts';

const [HOME, LIST, PAID] = ['1:1', '1:2', '1:3'];
const SHOP: Omit<TaskFacts, 'step'> = { frame: 'shop', startNodeId: HOME };
const tasks: TaskFacts[] = [
  { step: 1, ...SHOP },
  { step: 4, ...SHOP, startNodeId: LIST },
  { step: 2, frame: 'https://example.com', startNodeId: null },
  { step: 3, frame: 'cart', startNodeId: '9:1' },
];

type Given = [atMs: number, type: RawEvent['type'], data: RawEvent['data']];
const begin = (atMs: number, step: number): Given => [atMs, 'TRYOUT_STEP_SHOWN', { step }];
const end = (atMs: number, step: number, how: 'done' | 'stuck' = 'done'): Given => [
  atMs,
  'TRYOUT_STEP_ENDED',
  { step, how },
];
const load = (atMs: number): Given => [atMs, 'INITIAL_LOAD', {}];
const change = (atMs: number, presentedNodeId: string): Given => [
  atMs,
  'PRESENTED_NODE_CHANGED',
  { presentedNodeId, isStoredInHistory: true },
];
const press = (atMs: number, presentedNodeId: string): Given => [
  atMs,
  'MOUSE_PRESS_OR_RELEASE',
  {
    presentedNodeId,
    handled: true,
    targetNodeId: presentedNodeId,
    targetNodeMousePosition: { x: 5, y: 5 },
  },
];

function read(...given: Given[]): RunReading[] {
  const runs = new OpenRuns(tasks);
  for (const [seq, [atMs, type, data]] of given.entries()) runs.add({ seq, atMs, type, data });
  return runs.finish(() => [], 100_000);
}

/** Steps 7 and 8 are questions. */
function readStudy(...given: Given[]) {
  const open = new OpenRuns(tasks, [7, 8]);
  for (const [seq, [atMs, type, data]] of given.entries()) open.add({ seq, atMs, type, data });
  return { runs: open.finish(() => [], 100_000), visits: open.panelVisits };
}
const answered = (atMs: number, step: number): Given => [atMs, 'TRYOUT_ANSWERED', { step }];

const brief = (runs: readonly RunReading[]) =>
  runs.map(({ step, startMs, endedAtMs, ended, reading }) => [
    step,
    [startMs, endedAtMs, ended],
    reading.path,
    reading.pathAtMs,
    reading.clicks.length,
  ]);

describe('a session', () => {
  it('without boundaries is one run of the first task', () => {
    expect(brief(read(load(10), press(500, HOME), change(600, LIST)))).toEqual([
      [1, [null, null, null], [HOME, LIST], [10, 600], 1],
    ]);
  });

  it('is cut where its page says so, and each task has its own start and time zero', () => {
    const runs = read(
      ...[load(10), change(20, HOME), begin(1000, 1), press(2000, HOME), change(2100, LIST)],
      ...[end(3000, 1), begin(8000, 4), press(9000, LIST), change(9050, PAID)],
      ...[end(12_000, 4, 'stuck'), begin(20_000, 2)],
    );
    expect(brief(runs)).toEqual([
      [1, [1000, 3000, 'done'], [HOME, LIST], [1000, 2100], 1],
      [4, [8000, 12_000, 'stuck'], [LIST, PAID], [8000, 9050], 1],
      [2, [20_000, null, null], [], [], 0],
    ]);
    expect(runs.map(({ reading }) => reading.prototypeState)).toEqual(['shown', 'shown', 'silent']);
    expect(runs[0]?.reading.visits.at(-1)?.leftAtMs).toBe(3000);
  });

  it('begins a task whose frame stayed loaded at its own screen, though the frame says nothing', () => {
    const runs = read(load(10), begin(100, 1), change(2000, PAID), end(3000, 1), begin(5000, 4));
    expect(brief(runs)[1]).toEqual([4, [5000, null, null], [LIST], [5000], 0]);
  });

  it('does not have what a frame reports between two tasks as a visit of the next', () => {
    const between = [change(3500, PAID), change(4000, HOME)];
    const runs = read(load(10), begin(100, 1), end(3000, 1), ...between, begin(5000, 4));
    expect(runs[1]?.reading.path).toEqual([LIST]);
  });

  it('knows of a frame that it was loaded before its task was shown', () => {
    const runs = read(load(10), begin(100, 1), end(3000, 1), load(3500), begin(5000, 3));
    expect(runs[1]?.reading).toMatchObject({ prototypeState: 'shown', path: ['9:1'] });
    const signIn = read(
      begin(100, 1),
      end(3000, 1),
      [3500, 'LOGIN_SCREEN_SHOWN', {}],
      begin(5000, 3),
    );
    expect(signIn[1]?.reading).toMatchObject({ prototypeState: 'sign_in', path: [] });
  });
});

describe('a page that was loaded again in the middle of a task', () => {
  const begun = [load(10), begin(100, 1), press(2000, HOME), change(2100, LIST)];
  const after = [load(4000), change(4000, HOME), press(5000, HOME), change(5100, LIST)];
  it.each<[string, Given[]]>([
    ['writes nothing of its own', []],
    ['shows the task again', [begin(4000, 1)]],
  ])('%s: the run goes on from its first begin', (_name, again) => {
    const runs = read(...begun, ...again, ...after, end(9000, 1), begin(9500, 4));
    expect(brief(runs)).toEqual([
      [1, [100, 9000, 'done'], [HOME, LIST, HOME, LIST], [100, 2100, 4000, 5100], 2],
      [4, [9500, null, null], [LIST], [9500], 0],
    ]);
  });
});

describe('boundaries that do not fit', () => {
  const both = [begin(0, 1), press(100, HOME), end(1000, 1), begin(2000, 4), press(3000, LIST)];
  const expected = brief(read(...both));
  it.each<[string, Given[]]>([
    ['a task that is shown again while it is shown', [begin(0, 1), ...both]],
    [
      'a task that is shown again after its end',
      [...both.slice(0, 3), begin(1500, 1), ...both.slice(3)],
    ],
    ['a task of another revision', [...both.slice(0, 2), begin(500, 77), ...both.slice(2)]],
    ['the end of another task', [...both.slice(0, 2), end(500, 4), ...both.slice(2)]],
    ['a second end', [...both.slice(0, 3), end(1500, 1, 'stuck'), ...both.slice(3)]],
    ['an end before all', [end(0, 1), ...both]],
  ])('%s', (_name, given) => {
    expect(brief(read(...given))).toEqual(expected);
  });

  it('a task without an end is done when the next one is shown', () => {
    const runs = read(begin(0, 1), press(100, HOME), begin(2000, 4));
    expect(brief(runs)).toEqual([
      [1, [0, 2000, 'done'], [HOME], [0], 1],
      [4, [2000, null, null], [LIST], [2000], 0],
    ]);
  });

  it('a clock that jumps back ends no task before it began', () => {
    expect(read(begin(5000, 1), end(100, 1))[0]).toMatchObject({
      startMs: 5000,
      endedAtMs: 5000,
    });
  });
});

describe('steps without a task', () => {
  it('have the moments in which they were shown, answered and ended', () => {
    const { runs, visits } = readStudy(
      ...[begin(100, 7), answered(900, 7), end(1000, 7), begin(1000, 8), end(2000, 8)],
      ...[begin(3000, 1), press(4000, HOME), end(5000, 1)],
    );
    expect(visits).toEqual([
      { step: 7, firstAtMs: 100, answeredAtMs: 900, endedAtMs: 1000 },
      { step: 8, firstAtMs: 1000, answeredAtMs: null, endedAtMs: 2000 },
    ]);
    expect(brief(runs)).toEqual([[1, [3000, 5000, 'done'], [HOME], [3000], 1]]);
  });

  it('were shown first when they were shown first, and answered when they were answered last', () => {
    const { visits } = readStudy(
      ...[begin(100, 7), answered(900, 7), end(1000, 7), begin(1000, 8)],
      ...[begin(1500, 7), answered(1900, 7), end(2000, 7), begin(2000, 8)],
    );
    expect(visits).toEqual([
      { step: 7, firstAtMs: 100, answeredAtMs: 1900, endedAtMs: 2000 },
      { step: 8, firstAtMs: 1000, answeredAtMs: null, endedAtMs: null },
    ]);
  });

  it('end a task that was not ended; a person who left in the first question did no task', () => {
    const { runs } = readStudy(begin(100, 1), press(200, HOME), begin(1000, 7), press(1100, HOME));
    expect(brief(runs)).toEqual([[1, [100, 1000, 'done'], [HOME], [100], 1]]);
    expect(readStudy(load(10), begin(100, 7)).runs).toEqual([]);
  });

  it('were shown when they were answered or left, also where the message that says so is lost', () => {
    const { runs, visits } = readStudy(begin(100, 1), answered(900, 7), end(1000, 7), end(2000, 8));
    expect(visits).toEqual([
      { step: 7, firstAtMs: 900, answeredAtMs: 900, endedAtMs: 1000 },
      { step: 8, firstAtMs: 2000, answeredAtMs: null, endedAtMs: 2000 },
    ]);
    expect(runs.map(({ endedAtMs, ended }) => [endedAtMs, ended])).toEqual([[900, 'done']]);
  });

  it('are passed over when they are unknown', () => {
    expect(readStudy(begin(300, 9), answered(400, 9), end(500, 9)).visits).toEqual([]);
  });
});
