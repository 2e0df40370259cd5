// Heatmaps on their way to the server while a session runs, and what is left of them for the last call.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RawEvent } from '#contract/events.ts';
import { MemorySpool } from '../spool/memory-spool.ts';
import { newSession } from '../spool/session.fixture.ts';
import { ScreenImages } from './screen-images.ts';
import { SessionHeatmaps } from './session-heatmaps.ts';

const QUIET_MS = 1500;
const EVERY_MS = 3000;

/** Paints at once: the picture is as many bytes as it has dots. */
class Painter extends EventTarget {
  terminate = vi.fn();
  postMessage({ id, points }: { id: number; points: readonly unknown[] }) {
    const data = { id, png: new Blob(['x'.repeat(points.length)]) };
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
  }
}

const box = { x: 0, y: 0, width: 400, height: 800 };
let isConnectionFree: boolean;
let answer: () => Promise<Response>;
let events: RawEvent[];
/** Each heatmap that the server has: its screen and the number of its dots. */
let sent: [screen: string, dots: number][];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('OffscreenCanvas', class {});
  vi.stubGlobal('Worker', Painter);
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.spyOn(ScreenImages.prototype, 'load').mockImplementation(async (nodeId) => ({
    screen: { nodeId, width: 400, height: 800, origin: { x: 0, y: 0 }, boxes: { [nodeId]: box } },
    image: new Blob(),
  }));
  [isConnectionFree, events, sent] = [true, [], []];
  answer = async () => Response.json({});
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: FormData }) => {
    const answered = await answer();
    if (answered.ok)
      for (const [name, file] of body) if (file instanceof File) sent.push([name, file.size]);
    return answered;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function begin() {
  const spool = new MemorySpool();
  const { sessionId } = newSession();
  await spool.begin(newSession({ sessionId }));
  const session = await spool.get(sessionId);
  if (!session) throw new Error('It was just begun.');
  const images = new ScreenImages(session, new AbortController().signal, async () => undefined);
  const heatmaps = new SessionHeatmaps({
    ...{ session, images, events: () => events, isConnectionFree: () => isConnectionFree },
  });
  const press = (screen: string) => {
    events.push({
      seq: events.length,
      atMs: events.length * EVERY_MS,
      type: 'MOUSE_PRESS_OR_RELEASE',
      data: {
        presentedNodeId: screen,
        handled: true,
        targetNodeId: screen,
        targetNodeMousePosition: { x: 10, y: 20 },
      },
    });
    heatmaps.pressed();
  };
  /** Ends the session; returns what is left for the last call. */
  const finish = async () => {
    await heatmaps.finish(spool);
    const left = await spool.heatmaps(sessionId);
    return left.map(({ screenId, png }) => [screenId, png.size]);
  };
  return { press, finish };
}

it('go after a pause without a press, and not too often', async () => {
  const { press, finish } = await begin();
  press('1:2');
  await vi.advanceTimersByTimeAsync(QUIET_MS - 100);
  press('1:2');
  await vi.advanceTimersByTimeAsync(QUIET_MS - 100);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(sent).toEqual([['1-2', 2]]);
  press('1:3');
  await vi.advanceTimersByTimeAsync(EVERY_MS - 100);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(sent).toEqual([
    ['1-2', 2],
    ['1-3', 1],
  ]);
  press('1:2');
  expect(await finish()).toEqual([['1:2', 3]]);
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  expect(sent).toHaveLength(2);
});

it('wait while the video needs the connection, and then go', async () => {
  const { press, finish } = await begin();
  isConnectionFree = false;
  press('1:2');
  await vi.advanceTimersByTimeAsync(3 * QUIET_MS);
  expect(sent).toEqual([]);
  isConnectionFree = true;
  await vi.advanceTimersByTimeAsync(QUIET_MS);
  expect(sent).toEqual([['1-2', 1]]);
  expect(await finish()).toEqual([]);
});

it('that did not arrive go with the last call', async () => {
  const { press, finish } = await begin();
  answer = async () => Response.json({ code: 'internal', message: '' }, { status: 500 });
  press('1:2');
  await vi.advanceTimersByTimeAsync(QUIET_MS);
  answer = async () => Response.json({});
  expect([sent, await finish()]).toEqual([[], [['1:2', 1]]]);
});

it('that are on their way when the session ends go with the last call', async () => {
  const { press, finish } = await begin();
  answer = () => new Promise((_, reject) => setTimeout(reject, 100, new TypeError('aborted')));
  press('1:2');
  await vi.advanceTimersByTimeAsync(QUIET_MS);
  const left = finish();
  await vi.advanceTimersByTimeAsync(100);
  expect(await left).toEqual([['1:2', 1]]);
  press('1:2');
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  expect(sent).toEqual([]);
});

it('of other screens remain when one has no picture', async () => {
  const { press, finish } = await begin();
  isConnectionFree = false;
  vi.spyOn(Painter.prototype, 'postMessage').mockImplementationOnce(function (
    this: Painter,
    { id },
  ) {
    const data = { id, problem: 'It is too large.' };
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
  });
  press('1:2');
  press('1:3');
  expect(await finish()).toEqual([['1:3', 1]]);
});
