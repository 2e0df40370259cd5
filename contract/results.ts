// Results over all sessions of a test: choices of the filter, summary with findings, overview.
import { z } from 'zod/mini';
import { goal } from './goals.ts';
import { sessionId } from './ids.ts';
import { average, proportion, times } from './numbers.ts';
import { obstacle } from './obstacles.ts';
import { outcome } from './outcomes.ts';
import { answerFilter, cardAnswer, filtered } from './result-filter.ts';
import { questionResult } from './result-questions.ts';
import { namedScreen } from './screen-names.ts';
import { stepNumber } from './step-number.ts';
import { panelStep } from './steps.ts';
import { taskQuestion } from './task-questions.ts';

/** Options of the filter bar, with the number of people for each value in the revision. */
export const resultChoices = z.extend(filtered, {
  revisions: z.array(z.object({ number: z.int(), people: z.int(), createdAt: z.iso.datetime() })),
  outcomes: z.array(z.object({ outcome, people: z.int() })),
  screens: z.array(z.extend(namedScreen, { people: z.int() })),
  devices: z.array(z.object({ device: z.string(), people: z.int() })),
  /** Variants with all who took part, and turns of the step in shuffled order; empty without any. */
  variants: z.array(z.object({ variant: z.int(), people: z.int() })),
  turns: z.array(z.object({ turn: z.int(), people: z.int() })),
  /** Values of the share link's parameters, of each the 20 most frequent. */
  parameters: z.array(z.object({ name: z.string(), value: z.string(), people: z.int() })),
  /** Answers to the card after the task. */
  answers: z.array(z.object({ answer: cardAnswer, people: z.int() })),
  /** Questions and sets of the filter's revision, each with its answers and the people who gave them. */
  questions: z.array(
    z.object({
      question: panelStep,
      answers: z.array(z.object({ answer: answerFilter, people: z.int() })),
    }),
  ),
  /** Tags of notes and clips, the most frequent first, at most 100. */
  tags: z.array(z.object({ tag: z.string(), people: z.int() })),
});
export type ResultChoices = z.infer<typeof resultChoices>;

/**
 * One entry of 'Where it went wrong', found by rule (docs/metrics.md): `people` of `of`. An entry that was added to the
 * report has a `finding`.
 */
export const findingByRule = z.discriminatedUnion('kind', [
  /** People who did not succeed and ended on this screen; `thoughtDone` of them reported that they had finished. */
  z.object({
    kind: z.literal('ended_here'),
    screen: namedScreen,
    people: z.int(),
    of: z.int(),
    thoughtDone: z.int(),
  }),
  /** Visitors of the screen who pressed a place that does not react. */
  z.object({
    kind: z.literal('nothing_reacts'),
    screen: namedScreen,
    /** For moments: `layer:{node id}`, or `spot:{column},{row}`, four cells (insight/spots.ts). */
    place: z.string(),
    /** The layer's name, or null for a spot of 48 px without one. */
    layer: z.nullable(z.string()),
    /** Middle of the place on the screen's image. */
    at: z.nullable(z.object({ x: z.number(), y: z.number() })),
    people: z.int(),
    of: z.int(),
    /** On this place and on those of `also`. */
    presses: z.int(),
    /**
     * Other places that the same people pressed: all people of such a place pressed this one, and at least four fifths
     * of this one's people pressed it.
     */
    also: z.array(z.object({ place: z.string(), layer: z.nullable(z.string()), people: z.int() })),
    /**
     * People who did not succeed, of those who pressed it and of the screen's other visitors, with the probability of
     * that by chance (Fisher's exact test). Null without a goal, and while the success of some people is not known.
     */
    failures: z.nullable(
      z.object({ ofPressers: z.int(), ofOthers: z.int(), others: z.int(), chance: z.number() }),
    ),
  }),
  /** People who answered that they did it, did not reach the goal, and ended on this screen; `of` all who did so. */
  z.object({
    kind: z.literal('thought_done'),
    screen: namedScreen,
    people: z.int(),
    of: z.int(),
  }),
  /** Visitors of the screen who came back to it. */
  z.object({
    kind: z.literal('came_back'),
    screen: namedScreen,
    people: z.int(),
    of: z.int(),
    /** Most times that one person came back. */
    mostTimes: z.int(),
  }),
]);
export type FindingByRule = z.infer<typeof findingByRule>;

