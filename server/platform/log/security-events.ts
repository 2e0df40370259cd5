// The events of the security log, each with the ids that it always contains. A test compares the table in
// docs/operate.md#security-log with this one.
/** Content that a line may have: ids of rows, keys of our own tables, a shortened address. Never free text. */
export interface SecurityIds {
  userId?: string;
  workspaceId?: string;
  testId?: string;
  /** A participant's. */
  sessionId?: string;
  /** A sign-in's row, never its token. */
  signInId?: string;
  /** The person whom the event is about, if that is not the caller. */
  memberId?: string;
  invitationId?: string;
  /** An API key's row, never the key. */
  apiKeyId?: string;
  webhookId?: string;
  viewLinkId?: string;
  personalLinkId?: string;
  /** A row of `contract/api.ts`, as in `tests.delete`. */
  endpoint?: string;
  /** A code of `contract/errors.ts`, or a word of our own. */
  code?: string;
  /** The client's address, shortened by `shortAddress`. */
  address?: string;
}

interface SecurityEventRow {
  /** Beside the ids of the call. */
  carries: readonly (keyof SecurityIds)[];
  meaning: string;
  /** A caller alone decides how often it happens: repeats are counted (folded-lines.ts). */
  folded?: true;
}

const known = <const T extends Record<string, SecurityEventRow>>(
  rows: T,
): { readonly [K in keyof T]: T[K] & { readonly folded?: true } } => rows;

