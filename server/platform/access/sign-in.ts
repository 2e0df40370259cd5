// Who calls: a person or a program by a sign-in, a visitor by a link, a participant by their private link.
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

/** Who is signed in, as the server knows it; cookies decide nothing. Or an API key, where a call is open to those. */
export interface SignIn {
  token: string;
  /** Names it in lists and logs; signs no one in. Of an API key the key's own. */
  id: SignInId;
  /** Null: a person is signed in. */
  apiKeyId: ApiKeyId | null;
  userId: UserId;
  workspaceId: WorkspaceId;
  email: string;
  /** The address that the issuer vouched for at this sign-in; null: begun before it was remembered. */
  verifiedEmail: string | null;
  role: Role;
  /** Null while the workspace has no name. */
  company: string | null;
  /** When the issuer last saw the person sign in. */
  authenticatedAt: Date;
  /** It lasts longer now, and its cookies should as well. */
  extended: boolean;
  /** Not signed in at all: a visitor, who may see what the link shows and nothing else. */
  view?: ViewCaller;
}

/** A visitor of a link for viewing: what the link shows, as it stands now. */
export interface ViewCaller {
  id: ViewLinkId;
  kind: ViewKind;
  /** The session, reel or clip; null: the test's results or report. */
  thingId: string | null;
  testId: TestId;
  workspaceId: WorkspaceId;
  withNames: boolean;
  withDownloads: boolean;
  /** The session that the call was let in to, and the clip where it is that alone: for what watches its answer. */
  sessionId: SessionId | null;
  clipId: ClipId | null;
}

/** Who calls by a private link; whether there is such a link is not looked up yet. */
export interface PrivateLink {
  tokenHash: Buffer;
}

/** Whether the issuer has answered recently enough for what changes an account or a team. */
export function isRecent({ authenticatedAt }: SignIn): boolean {
  return Date.now() - authenticatedAt.getTime() <= RECENT_SIGN_IN_MINUTES * 60_000;
}
