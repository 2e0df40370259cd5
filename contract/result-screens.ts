// Results by screen: a row each, and the heat of one.
import { z } from 'zod';
import { namedScreen } from './named-screens.ts';
import { proportion } from './numbers.ts';
import { filtered, resultFilter } from './result-filter.ts';

export const screenResult = namedScreen.extend({
  visitedBy: z.int(),
  /** People who pressed something that does not react, of its visitors. */
  missedBy: proportion,
  /** Median from its first presentation to the first click that reacted, in milliseconds; null: none did. */
  firstReactedMs: z.number().nullable(),
  cameBack: proportion,
  /** Ended here without the goal, of those who did not make it; null for a goal screen, and without a goal. */
  endedHere: proportion.nullable(),
  /** With routes: first clicks that led to a route's next screen, of its visitors' first clicks. */
  firstClickOnRoute: proportion.nullable(),
  clicks: z.int(),
  misclicks: z.int(),
  unplaced: z.int(),
});
export type ScreenResult = z.infer<typeof screenResult>;

/** Screens by 'ended here', 'came back' and 'pressed what does not react', the worst first. */
export const screenResults = filtered.extend({ screens: z.array(screenResult) });
export type ScreenResults = z.infer<typeof screenResults>;

/** Which clicks: all, each person's first on the screen, or those that hit nothing that reacts. */
export const clickLayer = z.enum(['all', 'first', 'missed']);
export type ClickLayer = z.infer<typeof clickLayer>;

/** What one click weighs: each person 1, shared among their clicks on the screen; or each click 1. */
export const clickWeight = z.enum(['person', 'click']);

export const heatQuery = resultFilter.extend({
  layer: clickLayer.optional(),
  weight: clickWeight.optional(),
});

/** Clicks of one screen as weighted bins of one pixel of its image. */
export const screenHeat = filtered.extend({
  screen: namedScreen,
  layer: clickLayer,
  weight: clickWeight,
  /** Three lists of one length: column, row, weight. */
  bins: z.object({ x: z.array(z.int()), y: z.array(z.int()), weight: z.array(z.number()) }),
  /** In `bins`, of this layer, and the people who made them. */
  clicks: z.int(),
  clickedBy: z.int(),
  /** Clicks of the layer without a place, by reason. */
  unplaced: z.record(z.string(), z.int()),
  /** Layers and spots by people, the most first; at most 50, the rest summed up. */
  hotSpots: z.array(
    z.object({
      /** `layer:{node id}` or `cell:{x},{y}`. */
      place: z.string(),
      /** The layer's name; null: a spot of 48 px without one. */
      layer: z.string().nullable(),
      /** On the screen's image; null: not known. */
      box: z
        .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
        .nullable(),
      reacts: z.boolean(),
      /** Screen that most of its clicks led to. */
      leadsTo: z.object({ number: z.int(), name: z.string() }).nullable(),
      people: z.int(),
      clicks: z.int(),
    }),
  ),
  otherSpots: z.object({ places: z.int(), people: z.int(), clicks: z.int() }),
});
export type ScreenHeat = z.infer<typeof screenHeat>;
