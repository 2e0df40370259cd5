// Messages that the participant's page itself writes into the stream of raw messages: where a step begins and ends,
// when its answer was given, which goes by a call of its own, and presses on a picture. Their types have a prefix that no frame can send, because `readPrototypeMessage` knows the tool's types alone.
import { z } from 'zod/mini';
import { stepEnd } from './step-end.ts';
import { stepNumber } from './step-number.ts';

export const ownMessageTypes = [
  'TRYOUT_STEP_SHOWN',
  'TRYOUT_STEP_ENDED',
  'TRYOUT_ANSWERED',
  'TRYOUT_RECORDING_BEGAN',
  'TRYOUT_PRESSED',
] as const;

/** Message about a step: what is done after `shown`, until `ended`, belongs to that step. */
const stepMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('TRYOUT_STEP_SHOWN'),
    data: z.strictObject({ step: stepNumber }),
  }),
  z.object({
    type: z.literal('TRYOUT_STEP_ENDED'),
    data: z.strictObject({ step: stepNumber, how: stepEnd }),
  }),
  z.object({
    type: z.literal('TRYOUT_ANSWERED'),
    data: z.strictObject({ step: stepNumber }),
  }),
]);
export type StepMessage = z.infer<typeof stepMessage>;

/** Message about a recording that lacks the sound or the participant's camera: whether it has them. */
const recordingBegan = z.object({
  type: z.literal('TRYOUT_RECORDING_BEGAN'),
  data: z.strictObject({ microphone: z.boolean(), camera: z.boolean() }),
});
export type RecordingBegan = z.infer<typeof recordingBegan>;

/** Farther from a picture than any press can be, in its pixels. */
const PRESS_MAX = 1_000_000;

const pressAt = z.number().check(z.gte(-PRESS_MAX), z.lte(PRESS_MAX));

/** Message about a press on the picture of a step, in pixels of the picture. */
const pressed = z.object({
  type: z.literal('TRYOUT_PRESSED'),
  data: z.strictObject({ step: stepNumber, x: pressAt, y: pressAt }),
});
export type PicturePress = Pick<z.infer<typeof pressed>['data'], 'x' | 'y'>;

export const ownMessage = z.union([stepMessage, recordingBegan, pressed]);
export type OwnMessage = z.infer<typeof ownMessage>;

const ownTypes: ReadonlySet<string> = new Set(ownMessageTypes);

export function isOwnType(type: string): type is OwnMessage['type'] {
  return ownTypes.has(type);
}

/**
 * Returns whether a message counts against the budget of the page's own messages. A press on a picture counts as one of a
 * prototype, because people press as often as they like.
 */
export function isOwnBudget(type: string): boolean {
  return isOwnType(type) && type !== 'TRYOUT_PRESSED';
}

/** Returns a stored message of a press on a picture, or null for any other. */
export function readPress(message: {
  type: string;
  data: unknown;
}): z.infer<typeof pressed>['data'] | null {
  if (message.type !== 'TRYOUT_PRESSED') return null;
  const own = pressed.safeParse(message);
  return own.success ? own.data.data : null;
}

/** Returns a stored message of the page about a step, or null for any other. */
export function readStepMessage(message: { type: string; data: unknown }): StepMessage | null {
  if (!isOwnType(message.type)) return null;
  const own = stepMessage.safeParse(message);
  return own.success ? own.data : null;
}

/** Returns a stored message of the page about its recording, or null for any other. */
export function readRecordingBegan(message: {
  type: string;
  data: unknown;
}): RecordingBegan['data'] | null {
  if (message.type !== 'TRYOUT_RECORDING_BEGAN') return null;
  const own = recordingBegan.safeParse(message);
  return own.success ? own.data.data : null;
}
