// A recording: the video of a session, and what its page shows.
import { z } from 'zod/mini';
import { revisionId, sessionId, testId, uniqueId } from './ids.ts';
import { judgedRun, outcome, taskAnswers } from './outcomes.ts';
import { namedScreen } from './screen-names.ts';
import { stillSheet } from './stills.ts';

/** `receiving` while its session runs, `ready` once it is over. Watchable in both. */
export const recordingState = z.enum(['receiving', 'ready']);
export type RecordingState = z.infer<typeof recordingState>;

export const recordingInfo = z.object({
  id: sessionId,
  userTimestamp: z.string(),
  /** Number within the test, from 1: 'Participant 12'. */
  number: z.int(),
  participantName: z.string(),
  startedAt: z.iso.datetime(),
  /** Length of the recording, or null until the first piece has arrived. */
  durationMs: z.nullable(z.number()),
  sizeBytes: z.number(),
  state: recordingState,
  /** The participant vanished before stopping. */
  endedEarly: z.boolean(),
  /**
   * Time of the participant's last request (a piece, a message, a still, a sign of life), or null if the recording is
   * over.
   */
  lastHeardAt: z.nullable(z.iso.datetime()),
  /**
   * Milliseconds from this response until the recording counts as silent, unless its participant sends something
   * before; 0 if it is silent already; null if it is over.
   */
  silentInMs: z.nullable(z.int()),
  /** All of them: those that hit something and those that missed, with a place or without. */
  clicks: z.int(),
  /** Number of clicks that hit nothing interactive. */
  misclicks: z.int(),
  /** A picture of the shared screen; null when the client sent none. */
  posterUrl: z.nullable(z.string()),
  /** Revision of the test that the participant saw. */
  revision: z.object({
    _id: revisionId,
    /** Number from 1, which never changes. */
    number: z.int(),
    /** The test was edited after the session began, so the participant may have seen another task. */
    uncertain: z.boolean(),
  }),
});
export type RecordingInfo = z.infer<typeof recordingInfo>;

/** A recording as a list of a test's recordings shows it: with what its run came to. */
export const recordingRow = z.extend(recordingInfo, {
  /** Outcome of the run; `running` also until it is read. */
  outcome,
  /** Time from the prototype's first presentation to the goal, or null if it was not reached or there is no goal. */
  timeToGoalMs: z.nullable(z.number()),
  /** Browser and system: 'Firefox on Windows', or null if they are not known. */
  device: z.nullable(z.string()),
  /** The card after the task, or null if it was not answered. */
  answers: z.nullable(taskAnswers),
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
  /** Names of the screens that were presented. */
  namedScreens: z.array(namedScreen),
});
export type RecordingDetail = z.infer<typeof recordingDetail>;
