// Private links of sessions that began in this browser, so that a participant who left finds their recording again.
// A file apart from the calls by these links, because a participant's first screen loads it.
import { z } from 'zod/mini';
import { type PrivateToken, privateToken } from '#contract/ids.ts';
import { MY_RECORDING_PAGE, mailedPath } from '#contract/paths.ts';
import { localValue } from '#web/lib/local-store.ts';

const storedLink = z.object({ token: privateToken, uniqueId: z.string() });
type StoredLink = z.infer<typeof storedLink>;

/** More sessions than one person takes part in; the oldest leave. */
const KEPT_MAX = 20;

const linkStore = localValue('tryoutMyRecordings', z.array(storedLink));

/** Stores a link when its session begins. */
export function keepPrivateLink(link: StoredLink): void {
  linkStore.write([...(linkStore.read() ?? []), link].slice(-KEPT_MAX));
}

/** Returns the links of one test, the newest first. */
export function privateLinksOf(uniqueId: string): PrivateToken[] {
  const links = (linkStore.read() ?? []).filter((link) => link.uniqueId === uniqueId);
  return links.map(({ token }) => token).reverse();
}

/** Deletes a link whose recording is gone, or after a change of the person at this browser. */
export function forgetPrivateLink(token: PrivateToken): void {
  linkStore.write((linkStore.read() ?? []).filter((link) => link.token !== token));
}

/** Deletes all links of this browser after a change of the person who uses it. */
export function forgetPrivateLinks(): void {
  linkStore.clear();
}

/** Absolute, to be copied. */
export function privateAddress(token: PrivateToken): string {
  return `${location.origin}${mailedPath(MY_RECORDING_PAGE, token)}`;
}
