// Parts of how people take part that a participant's page needs. The first screen of a plain test needs none.
import { z } from 'zod/mini';
import { PARAMETER_MAX_CHARACTERS } from './limits.ts';
import type { LinkParameters } from './sessions.ts';

/** Use of a device in a test. Participants can take part without an optional one. */
export const deviceUse = z.enum(['required', 'optional', 'off']);
export type DeviceUse = z.infer<typeof deviceUse>;

/** Devices of which a test makes a recording. Without a screen there is none: clicks and answers alone are stored. */
export const testDevices = z.object({
  microphone: deviceUse,
  camera: deviceUse,
  screen: deviceUse,
});
export type TestDevices = z.infer<typeof testDevices>;

/** The fields of `participation` in the form in which the server has checked them. */
export const sharedParticipation = z.object({
  welcome: z.string(),
  thanks: z.string(),
  parameters: z.array(z.string()),
  nameFrom: z.nullable(z.string()),
  redirects: z.object({
    completed: z.nullable(z.string()),
    screenedOut: z.nullable(z.string()),
    full: z.nullable(z.string()),
    closed: z.nullable(z.string()),
  }),
  devices: testDevices,
  /** The consent text to which the participant agrees before step 0, or null for the line of step 0 alone. */
  consent: z.nullable(z.object({ version: z.int(), text: z.string() })),
  /** Screening questions as answers of `tests` have them, without their rules. Few pages load their schema. */
  screener: z._default(z.array(z.unknown()), []),
});
export type SharedParticipation = z.infer<typeof sharedParticipation>;

/** A test for which nothing was chosen. */
export const PLAIN_SHARED: SharedParticipation = {
  welcome: '',
  thanks: '',
  parameters: [],
  nameFrom: null,
  redirects: { completed: null, screenedOut: null, full: null, closed: null },
  devices: { microphone: 'required', camera: 'optional', screen: 'required' },
  consent: null,
  screener: [],
};

/**
 * Returns the values of a link's query that the test keeps: the first of each name. What is longer than a value may be is left out, because a part of an id is no id.
 */
export function parametersIn(query: string, names: readonly string[]): LinkParameters {
  const given = new URLSearchParams(query);
  return names.flatMap((name) => {
    const value = (given.get(name) ?? '').trim();
    return value === '' || value.length > PARAMETER_MAX_CHARACTERS ? [] : [{ name, value }];
  });
}