/** Screens on which people who did not succeed ended, the most people first. */
const failureEnds = z.object({
  /** People who did not succeed. All other fields add up to it. */
  failures: z.int(),
  /** At most 20. */
  screens: z.array(z.object({ screen: namedScreen, people: z.int() })),
  others: z.object({ screens: z.int(), people: z.int() }),
  /** Their prototype reported no screen. */
  unknown: z.int(),
});
export type FailureEnds = z.infer<typeof failureEnds>;

/** `values`: single times of up to four people in ascending order, or null if there are more. */
const averageOfTimes = z.extend(average, { values: z.nullable(z.array(z.number())) });

/** Opened links and what became of them, for the filter's revision and days; other fields of the filter do not affect it. */
const funnel = z.object({
  opened: z.int(),
  started: z.int(),
  recorded: z.int(),
  finished: z.int(),
  /** Openings without a recording, by the last obstacle. */
  obstacles: z.array(z.object({ obstacle, people: z.int() })),
  /** Openings that an answer to a screening question ended, the most frequent answers first. */
  screenedOut: z.array(
    z.object({ step: stepNumber, question: z.string(), answer: z.string(), people: z.int() }),
  ),
});

export const resultSummary = z.extend(filtered, {
  funnel,
  /** People by outcome, in the order of the rules; those without people are left out. */
  outcomes: z.array(z.object({ outcome, people: z.int() })),
  goal: z.nullable(goal),
  /** When it was set, and how many sessions had run by then; null without a goal. */
  goalSet: z.nullable(z.object({ at: z.iso.datetime(), afterSessions: z.int() })),
  asks: z.array(taskQuestion),
  /** Success, or null without a goal, and with a filter by outcome. */
  success: z.nullable(proportion),
  direct: z.nullable(proportion),
  timeToGoal: z.nullable(times),
  timeOnTask: averageOfTimes,
  /**
   * Only with routes. `leftOut` counts people of n without a value: they saw fewer screens than the shortest route has.
   */
  lostness: z.nullable(z.extend(average, { leftOut: z.int() })),
  ease: z.object({
    /** People by answer, 1 to 7. */
    counts: z.array(z.int()).check(z.length(7)),
    average,
    /** People outside of the base among those who answered. */
    outside: z.int(),
  }),
  /** Answers to 'Did you do what was asked?'; `outside` as for `ease`. */
  didIt: z.object({ yes: z.int(), no: z.int(), outside: z.int() }),
  /** Texts of 'What would have helped?', the newest first, at most 20; `helped` counts all. */
  comments: z.array(
    z.object({
      sessionId,
      number: z.int(),
      participantName: z.string(),
      text: z.string(),
      outcome,
    }),
  ),
  helped: z.int(),
  /** Findings beyond chance, at most five; none with a filter by outcome. */
  findings: z.array(findingByRule),
  /** At most ten more that pass the thresholds but may be chance. */
  mayBeChance: z.array(findingByRule),
  /** Ends of people who did not succeed, or null without a goal. */
  ends: z.nullable(failureEnds),
});
export type ResultSummary = z.infer<typeof resultSummary>;

/** A task's line of the overview, with the counts of its own people and its own revision. */
const taskResult = z.extend(filtered, {
  step: stepNumber,
  task: z.string(),
  asks: z.array(taskQuestion),
  /** People of the filter who came as far as this task, whatever its outcome; excluded and running sessions left out. */
  arrivals: z.int(),
  /** Success, or null without a goal, and with a filter by outcome. */
  success: z.nullable(proportion),
  /** Times to the goal, or null without a goal. */
  timeToGoal: z.nullable(averageOfTimes),
  ease: average,
});
export type TaskResult = z.infer<typeof taskResult>;

/**
 * The tasks, questions and sets of the filter's revision, or of the newest one, each in their order. With
 * `revision=all`, those that the newest revision no longer has come after its own, the last deleted first, at most 30 of
 * each.
 */
export const resultOverview = z.object({
  tasks: z.array(taskResult),
  questions: z.array(questionResult),
  funnel,
});
export type ResultOverview = z.infer<typeof resultOverview>;
