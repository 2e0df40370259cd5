// Messages that the participant's page itself writes into the stream of raw messages: where a step begins and ends, and
// when its answer was given, which goes by a call of its own. Their types have a prefix that no frame can send, because `readPrototypeMessage` knows the tool's types alone.
import { z } from 'zod/mini';
import { stepEnd } from './step-end.ts';
import { stepNumber } from './step-number.ts';

export const ownMessageTypes = [
  'TRYOUT_STEP_SHOWN',
  'TRYOUT_STEP_ENDED',
  'TRYOUT_ANSWERED',
] as const;

/** A message of the page: what is done after `shown`, until `ended`, belongs to that step. */
export const ownMessage = z.discriminatedUnion('type', [
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
export type OwnMessage = z.infer<typeof ownMessage>;

const ownTypes: ReadonlySet<string> = new Set(ownMessageTypes);

export function isOwnType(type: string): type is OwnMessage['type'] {
  return ownTypes.has(type);
}

/** Returns a stored message of the page, or null for one of the prototype. */
export function readOwnMessage(message: { type: string; data: unknown }): OwnMessage | null {
  if (!isOwnType(message.type)) return null;
  const own = ownMessage.safeParse(message);
  return own.success ? own.data : null;
}
