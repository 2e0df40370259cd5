// Raw messages of a session: the prototype's read from the iframe, bounded, sent and stored as received; insight/ reads them.
import { z } from 'zod/mini';
import { isOwnType, ownMessage, ownMessageTypes } from './own-messages.ts';

/** Every message the embed is documented to send (Embed API, "Listening to events"). */
const prototypeMessageTypes = [
  'MOUSE_PRESS_OR_RELEASE',
  'PRESENTED_NODE_CHANGED',
  'INITIAL_LOAD',
  'NEW_STATE',
  'REQUEST_CLOSE',
  'LOGIN_SCREEN_SHOWN',
  'PASSWORD_SCREEN_SHOWN',
] as const;

/** One message's data as JSON: a press takes 400 bytes; room for extras, none for abuse. */
export const EVENT_DATA_MAX_BYTES = 4096;

const data = z.record(z.string(), z.unknown());

/** A message as posted by the embed: `event.data`. Undocumented fields of `data` are stored too. */
export const prototypeMessage = z.object({
  type: z.enum(prototypeMessageTypes),
  data: z.pipe(
    z.nullish(data),
    z.transform((value) => value ?? {}),
  ),
});
export type PrototypeMessage = z.infer<typeof prototypeMessage>;

/** A message in a session, of the prototype or of the page: `seq` counts from 0, `atMs` is ms since the recording started. */
export const rawEvent = z
  .object({
    seq: z.int().check(z.gte(0)),
    atMs: z.number().check(z.gte(0)),
    type: z.enum([...prototypeMessageTypes, ...ownMessageTypes]),
    // The size is checked first, because a record checks each of its keys.
    data: z.pipe(
      z
        .unknown()
        .check(z.refine(isSmall, `A message can carry at most ${EVENT_DATA_MAX_BYTES} bytes.`)),
      data,
    ),
  })
  .check(
    z.refine((event) => !isOwnType(event.type) || ownMessage.safeParse(event).success, {
      path: ['data'],
      message: 'A message of the page has other data.',
    }),
  );
export type RawEvent = z.infer<typeof rawEvent>;

/**
 * Reads a message that a frame posted. Returns a documented message, shortened to the bound if necessary, or null. A
 * message over the bound (a long `stateMappings`) retains its plain fields and gains `cut: true`.
 */
export function readPrototypeMessage(posted: unknown): PrototypeMessage | null {
  const message = prototypeMessage.safeParse(posted);
  if (!message.success) return null;
  const { type, data } = message.data;
  if (isSmall(data)) return { type, data };
  return { type, data: { ...plainFields(data), cut: true } };
}

/** Maximum length of a text in a shortened message: node ids of instances nested ten deep. */
const PLAIN_TEXT_MAX_CHARACTERS = 200;
/** Maximum number of fields in a shortened message: twice the documented ones; 16 × 200 stay below 4 kB. */
const PLAIN_FIELDS_MAX = 16;

function plainFields(data: Record<string, unknown>): Record<string, unknown> {
  const plain = Object.entries(data).filter(
    ([name, value]) =>
      name.length <= 32 && (point.safeParse(value).success || isShortScalar(value)),
  );
  const fields = Object.fromEntries(plain.slice(0, PLAIN_FIELDS_MAX));
  return jsonBytes(fields) <= EVENT_DATA_MAX_BYTES - ',"cut":true'.length ? fields : {};
}

function isShortScalar(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= PLAIN_TEXT_MAX_CHARACTERS;
  return value === null || typeof value === 'boolean' || typeof value === 'number';
}

/**
 * Returns whether a value is small enough for a message's data. A missing value is small, because the schema reports it
 * by name.
 */
function isSmall(value: unknown): boolean {
  return value === undefined || jsonBytes(value) <= EVENT_DATA_MAX_BYTES;
}

/** Size of a value as JSON in UTF-8; infinite when it is far over the bound or can't be written as JSON. */
function jsonBytes(value: unknown): number {
  try {
    const json = JSON.stringify(value);
    // Each of them takes a byte at least.
    return json.length > EVENT_DATA_MAX_BYTES ? Number.POSITIVE_INFINITY : utf8Bytes(json);
  } catch {
    // A cycle or a BigInt: it could never be sent, so no bound admits it.
    return Number.POSITIVE_INFINITY;
  }
}

/** @param text without lone surrogates, which JSON escapes. */
function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else bytes += code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

const point = z.object({ x: z.number(), y: z.number() });
const pointOrNull = z.catch(z.nullish(point), null);
const textOrNull = z.catch(z.nullish(z.string().check(z.minLength(1))), null);
const flagOrNull = z.catch(z.nullish(z.boolean()), null);

/**
 * Data of MOUSE_PRESS_OR_RELEASE. The documentation promises every field; real prototypes leave
 * out or null the scroller's, so a field that is missing or of another type reads as null.
 * Positions and offsets are canvas pixels, independent of the iframe's size and zoom.
 */
export const mousePress = z.pipe(
  z.object({
    presentedNodeId: textOrNull,
    handled: flagOrNull,
    targetNodeId: textOrNull,
    targetNodeMousePosition: pointOrNull,
    nearestScrollingFrameId: textOrNull,
    nearestScrollingFrameMousePosition: pointOrNull,
    nearestScrollingFrameOffset: pointOrNull,
  }),
  z.transform((press) => ({
    presentedNodeId: nodeIdOrNull(press.presentedNodeId),
    handled: press.handled ?? null,
    targetNodeId: nodeIdOrNull(press.targetNodeId),
    targetNodeMousePosition: press.targetNodeMousePosition ?? null,
    nearestScrollingFrameId: nodeIdOrNull(press.nearestScrollingFrameId),
    nearestScrollingFrameMousePosition: press.nearestScrollingFrameMousePosition ?? null,
    nearestScrollingFrameOffset: press.nearestScrollingFrameOffset ?? null,
  })),
);
export type MousePress = z.infer<typeof mousePress>;

/** Data of PRESENTED_NODE_CHANGED; `isStoredInHistory` is false for hover transitions. */
export const presentedNodeChange = z.pipe(
  z.object({ presentedNodeId: textOrNull, isStoredInHistory: flagOrNull }),
  z.transform((change) => ({
    presentedNodeId: nodeIdOrNull(change.presentedNodeId),
    isStoredInHistory: change.isStoredInHistory ?? true,
  })),
);

export type PresentedNodeChange = z.infer<typeof presentedNodeChange>;

function nodeIdOrNull(id: string | null | undefined): string | null {
  return id ? normaliseNodeId(id) : null;
}

/** `5-3` as links write it becomes `5:3` as messages and the REST API do; other ids stay. */
export function normaliseNodeId(id: string): string {
  return /^\d+-\d+$/.test(id) ? id.replace('-', ':') : id;
}