export const securityEvents = known({
  'sign-in.begun': { carries: ['userId', 'workspaceId'], meaning: 'A person signed in.' },
  'sign-in.failed': {
    carries: ['code'],
    meaning:
      'An answer of the issuer was not taken: `cancelled` there, `refused` for what it said or for an attempt that is not ours, `domain` for an address that may not sign in here, or `other_person` where the signed-in one was to confirm.',
    folded: true,
  },
  'sign-in.confirmed': {
    carries: ['userId'],
    meaning: 'A signed-in person signed in again, as what they wanted to do asks for.',
  },
  'sign-in.ended': {
    carries: ['userId'],
    meaning: 'A person signed out here, or ended another sign-in of theirs.',
  },
  'access.refused': {
    carries: ['endpoint', 'code'],
    meaning:
      'A call was refused: not signed in, not for this role, a wrong token, or not found for a caller who is known.',
    folded: true,
  },
  'rate.exceeded': {
    carries: ['endpoint'],
    meaning: 'A call came more often than its limit allows.',
    folded: true,
  },
  'invitation.sent': { carries: [], meaning: 'The owner invited a person.' },
  'invitation.withdrawn': { carries: [], meaning: 'The owner withdrew an invitation.' },
  'invitation.accepted': { carries: ['userId', 'workspaceId'], meaning: 'A person joined a team.' },
  'invitation.declined': { carries: ['userId'], meaning: 'A person declined an invitation.' },
  'member.role-changed': {
    carries: [],
    meaning: 'The owner gave a member, or an invitation, another role.',
  },
  'member.removed': { carries: ['memberId'], meaning: 'The owner removed a member.' },
  'member.left': { carries: ['userId'], meaning: 'A member left the team.' },
  'workspace.renamed': { carries: [], meaning: 'The company name changed.' },
  'account.renamed': { carries: ['userId'], meaning: 'A person changed their name.' },
  'email.change-asked': { carries: ['userId'], meaning: 'A person asked for another email.' },
  'email.changed': { carries: ['userId'], meaning: 'Another email took effect.' },
  'email.change-undone': {
    carries: ['userId'],
    meaning:
      'An email change was undone from the old address; other sign-ins of the account ended.',
  },
  'design-token.set': {
    carries: ['userId', 'workspaceId'],
    meaning: 'The owner set a token of their own for the design tool.',
  },
  'design-token.removed': {
    carries: ['userId', 'workspaceId'],
    meaning: 'The owner removed it.',
  },
  'api-key.made': { carries: ['apiKeyId'], meaning: 'The owner made an API key.' },
  'api-key.revoked': { carries: ['apiKeyId'], meaning: 'The owner revoked an API key.' },
  'webhook.made': { carries: ['webhookId'], meaning: 'The owner made a webhook.' },
  'webhook.changed': {
    carries: ['webhookId'],
    meaning: 'The owner changed a webhook, switched it, or made a new secret.',
  },
  'webhook.removed': { carries: ['webhookId'], meaning: 'The owner removed a webhook.' },
  'webhook.switched-off': {
    carries: ['webhookId', 'workspaceId'],
    meaning: 'A webhook to which nothing arrived for days was switched off.',
  },
  'test.created': { carries: ['testId'], meaning: 'A test was made.' },
  'test.changed': { carries: ['testId'], meaning: 'Name, task or link of a test changed.' },
  'test.revised': {
    carries: ['testId'],
    meaning: 'A changed task or link became a new revision of the test.',
  },
  'test.corrected': {
    carries: ['testId'],
    meaning: 'The text of a task was corrected after participants had read it.',
  },
  'test.settings-changed': {
    carries: ['testId'],
    meaning: 'When a test takes submissions changed.',
  },
  'test.participation-changed': {
    carries: ['testId'],
    meaning:
      'What participants read before and after a test, the devices they use, or where they return to, changed.',
  },
  'test.draft-discarded': {
    carries: ['testId'],
    meaning: 'A member discarded the draft of a test.',
  },
  'test.exported': { carries: ['testId'], meaning: 'An export of a test was asked for.' },
  'test.deleted': { carries: ['testId'], meaning: 'A test was deleted with its recordings.' },
  'recording.deleted': { carries: ['testId', 'sessionId'], meaning: 'A recording was deleted.' },
  'note.deleted': { carries: ['testId', 'sessionId'], meaning: 'A member deleted a note.' },
  'deletion.undone': {
    carries: ['testId'],
    meaning: 'A member undid the deletion of a note, a clip, a finding or evidence.',
  },
  'clip.deleted': { carries: ['testId', 'sessionId'], meaning: 'A member deleted a clip.' },
  'reel.deleted': { carries: ['testId'], meaning: 'A member deleted a reel of clips.' },
  'finding.deleted': {
    carries: ['testId'],
    meaning: 'A member took a finding out of a report.',
  },
  'recording.withdrawn': {
    carries: ['testId', 'sessionId'],
    meaning:
      'A participant withdrew their recording. After a backup was restored: delete these sessions again.',
  },
  'retention.changed': {
    carries: ['workspaceId'],
    meaning: 'The owner chose for how long recordings are kept.',
  },
  'consent.changed': {
    carries: ['workspaceId'],
    meaning: 'The owner changed the text to which participants agree.',
  },
  'outcome.decided': {
    carries: ['testId', 'sessionId'],
    meaning: 'A member decided an outcome, or left a session out of the results or took it in.',
  },
  'view-link.made': {
    carries: ['testId', 'viewLinkId'],
    meaning: 'A member made a link for viewing.',
  },
  'view-link.copied': {
    carries: ['testId', 'viewLinkId'],
    meaning: 'A member read the address of a link for viewing again.',
  },
  'view-link.revoked': { carries: ['viewLinkId'], meaning: 'A member ended a link for viewing.' },
  'personal-links.made': {
    carries: ['testId'],
    meaning: 'A member made personal links to a test.',
  },
  'personal-links.copied': {
    carries: ['testId'],
    meaning: 'A member read the address of a personal link, or all of them as a table.',
  },
  'personal-link.revoked': {
    carries: ['testId', 'personalLinkId'],
    meaning: 'A member revoked a personal link.',
  },
  'personal-link.restored': {
    carries: ['testId', 'personalLinkId'],
    meaning: 'A member took the revocation of a personal link back.',
  },
  'account.deletion-asked': {
    carries: ['userId'],
    meaning: "An account's deletion was asked for.",
  },
  'account.deletion-withdrawn': {
    carries: ['userId'],
    meaning: "An account's deletion was withdrawn.",
  },
  'account.deleted': { carries: ['userId'], meaning: 'An account was deleted with its workspace.' },
});
