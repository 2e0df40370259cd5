// Results by screen: a row each, and the heat of one.
import { z } from 'zod/mini';
import { proportion } from './numbers.ts';
import { filtered, resultFilter } from './result-filter.ts';
import { namedScreen } from './screen-names.ts';

export const screenResult = z.extend(namedScreen, {
  visitedBy: z.int(),
  /** People who pressed something that does not react, of its visitors. */
  missedBy: proportion,
  /** Median from its first presentation to the first click that reacted, in milliseconds, or null if none did. */
  firstReactedMs: z.nullable(z.number()),
  cameBack: proportion,
  /** Ended here without the goal, of those who did not make it; null for a goal screen, and without a goal. */
  endedHere: z.nullable(proportion),
  /** Share of the visitors' first clicks that led to a route's next screen, for tests with routes. */
  firstClickOnRoute: z.nullable(proportion),
  clicks: z.int(),
  misclicks: z.int(),
  unplaced: z.int(),
});
export type ScreenResult = z.infer<typeof screenResult>;

/** Screens by 'ended here', 'came back' and 'had dead clicks', the worst first. */
export const screenResults = z.extend(filtered, { screens: z.array(screenResult) });
export type ScreenResults = z.infer<typeof screenResults>;

/** Layer of clicks: all, each person's first on the screen, or those that hit nothing interactive. */
export const clickLayer = z.enum(['all', 'first', 'missed']);
export type ClickLayer = z.infer<typeof clickLayer>;

/** Weight of a click: each person counts 1, shared among their clicks on the screen; or each click counts 1. */
export const clickWeight = z.enum(['person', 'click']);

export const heatQuery = z.extend(resultFilter, {
  layer: z.optional(clickLayer),
  weight: z.optional(clickWeight),
});

/** Clicks of one screen as weighted bins of one pixel of its image. */
export const screenHeat = z.extend(filtered, {
  screen: namedScreen,
  layer: clickLayer,
  weight: clickWeight,
  /** Three lists of one length: column, row, weight. */
  bins: z.object({ x: z.array(z.int()), y: z.array(z.int()), weight: z.array(z.number()) }),
  /** Number of clicks of this layer in `bins`, and of the people who made them. */
  clicks: z.int(),
  clickedBy: z.int(),
  /** Clicks of the layer without a place, by reason. */
  unplaced: z.record(z.string(), z.int()),
  /** Layers and spots by people, the most first; at most 50, the rest summed up. */
  hotSpots: z.array(
    z.object({
      /** `layer:{node id}` or `cell:{x},{y}`. */
      place: z.string(),
      /** The layer's name, or null for a spot of 48 px without one. */
      layer: z.nullable(z.string()),
      /** Area on the screen's image, or null if it is unknown. */
      box: z.nullable(
        z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
      ),
      reacts: z.boolean(),
      /** Screen that most of its clicks led to. */
      leadsTo: z.nullable(z.object({ number: z.int(), name: z.string() })),
      people: z.int(),
      clicks: z.int(),
    }),
  ),
  otherSpots: z.object({ places: z.int(), people: z.int(), clicks: z.int() }),
});
export type ScreenHeat = z.infer<typeof screenHeat>;
