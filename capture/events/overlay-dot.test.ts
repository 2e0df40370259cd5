// Tests of where a press shows over the prototype, and when that is not certain.
import { describe, expect, it } from 'vitest';
import type { ScreenImage } from '#contract/screens.ts';
import { overlayDot } from './overlay-dot.ts';

const view = { width: 640, height: 500 };

function screen(width: number, height: number): ScreenImage {
  const boxes = { '1:2': { x: 40, y: 40, width, height } };
  return { nodeId: '1:2', width: width * 2, height: height * 2, origin: { x: 0, y: 0 }, boxes };
}

const press = (data: Record<string, unknown>) => ({ data: { presentedNodeId: '1:2', ...data } });
const onPage = press({
  nearestScrollingFrameId: '1:2',
  nearestScrollingFrameMousePosition: { x: 100, y: 50 },
  nearestScrollingFrameOffset: { x: 0, y: 900 },
});

describe('overlayDot', () => {
  it('is scaled down with a screen that is wider than the frame', () => {
    expect(overlayDot(onPage, screen(1280, 2000), view)).toEqual({ x: 50, y: 25 });
  });

  it('is centred with a screen that is smaller, never enlarged', () => {
    expect(overlayDot(onPage, screen(200, 300), view)).toEqual({ x: 320, y: 150 });
  });

  it('takes the target when the screen itself was hit and nothing scrolls', () => {
    const plain = press({ targetNodeId: '1:2', targetNodeMousePosition: { x: 10, y: 10 } });
    expect(overlayDot(plain, screen(640, 500), view)).toEqual({ x: 10, y: 10 });
  });

  it.each([
    ['another screen', { data: { presentedNodeId: '9:9' } }],
    [
      'an inner scroller',
      press({ nearestScrollingFrameId: '1:7', nearestScrollingFrameMousePosition: { x: 1, y: 1 } }),
    ],
    ['no position', press({ nearestScrollingFrameId: '1:2' })],
    [
      'a place outside',
      press({
        nearestScrollingFrameId: '1:2',
        nearestScrollingFrameMousePosition: { x: 900, y: 1 },
      }),
    ],
  ])('is left out for %s', (_, event) => {
    expect(overlayDot(event, screen(640, 500), view)).toBeNull();
  });
});
