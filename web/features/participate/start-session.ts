// Starts a participant's session, and maps each rejection to its page.
import { link as linkCalls } from '#contract/link.api.ts';
import { personalTokenIn } from '#contract/personal-token.ts';
import { isPilotIn } from '#contract/pilots.ts';
import { sessions } from '#contract/sessions.api.ts';
import type { SessionInput, StartedSession } from '#contract/sessions.ts';
import { keepPrivateLink } from '#web/entities/my-recording/private-links.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { participationOf } from './participation-of.ts';
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
 * @returns the session, or the reason why there is none, or the link with the consent text that has replaced the one that the
 * participant agreed to
 * @throws ApiError if the server gave no such reason
 */
export async function startSession(
  link: SharedLink,
  input: Pick<SessionInput, 'name' | 'openingId' | 'parameters' | 'answers' | 'consent'>,
): Promise<{ session: StartedSession } | { refusal: Refusal } | { changed: SharedLink }> {
  const { revisionId } = link;
  const { uniqueId } = link.test;
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
    if (error instanceof ApiError && error.code === 'consent_changed') {
      return { changed: await withNewConsent(link, isPilot) };
    }
    if (!(error instanceof ApiError && Object.hasOwn(refusals, error.code))) throw error;
    return { refusal: { kind: refusals[error.code as keyof typeof refusals] } };
  }
}

/** The steps and screening questions stay those that the page has shown, and that its answers are to. */
async function withNewConsent(link: SharedLink, isPilot: boolean): Promise<SharedLink> {
  const query = isPilot ? { pilot: 'true' as const } : {};
  const now = await call(linkCalls.link, { params: { uniqueId: link.test.uniqueId }, query });
  const { screener } = participationOf(link);
  return { ...link, participation: { ...participationOf(now), screener } };
}
