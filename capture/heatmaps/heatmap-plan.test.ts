// Tests of which dots go on which screen, overlays included.
import { describe, expect, it } from 'vitest';
import type { RawEvent } from '#contract/events.ts';
import type { ScreenImage } from '#contract/screens.ts';
import { clickedScreens, planHeatmaps, visitedScreens } from './heatmap-plan.ts';

function screen(nodeId: string, boxes: string[] = []): ScreenImage {
  const box = { x: 0, y: 0, width: 400, height: 800 };
  const all = Object.fromEntries([nodeId, ...boxes].map((id) => [id, box]));
  return { nodeId, width: 400, height: 800, origin: { x: 0, y: 0 }, boxes: all };
}

function press(seq: number, screenId: string, targetId: string): RawEvent {
  return {
    seq,
    atMs: seq * 3000,
    type: 'MOUSE_PRESS_OR_RELEASE',
    data: {
      presentedNodeId: screenId,
      handled: seq !== 3,
      targetNodeId: targetId,
      targetNodeMousePosition: { x: 10 + seq, y: 20 },
    },
  };
}

const presented = (seq: number, presentedNodeId: string): RawEvent => ({
  seq,
  atMs: seq * 3000,
  type: 'PRESENTED_NODE_CHANGED',
  data: { presentedNodeId },
});

const plan = (events: RawEvent[], ...known: ScreenImage[]) =>
  planHeatmaps(events, null, new Map(known.map((image) => [image.nodeId, image])));

describe('planHeatmaps', () => {
  it('has one heatmap per screen with a placed click, in image pixels', () => {
    const events = [
      presented(0, '1:2'),
      press(1, '1:2', '1:2'),
      presented(2, '1:3'),
      press(3, '1:2', '1:2'),
    ];
    const { heatmaps } = plan(events, screen('1:2'), screen('1:3'));
    expect(heatmaps.map(({ screen: on, points }) => [on.nodeId, points])).toEqual([
      [
        '1:2',
        [
          { x: 11, y: 20, missed: false },
          { x: 13, y: 20, missed: true },
        ],
      ],
    ]);
  });

  it('leaves out screens that could not be loaded and unknown nodes', () => {
    const events = [press(0, '1:2', '1:2'), press(1, '1:3', '9:9')];
    const { heatmaps, hasUnknownNodes } = plan(events, screen('1:3'));
    expect(heatmaps).toEqual([]);
    expect(hasUnknownNodes).toBe(true);
  });

  it('gives a press behind an overlay to the screen it hit', () => {
    const events = [presented(0, '1:2'), presented(1, '5:5'), press(2, '5:5', '1:9')];
    expect(clickedScreens(events, null)).toEqual(['5:5']);
    expect(visitedScreens(events, null)).toEqual(['1:2', '5:5']);
    const { heatmaps } = plan(events, screen('5:5'), screen('1:2', ['1:9']));
    expect(heatmaps.map((heatmap) => heatmap.screen.nodeId)).toEqual(['1:2']);
  });
});
