// A participant's own recording: the calls by its private link.
import type { PrivateToken } from '#contract/ids.ts';
import { myRecording } from '#contract/my-recording.api.ts';
import type { MyRecording } from '#contract/my-recording.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { forgetPrivateLink } from './private-links.ts';

/** Returns the recording, or null if it is gone. @throws ApiError if the server could not answer */
export async function askForRecording(token: PrivateToken): Promise<MyRecording | null> {
  try {
    return await call(myRecording.get, { token });
  } catch (error) {
    if (!isGone(error)) throw error;
    forgetPrivateLink(token);
    return null;
  }
}

/** Deletes the recording, or does nothing if it is gone. @throws ApiError if it may still exist */
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
