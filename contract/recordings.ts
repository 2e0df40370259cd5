// A recording: the video of a session, with what a list and its page show.

import { z } from 'zod/mini';
import { sessionConsent } from './consent.ts';
import { testId, uniqueId } from './ids.ts';
import { judgedRun, outcome, taskAnswers } from './outcomes.ts';
import { recordingInfo } from './recording-info.ts';
import { namedScreen } from './screen-names.ts';
import { linkParameters } from './sessions.ts';
import { stepAnswer } from './step-answers.ts';
import { stepEnd } from './step-end.ts';
import { stepNumber } from './step-number.ts';
import { panelStep } from './steps.ts';
import { stillSheet } from './stills.ts';

/** A passage of a session through one task. */
export const recordedRun = z.object({
  /** Number of the task's step, which it retains in all revisions. */
  step: stepNumber,
  /** Position among the tasks of the session's revision, from 1: 'Task 2'. */
  position: z.int(),
  outcome,
  /** Milliseconds since the recording's start, or null if nothing reported it. */
  beganAtMs: z.nullable(z.number()),
  endedAtMs: z.nullable(z.number()),
  /** The participant's way to end the task, or null if the recording's end did, or nothing reported it. */
  ended: z.nullable(stepEnd),
  /** As that of a row. */
  timeToGoalMs: z.nullable(z.number()),
  answers: z.nullable(taskAnswers),
});
export type RecordedRun = z.infer<typeof recordedRun>;

/**
 * A recording as a list of a test's recordings shows it: with what its run came to in the task of the filter, or in the
 * first one.
 */
export const recordingRow = z.extend(recordingInfo, {
  /** Outcome of the run; `running` also until it is read. */
  outcome,
  /** Time from the prototype's first presentation to the goal, or null if it was not reached or there is no goal. */
  timeToGoalMs: z.nullable(z.number()),
  /** Browser and system: 'Firefox on Windows', or null if they are not known. */
  device: z.nullable(z.string()),
  /** The card after the task, or null if it was not answered. */
  answers: z.nullable(taskAnswers),
  /** Number of tasks of the session's revision. */
  tasks: z.int(),
  /** A run for each task that was shown, in the order of the tasks. It is empty until the session is read. */
  runs: z.array(recordedRun),
});
export type RecordingRow = z.infer<typeof recordingRow>;

/** A click placed on its screen image; null coordinates when it could not be placed. */
export const placedClick = z.object({
  screenId: z.string(),
  /** Milliseconds since the recording's start. */
  atMs: z.number(),
  /**
   * The value is true if the click hit a hotspot, false for a misclick, and null if the design tool did not report it.
   */
  handled: z.nullable(z.boolean()),
  x: z.nullable(z.number()),
  y: z.nullable(z.number()),
  /** Name of the layer that it hit, or null if no layer of a stored screen is known. */
  layer: z.nullable(z.string()),
});
export type PlacedClick = z.infer<typeof placedClick>;

export const screenVisit = z.object({
  screenId: z.string(),
  fromMs: z.number(),
  toMs: z.nullable(z.number()),
});

/** One screen of a recording with its image, for painting heatmaps in the review page. */
export const recordedScreen = z.object({
  screenId: z.string(),
  imageUrl: z.string(),
  width: z.int(),
  height: z.int(),
  /** The value is true if a browser took the image: clicks on it are then only approximately placed. */
  approximate: z.boolean(),
});

/** Position of a recording among those of its test, newest first, and its neighbours. */
const recordingNeighbours = z.object({
  /** Position from 1, the newest. */
  position: z.int(),
  total: z.int(),
  newer: z.nullable(z.pick(recordingInfo, { userTimestamp: true, participantName: true })),
  older: z.nullable(z.pick(recordingInfo, { userTimestamp: true, participantName: true })),
});
export type RecordingNeighbours = z.infer<typeof recordingNeighbours>;

/** Answer of the recording page's address (`/api/tests/{uniqueId}/…/{userTimestamp}`). */
export const recordingDetail = z.extend(recordingRow, {
  test: z.object({
    _id: testId,
    uniqueId,
    name: z.string(),
    /** The task as this session's participant read it. */
    task: z.string(),
    /** The prototype of this session. */
    figmaUrl: z.string(),
    company: z.string(),
    /** The newest revision's number. */
    revision: z.int(),
  }),
  place: recordingNeighbours,
  /** A member's own try of the test, which counts nowhere. */
  isPilot: z.boolean(),
  /** Variant of the tasks that have some, from 1, or null without any. */
  variant: z.nullable(z.int()),
  /** The value is true if the session has clicks and answers alone. Its times are those of its own clock. */
  withoutVideo: z.boolean(),
  /** Devices without which the participant took part, known once the recording has ended. */
  lacks: z.array(z.enum(['microphone', 'camera'])),
  videoUrl: z.string(),
  /** Sheets in order of time. Missing stills leave gaps; the list is empty when the client sent none. */
  stills: z.array(stillSheet),
  clickList: z.array(placedClick),
  visits: z.array(screenVisit),
  screens: z.array(recordedScreen),
  /** Source of new images of this prototype's screens, or null if its link has no screens. */
  imageSource: z.nullable(z.enum(['design_tool', 'browser', 'none'])),
  /**
   * State that the embed reported: the prototype is shown, requires a sign-in or a password, or reported nothing at
   * all. The value is null if the link does not point to a prototype.
   */
  prototypeState: z.nullable(z.enum(['shown', 'sign_in', 'password', 'silent'])),
  /** Clicks that could not be placed, by reason. */
  unplaced: z.record(z.string(), z.int()),
  /** A better reading of this session is being made: clicks, visits and places are those of the one before. */
  readAgain: z.boolean(),
  judged: judgedRun,
  /** The runs of a row, also while the session runs. */
  runs: z.array(
    z.extend(recordedRun, {
      /** The task as this session's participant read it. */
      task: z.string(),
      judged: judgedRun,
    }),
  ),
  /** Questions and sets that the participant visited or answered, in the order of the test's steps. */
  questions: z.array(
    z.object({
      question: panelStep,
      /** Milliseconds since the recording started, or null if no message says when; of several visits the first. */
      visitedAtMs: z.nullable(z.number()),
      /** The last answer's time, or null without one. */
      answeredAtMs: z.nullable(z.number()),
      /** The answer, or null if none was given. */
      answer: z.nullable(stepAnswer),
    }),
  ),
  /** Parameters of the link with which the session began, in the order of their names. */
  parameters: linkParameters,
  /** Agreement with which the session began, or null if its page sent none. */
  consent: z.nullable(sessionConsent),
  /** Names of the screens that were presented. */
  namedScreens: z.array(namedScreen),
});
export type RecordingDetail = z.infer<typeof recordingDetail>;
