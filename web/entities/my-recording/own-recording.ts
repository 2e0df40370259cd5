// A participant's own recording: the calls by its private link, and the links that this browser keeps.
import { z } from 'zod/mini';
import { type PrivateToken, privateToken } from '#contract/ids.ts';
import { myRecording } from '#contract/my-recording.api.ts';
import type { MyRecording } from '#contract/my-recording.ts';
import { MY_RECORDING_PAGE, mailedPath } from '#contract/paths.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { localValue } from '#web/lib/local-store.ts';

/** @returns null when it is gone. @throws ApiError when the server could not say */
export async function askForRecording(token: PrivateToken): Promise<MyRecording | null> {
  try {
    return await call(myRecording.get, { token });
  } catch (error) {
    if (!isGone(error)) throw error;
    forgetPrivateLink(token);
    return null;
  }
}

/** Also when it was gone already. @throws ApiError when it may still be there */
export async function withdrawRecording(token: PrivateToken): Promise<void> {
  try {
    await call(myRecording.withdraw, { token });
  } catch (error) {
    if (!isGone(error)) throw error;
  }
  forgetPrivateLink(token);
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

// Private links of sessions that began in this browser, so that a participant who left finds their recording again.

const keptLink = z.object({ token: privateToken, uniqueId: z.string() });
type KeptLink = z.infer<typeof keptLink>;

/** More sessions than one person takes part in; the oldest leave. */
const KEPT_MAX = 20;

const kept = localValue('tryoutMyRecordings', z.array(keptLink));

/** From the moment a session begins. */
export function keepPrivateLink(link: KeptLink): void {
  kept.write([...(kept.read() ?? []), link].slice(-KEPT_MAX));
}

/** Of one test, the newest first. */
export function keptPrivateLinks(uniqueId: string): PrivateToken[] {
  const links = (kept.read() ?? []).filter((link) => link.uniqueId === uniqueId);
  return links.map(({ token }) => token).reverse();
}

/** Its recording is gone, or another person sits here now. */
export function forgetPrivateLink(token: PrivateToken): void {
  kept.write((kept.read() ?? []).filter((link) => link.token !== token));
}

/** Of the whole browser: another person sits here now. */
export function forgetPrivateLinks(): void {
  kept.clear();
}

/** Absolute, to be copied. */
export function privateAddress(token: PrivateToken): string {
  return `${location.origin}${mailedPath(MY_RECORDING_PAGE, token)}`;
}
