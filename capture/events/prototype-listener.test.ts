// Tests of whose messages count, and of numbering, timing and the bounds of raw events.
import { describe, expect, it } from 'vitest';
import type { PrototypeMessage } from '#contract/events.ts';
import { EVENTS_MAX, OWN_MESSAGES_MAX } from '#contract/limits.ts';
import { EventLog, isFrom } from './prototype-listener.ts';

// Stand-ins by identity only: isFrom compares, it never calls them.
const frame = {} as Window;
const other = {} as Window;
const source = { messageOrigin: 'https://www.figma.com', frame: () => frame };

it.each([
  ['the own frame and its origin', { origin: 'https://www.figma.com', source: frame }, true],
  ['another frame of the origin', { origin: 'https://www.figma.com', source: other }, false],
  ['the own frame gone elsewhere', { origin: 'https://evil.example', source: frame }, false],
  ['no source', { origin: 'https://www.figma.com', source: null }, false],
])('%s [3.5.5]', (_, event, expected) => {
  expect(isFrom(source, event)).toBe(expected);
});

it('hears nothing while there is no frame', () => {
  const none = { ...source, frame: () => null };
  expect(isFrom(none, { origin: 'https://www.figma.com', source: null })).toBe(false);
});

const message: PrototypeMessage = { type: 'INITIAL_LOAD', data: {} };

describe('EventLog', () => {
  it('numbers from 0 and keeps the time of each', () => {
    const log = new EventLog();
    log.add(message, 10.4);
    log.add({ type: 'PRESENTED_NODE_CHANGED', data: { presentedNodeId: '1:2' } }, 2000);
    expect(log.events).toEqual([
      { seq: 0, atMs: 10, type: 'INITIAL_LOAD', data: {} },
      { seq: 1, atMs: 2000, type: 'PRESENTED_NODE_CHANGED', data: { presentedNodeId: '1:2' } },
    ]);
  });

  it('follows the events of an earlier visit, whose own messages count', () => {
    const own = { type: 'TRYOUT_STEP_SHOWN', data: { step: 1 } } as const;
    const before = new EventLog();
    for (let at = 0; at < OWN_MESSAGES_MAX - 1; at += 1) before.addOwn(own, at);
    before.add(message, 5000);
    const log = new EventLog(before.events);
    expect(log.add(message, 6000)?.seq).toBe(OWN_MESSAGES_MAX);
    expect(log.addOwn(own, 6000)?.seq).toBe(OWN_MESSAGES_MAX + 1);
    expect(log.addOwn(own, 6001)).toBeNull();
  });

  it('leaves out what comes too fast, counts it, and goes on without a gap in seq', () => {
    const log = new EventLog();
    for (let at = 0; at < 100; at += 1) log.add(message, 500 + at);
    expect(log.events.length).toBe(60);
    expect(log.dropped).toBe(40);
    expect(log.add(message, 1600)?.seq).toBe(60);
  });

  it('never grows beyond what the server takes', () => {
    const log = new EventLog();
    for (let at = 0; at < EVENTS_MAX + 5; at += 1) log.add(message, at * 20);
    expect(log.events.length).toBe(EVENTS_MAX);
    expect(log.dropped).toBe(5);
  });

  it('has room for the messages of the page when a prototype has used up its own', () => {
    const log = new EventLog();
    const own = { type: 'TRYOUT_STEP_SHOWN', data: { step: 1 } } as const;
    expect(log.addOwn(own, 0)?.seq).toBe(0);
    for (let at = 0; at < EVENTS_MAX + 5; at += 1) log.add(message, at * 20);
    expect(log.events.length).toBe(EVENTS_MAX + 1);
    expect(log.addOwn(own, 400_200)?.seq).toBe(EVENTS_MAX + 1);
    for (let at = 2; at < OWN_MESSAGES_MAX; at += 1) log.addOwn(own, 400_300);
    expect(log.addOwn(own, 400_400)).toBeNull();
  });
});
