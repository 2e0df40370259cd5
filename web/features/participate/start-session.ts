// Starts a participant's session, and maps each rejection to its page.
import { personalTokenIn } from '#contract/personal-token.ts';
import { isPilotIn } from '#contract/pilots.ts';
import { sessions } from '#contract/sessions.api.ts';
import type { SessionInput, StartedSession } from '#contract/sessions.ts';
import { keepPrivateLink } from '#web/entities/my-recording/private-links.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { browserKey, type Refusal, type SharedLink } from './shared-link.ts';

/** The server's error codes for a rejected start, by the page's own names. */
const refusals = {
  not_found: 'unknown',
  test_closed: 'closed',
  test_full: 'full',
  already_taken: 'already_taken',
  screened_out: 'screened_out',
  too_many_requests: 'crowd',
  workspace_full: 'workspace_full',
  server_full: 'server_full',
} as const;

/**
 * Starts a session, which takes a slot of the test.
 * @returns the session, or the reason why there is none
 * @throws ApiError if the server gave no such reason
 */
export async function startSession(
  { test: { uniqueId }, revisionId }: SharedLink,
  input: Pick<SessionInput, 'name' | 'openingId' | 'parameters' | 'answers' | 'consent'>,
): Promise<{ session: StartedSession } | { refusal: Refusal }> {
  const isPilot = isPilotIn(location.search);
  const personalToken = personalTokenIn(location.search) ?? undefined;
  try {
    const body = {
      ...input,
      revisionId,
      ...(isPilot ? { pilot: true } : { browserKey: browserKey(), personalToken }),
    };
    const started = await call(sessions.start, { params: { uniqueId }, body });
    if (!isPilot) keepPrivateLink({ uniqueId, token: started.session.privateToken });
    return started;
  } catch (error) {
    if (!(error instanceof ApiError && Object.hasOwn(refusals, error.code))) throw error;
    return { refusal: { kind: refusals[error.code as keyof typeof refusals] } };
  }
}
