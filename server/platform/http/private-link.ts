// The token of a participant's private link to their recording, and the signed address of its video.
import type { FastifyRequest } from 'fastify';
import { addressOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { SessionId } from '#contract/ids.ts';
import { privateToken } from '#contract/ids.ts';
import { OWN_VIDEO_HOURS } from '#contract/limits.ts';
import { myRecording } from '#contract/my-recording.api.ts';
import type { PrivateLink } from '#server/platform/access/authorized.ts';
import { hashToken, type Secrets } from '#server/platform/security/secrets.ts';

/** @throws AppError session_token_invalid when the header holds no token of a private link */
export function readPrivateLink({ headers }: FastifyRequest): PrivateLink {
  const [, text] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const token = privateToken.safeParse(text);
  if (!token.success) throw new AppError('session_token_invalid');
  return { tokenHash: hashToken(token.data) };
}

/** Same-origin path for a player, which sends no headers. It shows one video and nothing else. */
export function ownVideoAddress(secrets: Secrets, sessionId: SessionId): string {
  const expires = Date.now() + OWN_VIDEO_HOURS * 3_600_000;
  const signature = secrets.sign('own-video', `${sessionId}:${expires}`);
  return addressOf(myRecording.video, { params: { sessionId }, query: { expires, signature } });
}

/** Returns whether an address is one of ours and not too old. */
export function isOwnVideoAddress(
  secrets: Secrets,
  sessionId: SessionId,
  { expires, signature }: { expires: number; signature: string },
): boolean {
  return expires > Date.now() && secrets.verify('own-video', `${sessionId}:${expires}`, signature);
}
