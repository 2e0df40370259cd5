// A session's messages as anything: in any order, by clocks that jump, with places beyond all numbers; read, and
// placed on screens.
import { strict as assert } from 'node:assert';
import fc, { type Arbitrary } from 'fast-check';
import { type RawEvent, rawEvent } from '#contract/events.ts';
import { EVENTS_MAX } from '#contract/limits.ts';
import { withLayers } from '#insight/layer-rules.ts';
import type { ScreenGeometry } from '#insight/place.ts';
import { type ReadClick, readSession } from '#insight/reading.ts';
import { fuzzTarget, sizeOf } from '../fuzz-target.ts';
import { oddValue } from '../odd-values.ts';

const names = ['1:1', '1:2', '1-3', '2:1', '2:2', '', '__proto__', 'constructor', 'toString'];
const nodeId = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...names) },
  { weight: 1, arbitrary: fc.nat(3000).map((length) => 'I1:2;'.repeat(length / 5)) },
);
const far = fc.constantFrom(0, -0, 1, 350, 351, 2 ** 31, 2 ** 53, 1e308, -1e308, Number.MIN_VALUE);
const number = fc.oneof(fc.integer({ min: -50, max: 2000 }), far, fc.double());
const point = fc.record({ x: number, y: number });

/** Generates a field of the right kind, a missing one, or any value. */
function field(right: Arbitrary<unknown>): Arbitrary<unknown> {
  const missing = fc.constantFrom(null, undefined);
  return fc.oneof(
    { weight: 8, arbitrary: right },
    { weight: 2, arbitrary: missing },
    { weight: 1, arbitrary: oddValue },
  );
}

const data = fc.record(
  {
    presentedNodeId: field(nodeId),
    isStoredInHistory: field(fc.boolean()),
    handled: field(fc.boolean()),
    targetNodeId: field(nodeId),
    targetNodeMousePosition: field(point),
    nearestScrollingFrameId: field(nodeId),
    nearestScrollingFrameMousePosition: field(point),
    nearestScrollingFrameOffset: field(point),
  },
  { requiredKeys: [] },
);

const message = fc.record({
  seq: fc.oneof(fc.nat(60), fc.constantFrom(0, 2 ** 31, 2 ** 53 - 1)),
  atMs: fc.oneof(fc.nat(5000), far, fc.double()),
  type: fc.oneof(
    { weight: 4, arbitrary: fc.constant('MOUSE_PRESS_OR_RELEASE') },
    { weight: 3, arbitrary: fc.constant('PRESENTED_NODE_CHANGED') },
    { weight: 1, arbitrary: fc.constantFrom('INITIAL_LOAD', 'NEW_STATE', 'LOGIN_SCREEN_SHOWN') },
  ),
  data,
});

const box = fc.record({ x: number, y: number, width: number, height: number });
const scrolling = fc.record(
  {
    overflow: fc.constantFrom('NONE', 'VERTICAL_SCROLLING'),
    scroll: fc.constantFrom('FIXED', 'STICKY_SCROLLS', 'SCROLLS'),
    name: fc.constantFrom('Card', 'Buy', ''),
    // Chains of parents may be a circle.
    partOf: fc.constantFrom(...names),
    parent: fc.constantFrom(...names),
    reacts: fc.boolean(),
  },
  { requiredKeys: [] },
);
const screen: Arbitrary<ScreenGeometry> = fc.record({
  nodeId: fc.constantFrom('1:1', '1:2', '1:3', 'constructor'),
  width: fc.integer({ min: 1, max: 5000 }),
  height: fc.integer({ min: 1, max: 5000 }),
  origin: fc.constantFrom({ x: 0, y: 0 }, { x: 90, y: 20 }),
  // Screens may contain each other.
  boxes: fc.dictionary(
    fc.constantFrom(...names),
    fc.tuple(box, scrolling).map(([where, how]) => ({ ...where, ...how })),
  ),
});

interface Input {
  messages: unknown[];
  /** The same again so many times, later. */
  times: number;
  screens: ScreenGeometry[];
  startNodeId: string | null;
  endedAtMs: number | null;
}

export const target = fuzzTarget<Input>({
  name: 'events',
  arbitrary: fc.record({
    messages: fc.array(message, { maxLength: 40 }),
    times: fc.oneof({ weight: 200, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 500 })),
    screens: fc.array(screen, { maxLength: 4 }),
    startNodeId: fc.option(nodeId),
    endedAtMs: fc.option(fc.oneof(fc.nat(10_000), far)),
  }),
  run({ screens, startNodeId, endedAtMs, ...input }) {
    const events = eventsOf(input);
    const reading = readSession(events, {
      startNodeId,
      endedAtMs,
      screens: screens.map(withLayers),
    });
    const presses = new Set(events.filter(isPress).map(({ seq }) => seq));
    const skipped = Object.values(reading.skipped).reduce((sum, count) => sum + count, 0);
    // Among messages with the same number the last one counts, whatever it is.
    assert.ok(reading.clicks.length + skipped <= presses.size);
    assert.ok(reading.visits.length <= events.length + 1);
    for (const [at, { enteredAtMs, leftAtMs }] of reading.visits.entries()) {
      assert.ok(Number.isFinite(enteredAtMs));
      if (leftAtMs === null) assert.equal(at, reading.visits.length - 1);
      else assert.ok(leftAtMs >= enteredAtMs, 'a visit ends before it begins');
    }
    const images = new Map(screens.map((image) => [image.nodeId, image]));
    for (const click of reading.clicks) checkPlace(click, images.get(click.screenId));
    const presented = new Set(reading.visits.map(({ screenId }) => screenId));
    for (const [at, screenId] of reading.path.entries()) {
      assert.ok(presented.has(screenId));
      assert.notEqual(screenId, reading.path[at - 1]);
    }
  },
  allowedSteps: (input) => 5000 + 400 * eventsOf(input).length + 10 * sizeOf(input),
  weight: 0.5,
});

function eventsOf({ messages, times }: Pick<Input, 'messages' | 'times'>): RawEvent[] {
  const events = messages.flatMap((each) => rawEvent.safeParse(each).data ?? []);
  const again = Array.from({ length: times - 1 }, (_, round) =>
    events.map((event) => ({ ...event, seq: event.seq + 61 * (round + 1) })),
  );
  return [events, ...again].flat().slice(0, EVENTS_MAX);
}

function isPress({ type }: RawEvent): boolean {
  return type === 'MOUSE_PRESS_OR_RELEASE';
}

function checkPlace({ x, y, unplaced }: ReadClick, image: ScreenGeometry | undefined): void {
  assert.equal(unplaced === 'no_screen_image', image === undefined);
  assert.equal(x === null, unplaced !== null);
  if (!image || x === null || y === null) return;
  assert.ok(x >= 0 && x <= image.width - 1, `x is ${x}`);
  assert.ok(y >= 0 && y <= image.height - 1, `y is ${y}`);
}
