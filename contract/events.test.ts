// Tests of reading raw messages: bounds, tolerance, stored fields.
import { describe, expect, it } from 'vitest';
import { EVENT_DATA_MAX_BYTES, mousePress, rawEvent, readPrototypeMessage } from './events.ts';

/** Message as logged from the embed. */
const logged = {
  handled: true,
  presentedNodeId: '1:4',
  targetNodeId: '1:4',
  targetNodeMousePosition: { x: 253, y: 62 },
  nearestScrollingFrameId: '1:4',
  nearestScrollingFrameMousePosition: { x: 253, y: 62 },
  nearestScrollingFrameOffset: { x: 0, y: 0 },
};

describe('readPrototypeMessage', () => {
  it('keeps a documented message with undocumented extras', () => {
    const data = { ...logged, interactionType: 'ON_CLICK' };
    const message = { type: 'MOUSE_PRESS_OR_RELEASE', data };
    expect(readPrototypeMessage({ ...message, source: 'x' })).toEqual(message);
  });

  it.each([
    ['another message', { type: 'webpackOk', data: {} }],
    ['no object', 'MOUSE_PRESS_OR_RELEASE'],
    ['no type', { data: logged }],
    ['data that is no object', { type: 'INITIAL_LOAD', data: 'x' }],
    ['nothing', null],
  ])('is null for %s [3.5.5]', (_, posted) => {
    expect(readPrototypeMessage(posted)).toBeNull();
  });

  it.each([[undefined], [null]])('takes %s as empty data', (data) => {
    expect(readPrototypeMessage({ type: 'INITIAL_LOAD', data })).toEqual({
      type: 'INITIAL_LOAD',
      data: {},
    });
  });

  it('cuts a message over the bound to its plain fields', () => {
    const many = Array.from({ length: 400 }, (_, at) => [`I1:2;${at}:3`, `4:${at}`] as const);
    const posted = {
      type: 'PRESENTED_NODE_CHANGED',
      data: {
        presentedNodeId: '1:4',
        isStoredInHistory: true,
        stateMappings: Object.fromEntries(many),
      },
    };
    const message = readPrototypeMessage(posted);
    expect(message?.data).toEqual({ presentedNodeId: '1:4', isStoredInHistory: true, cut: true });
    expect(rawEvent.safeParse({ seq: 0, atMs: 0, ...message }).success).toBe(true);
  });

  it('cuts hostile data below the bound too', () => {
    const fields = Array.from({ length: 90 }, (_, at) => [`k${at}`, '€'.repeat(200)] as const);
    const posted = { type: 'NEW_STATE', data: Object.fromEntries(fields) };
    const message = readPrototypeMessage(posted);
    expect(rawEvent.safeParse({ seq: 0, atMs: 0, ...message }).success).toBe(true);
  });

  it('survives data that is no JSON', () => {
    const data: Record<string, unknown> & { self?: unknown } = { ...logged };
    data.self = data;
    const message = readPrototypeMessage({ type: 'MOUSE_PRESS_OR_RELEASE', data });
    expect(message?.data).toMatchObject({ presentedNodeId: '1:4', cut: true });
  });
});

describe('rawEvent', () => {
  const event = { seq: 3, atMs: 12.5, type: 'MOUSE_PRESS_OR_RELEASE', data: logged };
  it('takes a message as received', () => {
    expect(rawEvent.parse(event)).toEqual(event);
  });

  it.each([
    ['a negative seq', { ...event, seq: -1 }],
    ['a broken seq', { ...event, seq: 1.5 }],
    ['a time before the start', { ...event, atMs: -1 }],
    ['an infinite time', { ...event, atMs: Number.POSITIVE_INFINITY }],
    ['an unknown type', { ...event, type: 'OTHER' }],
    ['no data', { seq: 0, atMs: 0, type: 'INITIAL_LOAD' }],
    ['too much data', { ...event, data: { text: 'x'.repeat(EVENT_DATA_MAX_BYTES) } }],
    ['too many bytes in few characters', { ...event, data: { text: '€'.repeat(1500) } }],
  ])('refuses %s', (_, value) => {
    expect(rawEvent.safeParse(value).success).toBe(false);
  });
});

describe('mousePress', () => {
  it('reads missing, null and mistyped fields as null and dashes as colons', () => {
    const read = mousePress.parse({
      presentedNodeId: '5-3',
      handled: 'yes',
      targetNodeId: 'I12:3;45:6',
      targetNodeMousePosition: { x: 1 },
      nearestScrollingFrameMousePosition: null,
    });
    expect(read).toEqual({
      presentedNodeId: '5:3',
      handled: null,
      targetNodeId: 'I12:3;45:6',
      targetNodeMousePosition: null,
      nearestScrollingFrameId: null,
      nearestScrollingFrameMousePosition: null,
      nearestScrollingFrameOffset: null,
    });
  });
});
