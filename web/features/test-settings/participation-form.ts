// Values of the form of how people take part in a test, and what they send.
import { z } from 'zod/mini';
import {
  PARAMETER_INVALID,
  type Participation,
  type ParticipationInput,
  parameterName,
  participation,
} from '#contract/participation.ts';
import { testDevices } from '#contract/shared-participation.ts';

const participationForm = z.object({
  title: z.string(),
  welcome: z.string(),
  thanks: z.string(),
  /** One line of text. */
  parameters: z.string(),
  /** Empty: participants type a name. */
  nameFrom: z.string(),
  /** Empty: none. */
  redirects: z.object({
    completed: z.string(),
    screenedOut: z.string(),
    full: z.string(),
    closed: z.string(),
  }),
  devices: testDevices,
  consent: z.enum(['plain', 'workspace']),
});
export type ParticipationForm = z.infer<typeof participationForm>;

export function formOf(stored: Participation): ParticipationForm {
  const { completed, screenedOut, full, closed } = stored.redirects;
  return {
    ...stored,
    parameters: stored.parameters.join(', '),
    nameFrom: stored.nameFrom ?? '',
    redirects: {
      completed: completed ?? '',
      screenedOut: screenedOut ?? '',
      full: full ?? '',
      closed: closed ?? '',
    },
  };
}

/** Names in a text, with commas, spaces or lines between them. */
export function parameterNames(text: string): string[] {
  return text.split(/[\s,]/).filter((name) => name !== '');
}

function inputOf({
  nameFrom,
  parameters,
  redirects,
  ...texts
}: ParticipationForm): ParticipationInput {
  const names = parameterNames(parameters);
  const { completed, screenedOut, full, closed } = redirects;
  return {
    ...texts,
    parameters: names,
    nameFrom: nameFrom !== '' && names.includes(nameFrom) ? nameFrom : null,
    redirects: {
      completed: completed.trim() || null,
      screenedOut: screenedOut.trim() || null,
      full: full.trim() || null,
      closed: closed.trim() || null,
    },
  };
}

const isName = (name: string) => parameterName.safeParse(name).success;

/** Checks the form by the contract's rules; the result is what is sent. */
export const participationSchema = z.pipe(
  z.pipe(
    participationForm.check(
      // An error of one name belongs to the line with all of them.
      z.refine(({ parameters }) => parameterNames(parameters).every(isName), {
        path: ['parameters'],
        error: PARAMETER_INVALID,
        abort: true,
      }),
    ),
    z.transform(inputOf),
  ),
  participation,
);

/** Settings of Prolific, which names its parameters so. The study’s code stays to be typed. */
export const PROLIFIC: Pick<ParticipationForm, 'parameters' | 'nameFrom' | 'redirects'> = {
  parameters: 'PROLIFIC_PID, STUDY_ID, SESSION_ID',
  nameFrom: 'PROLIFIC_PID',
  redirects: {
    completed: 'https://app.prolific.com/submissions/complete?cc=YOUR-CODE',
    screenedOut: '',
    full: '',
    closed: '',
  },
};
