// The recogniser that transcribes recordings: its settings, and their errors.
import { z } from 'zod';

/** The key is apart from the address, which logs and pages may show. */
const address = z.string().transform((value, context) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  const isPlain = url && !(url.username || url.password || url.hash);
  if (isPlain && /^https?:$/.test(url.protocol) && url.pathname.endsWith('/audio/transcriptions')) {
    return url.href;
  }
  context.addIssue(
    'must be the whole address of a recogniser, such as https://example.org/v1/audio/transcriptions, without a name or password',
  );
  return z.NEVER;
});

export const recogniserSettings = {
  url: address.optional(),
  key: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be one piece of printable characters')
    .optional(),
  model: z.string().trim().min(1).max(200, 'must have at most 200 characters').default('whisper-1'),
};

interface Settings {
  TRANSCRIBE_URL?: string | undefined;
  TRANSCRIBE_KEY?: string | undefined;
  TRANSCRIBE_MODEL: string;
}

/** Returns each variable with its error. */
export function recogniserRefusals(env: Settings): [variable: string, message: string][] {
  const isAlone = env.TRANSCRIBE_KEY !== undefined && env.TRANSCRIBE_URL === undefined;
  return isAlone ? [['TRANSCRIBE_KEY', 'is of use beside a TRANSCRIBE_URL alone']] : [];
}

export interface Recogniser {
  url: string;
  key: string | null;
  model: string;
}

/** Returns the recogniser, or null if there are no transcripts. */
export function recogniserOf(env: Settings): Recogniser | null {
  const { TRANSCRIBE_URL: url, TRANSCRIBE_KEY: key = null, TRANSCRIBE_MODEL: model } = env;
  return url === undefined ? null : { url, key, model };
}
