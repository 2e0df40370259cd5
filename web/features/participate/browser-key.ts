// The random id this browser keeps, for tests that refuse repeat submissions.
import { z } from 'zod';
import { localValue } from '#web/lib/local-store.ts';

const kept = localValue('tryoutBrowserKey', z.uuid());

/** Made at the first session; another one after the person cleared this site's data. */
export function browserKey(): string {
  const known = kept.read();
  if (known !== null) return known;
  const made = crypto.randomUUID();
  kept.write(made);
  return made;
}
