// Branded ids: a test's id cannot be passed where a session's is wanted.
import { z } from 'zod/mini';

export const userId = z.uuid().brand<'UserId'>();
export const workspaceId = z.uuid().brand<'WorkspaceId'>();
export const invitationId = z.uuid().brand<'InvitationId'>();
/** A row of the team: a person's id, or that of an invitation. */
export const teamRowId = z.uuid().brand<'TeamRowId'>();
export const testId = z.uuid().brand<'TestId'>();
export const revisionId = z.uuid().brand<'RevisionId'>();
export const sessionId = z.uuid().brand<'SessionId'>();
/** Names a link for viewing in lists and addresses of calls; opens nothing. */
export const viewLinkId = z.uuid().brand<'ViewLinkId'>();
export const signInId = z.uuid().brand<'SignInId'>();
export const apiKeyId = z.uuid().brand<'ApiKeyId'>();
export const webhookId = z.uuid().brand<'WebhookId'>();
export const deliveryId = z.uuid().brand<'DeliveryId'>();
/** One opening of a share link; a random id that the participant's page makes. */
export const openingId = z.uuid().brand<'OpeningId'>();
export const uploadId = z.uuid().brand<'UploadId'>();
export const screenImageId = z.uuid().brand<'ScreenImageId'>();
export const noteId = z.uuid().brand<'NoteId'>();
export const clipId = z.uuid().brand<'ClipId'>();
export const reelId = z.uuid().brand<'ReelId'>();
export const findingId = z.uuid().brand<'FindingId'>();
export const exportId = z.uuid().brand<'ExportId'>();
/** Share id of a test: 128 random bits in base64url (RFC 4648 section 5). */
export const uniqueId = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{22}$/))
  .brand<'UniqueId'>();
/** The secret part of a participant's private link: 128 random bits in base64url. */
export const privateToken = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{22}$/))
  .brand<'PrivateToken'>();

export type UserId = z.infer<typeof userId>;
export type WorkspaceId = z.infer<typeof workspaceId>;
export type InvitationId = z.infer<typeof invitationId>;
export type TeamRowId = z.infer<typeof teamRowId>;
export type TestId = z.infer<typeof testId>;
export type RevisionId = z.infer<typeof revisionId>;
export type SessionId = z.infer<typeof sessionId>;
export type ViewLinkId = z.infer<typeof viewLinkId>;
export type SignInId = z.infer<typeof signInId>;
export type ApiKeyId = z.infer<typeof apiKeyId>;
export type WebhookId = z.infer<typeof webhookId>;
export type DeliveryId = z.infer<typeof deliveryId>;
export type OpeningId = z.infer<typeof openingId>;
export type UploadId = z.infer<typeof uploadId>;
export type ScreenImageId = z.infer<typeof screenImageId>;
export type NoteId = z.infer<typeof noteId>;
export type ClipId = z.infer<typeof clipId>;
export type ReelId = z.infer<typeof reelId>;
export type FindingId = z.infer<typeof findingId>;
export type ExportId = z.infer<typeof exportId>;
export type UniqueId = z.infer<typeof uniqueId>;
export type PrivateToken = z.infer<typeof privateToken>;
