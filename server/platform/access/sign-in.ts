// Callers: a person or a program by a sign-in, a visitor by a link, a participant by their private link.
import type { Role } from '#contract/accounts.ts';
import type {
  ApiKeyId,
  ClipId,
  SessionId,
  SignInId,
  TestId,
  UserId,
  ViewLinkId,
  WorkspaceId,
} from '#contract/ids.ts';
import { RECENT_SIGN_IN_MINUTES } from '#contract/limits.ts';
import type { ViewKind } from '#contract/view-links.ts';

/**
 * The person who is signed in, as stored by the server (cookies decide nothing), or an API key where a call is open
 * to keys.
 */
export interface SignIn {
  token: string;
  /** Id of the sign-in in lists and logs, which signs no one in. For an API key it is the key's own. */
  id: SignInId;
  /** The API key of the call, or null if a person is signed in. */
  apiKeyId: ApiKeyId | null;
  userId: UserId;
  workspaceId: WorkspaceId;
  email: string;
  /** The address that the issuer confirmed at this sign-in, or null for a sign-in from before it was stored. */
  verifiedEmail: string | null;
  role: Role;
  /** The workspace's name, or null until it has one. */
  company: string | null;
  /** When the issuer last saw the person sign in. */
  authenticatedAt: Date;
  /** It lasts longer now, and its cookies should as well. */
  extended: boolean;
  /** A visitor who is not signed in. They may see what the link shows and nothing else. */
  view?: ViewCaller;
}

/** A visitor of a link for viewing, with what the link shows now. */
export interface ViewCaller {
  id: ViewLinkId;
  kind: ViewKind;
  /** The session, reel or clip, or null for the test's results or report. */
  thingId: string | null;
  testId: TestId;
  workspaceId: WorkspaceId;
  withNames: boolean;
  /** The visitor may read the texts of participants. */
  withTexts: boolean;
  withDownloads: boolean;
  /**
   * The session that the call may read, and the clip if it may read that alone. The watcher of the answer uses them.
   */
  sessionId: SessionId | null;
  clipId: ClipId | null;
}

/** A caller by a private link. The link is not looked up yet, so it may not exist. */
export interface PrivateLink {
  tokenHash: Buffer;
}

/** Returns whether the issuer has answered recently enough for a change of an account or a team. */
export function isRecent({ authenticatedAt }: SignIn): boolean {
  return Date.now() - authenticatedAt.getTime() <= RECENT_SIGN_IN_MINUTES * 60_000;
}
