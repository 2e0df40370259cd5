// How each number of a report is computed, in words; kept with the number, so that it says so for ever (docs/metrics.md).
import type { NumberKind } from '#contract/report-numbers.ts';

const INTERVAL = 'The interval is Wilson’s, of 95 %; below five people there are counts alone.';
const N = 'runs that are counted: direct, indirect, thought done, gave up, left, stopped';
const T_INTERVAL = 'The interval is a t-interval of 95 %.';

export const numberDefinitions: Readonly<Record<NumberKind, string>> = {
  success: `Reached the goal, directly or indirectly, of all ${N}. ${INTERVAL}`,
  direct: `Reached the goal by a route of the goal, or without a screen twice where it has none, of all ${N}. ${INTERVAL}`,
  time_to_goal:
    'From the prototype’s first screen to the first goal screen, of those who reached it: below 25 people the geometric mean with a t-interval of the logarithms, else the median with an interval between two of the times, both of 95 %.',
  time_on_task: `From the prototype’s first screen to the end, of all ${N}: below 25 people the geometric mean with a t-interval of the logarithms, else the median with an interval between two of the times, both of 95 %.`,
  ease: `Mean of the answers to ‘How easy was it?’, 1 very difficult to 7 very easy, of those who answered. ${T_INTERVAL}`,
  lostness: `Mean of Smith’s lostness against the shortest route, of all ${N}; 0 is straight, above 0.5 people look lost. ${T_INTERVAL}`,
  outcome: `Runs that came to this, of all ${N}. ${INTERVAL}`,
  ended_here: `People without success whose last screen it was, of all people without success. ${INTERVAL}`,
  nothing_reacts: `People who pressed this place, where nothing reacts, at least once, of all to whom the screen was presented. ${INTERVAL}`,
  came_back: `People to whom the screen was presented again after they had left it, of all to whom it was presented. ${INTERVAL}`,
  people: `People of whom this is so, of all whom the filter keeps; without those who are left out. ${INTERVAL}`,
};
