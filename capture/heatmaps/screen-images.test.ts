// The server receives the prototype's messages before the page requests the images of its screens.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RawEvent } from '#contract/events.ts';
import { MemorySpool } from '../spool/memory-spool.ts';
import { newSession } from '../spool/session.fixture.ts';
import { newlySpooled } from '../spool/spool.ts';
import { EventUpload, sendMissing } from '../upload/event-upload.ts';
import { ScreenImages } from './screen-images.ts';

const begun = newSession();
const session = newlySpooled(begun);
let events: RawEvent[];
/** Requests to the server in order: the number of messages, or the path. */
let requests: (number | string)[];
let answer: (count: number) => Response;

beforeEach(() => {
  events = [];
  requests = [];
  answer = () => Response.json({ stored: events.length, full: false });
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    if (!address.endsWith('/events')) {
      requests.push(address.split('?')[0] ?? '');
      return Response.json({ code: 'not_found', message: 'Not found.' }, { status: 404 });
    }
    const count = JSON.parse(String(body)).events.length;
    requests.push(count);
    return answer(count);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function press(): void {
  const data = { presentedNodeId: `1:${events.length}` };
  events.push({ seq: events.length, atMs: 0, type: 'MOUSE_PRESS_OR_RELEASE', data });
}

async function started(): Promise<EventUpload> {
  const spool = new MemorySpool();
  await spool.begin(begun);
  const upload = new EventUpload({ spool, session, events: () => events });
  upload.start();
  return upload;
}

it('are sent at once when an image waits for them, and the image is asked for afterwards', async () => {
  const upload = await started();
  const images = new ScreenImages(session, new AbortController().signal, () => upload.reported());
  press();
  press();
  await Promise.all([images.load('1:0'), images.load('1:1')]);
  expect(requests).toEqual([2, '/api/take-screenshot', '/api/take-screenshot']);
  await upload.end();
});

it('are of the prototype that is shown when they are named, and asked for once', async () => {
  const fetches = vi.spyOn(globalThis, 'fetch');
  const images = new ScreenImages(session, new AbortController().signal, async () => undefined);
  await images.load('1:0');
  images.show('https://example.com/other');
  await Promise.all([images.load('1:0'), images.load('1:1'), images.load('1:1')]);
  const queries = fetches.mock.calls.map(([address]) =>
    Object.fromEntries(new URL(String(address), 'http://page').searchParams),
  );
  expect(queries.map(({ screenId, figmaUrl }) => [screenId, figmaUrl])).toEqual([
    ['1:0', session.figmaUrl],
    ['1:1', 'https://example.com/other'],
  ]);
});

it('no image waits for messages that the server has, or will not take', async () => {
  const upload = await started();
  await upload.reported();
  expect(requests).toEqual([]);
  press();
  answer = () => Response.json({ code: 'session_over', message: 'Over.' }, { status: 409 });
  await upload.reported();
  press();
  await upload.reported();
  expect(requests).toEqual([1]);
  expect(await upload.end()).toBe(0);
});

it('the last ones are sent when it stops, and those who wait are let go whatever comes of it', async () => {
  const upload = await started();
  press();
  expect([await upload.end(), requests]).toEqual([1, [1]]);
  const failing = await started();
  answer = () => Response.error();
  const waiting = failing.reported();
  expect(await failing.end()).toBe(0);
  await waiting;
});

it('of an earlier visit are sent as far as the server lacks them, and no further than it takes them', async () => {
  for (let count = 0; count < 2500; count += 1) press();
  let stored = 600;
  answer = (count) => {
    stored += count;
    return Response.json({ stored, full: false });
  };
  const { signal } = new AbortController();
  expect(await sendMissing(session, events, signal)).toBe(2500);
  expect(requests).toEqual([0, 1000, 900]);
  requests = [];
  answer = () => Response.json({ stored: 7, full: false });
  expect(await sendMissing(session, events, signal)).toBe(7);
  expect(requests).toEqual([0, 1000]);
});
