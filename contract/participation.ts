// The way in which people take part in a test: what they read before and after it, what the share link brings along, and where they
// return to. It can change at any time and belongs to no revision.
import { z } from 'zod/mini';
import { NAME_MAX_CHARACTERS, PARAMETERS_MAX, TEXT_STEP_MAX_CHARACTERS } from './limits.ts';
import { placeholdersOf, SESSION_PLACEHOLDER } from './redirect-address.ts';
import { redirect } from './redirects.ts';
import { PLAIN_SHARED, testDevices } from './shared-participation.ts';
import { optionalText } from './text.ts';

export const PARAMETER_INVALID = 'A name has 1 to 40 of the characters A–Z, a–z, 0–9 and _.';

/** Name of a parameter of the share link: `?PROLIFIC_PID=…`. */
export const parameterName = z.string().check(
  z.regex(/^[A-Za-z0-9_]{1,40}$/, PARAMETER_INVALID),
  z.refine((name) => name !== SESSION_PLACEHOLDER, 'This name is that of the session’s id.'),
);

/** Moments at which participants are sent on. */
const redirectMoment = z.enum(['completed', 'screenedOut', 'full', 'closed']);

const redirects = z.object({
  completed: z.nullable(redirect),
  screenedOut: z.nullable(redirect),
  full: z.nullable(redirect),
  closed: z.nullable(redirect),
});

const SCREEN_NEEDED = 'Without the screen, microphone and camera must be off too.';

const of = {
  /** Title that participants read, or empty: the test's name. */
  title: optionalText('Title', NAME_MAX_CHARACTERS),
  /** Text before anything else, formatted like a text step, or empty. */
  welcome: optionalText('Welcome text', TEXT_STEP_MAX_CHARACTERS),
  /** Text after the upload, formatted like a text step, or empty. */
  thanks: optionalText('Thank-you text', TEXT_STEP_MAX_CHARACTERS),
  /** Names of the parameters of the share link that are stored with the session. */
  parameters: z.array(parameterName).check(
    z.maxLength(PARAMETERS_MAX, `A link can have at most ${PARAMETERS_MAX} parameters.`),
    z.refine((names) => new Set(names).size === names.length, 'A parameter is there twice.'),
  ),
  /** The parameter that stands for the participant's name, who is then not asked for one; null for none. */
  nameFrom: z.nullable(z.string()),
  /** Addresses to which participants return, each with `{{parameter}}` and `{{session}}`, or null. */
  redirects,
  /** `workspace`: participants agree to the workspace's consent text, if it has one, before step 0. */
  consent: z.enum(['plain', 'workspace']),
  /** Devices of participants: each is required, optional or off. */
  devices: testDevices.check(
    z.refine(
      ({ microphone, camera, screen }) =>
        screen !== 'off' || (microphone === 'off' && camera === 'off'),
      { path: ['screen'], error: SCREEN_NEEDED },
    ),
  ),
};

const NAME_FROM_UNKNOWN = 'The name can only come from one of the parameters.';
const unknownPlaceholder = (name: string) => `{{${name}}} is none of the parameters.`;

/** All of it, as it is stored and answered. */
export const participation = z.object(of).check((context) => {
  const { parameters, nameFrom, redirects } = context.value;
  const refuse = (path: string[], message: string) =>
    context.issues.push({ code: 'custom', path, message, input: context.value });
  if (nameFrom !== null && !parameters.includes(nameFrom)) refuse(['nameFrom'], NAME_FROM_UNKNOWN);
  for (const moment of redirectMoment.options) {
    const unknown = placeholdersOf(redirects[moment] ?? '').find(
      (name) => name !== SESSION_PLACEHOLDER && !parameters.includes(name),
    );
    if (unknown !== undefined) refuse(['redirects', moment], unknownPlaceholder(unknown));
  }
});
export type Participation = z.infer<typeof participation>;

/** Body of a change: fields that are left out stay as they are. */
export const participationInput = z.object({
  title: z.optional(of.title),
  welcome: z.optional(of.welcome),
  thanks: z.optional(of.thanks),
  parameters: z.optional(of.parameters),
  nameFrom: z.optional(of.nameFrom),
  redirects: z.optional(of.redirects),
  devices: z.optional(of.devices),
  consent: z.optional(of.consent),
});
export type ParticipationInput = z.infer<typeof participationInput>;

const { screener: _screener, consent: _consent, ...plain } = PLAIN_SHARED;

/** A test for which nothing was chosen. */
export const PLAIN_PARTICIPATION: Participation = { title: '', consent: 'plain', ...plain };
