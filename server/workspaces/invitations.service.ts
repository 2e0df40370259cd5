// Invitations: sent by the owner, answered by the person who holds the mailed token or whose
// address the issuer vouches for at this sign-in. Nothing joins a team or switches a workspace unasked.
import type { GivenRole } from '#contract/accounts.ts';
import { AppError } from '#contract/errors.ts';
import type { InvitationId, WorkspaceId } from '#contract/ids.ts';
import type {
  Invitation,
  InvitationKey,
  InvitationState,
  OpenedInvitation,
} from '#contract/invitations.ts';
import { INVITATION_DAYS } from '#contract/limits.ts';
import { INVITATION_PAGE, mailedPath } from '#contract/paths.ts';
import type { Parts } from '#server/parts.ts';
import type { SignIn } from '#server/platform/access/authorized.ts';
import { type Mail, quotedName, writeLetter } from '#server/platform/mail/letter.ts';
import { countMailTo, queueMail } from '#server/platform/mail/queued-mail.ts';
import { hashToken, randomToken } from '#server/platform/security/secrets.ts';
import {
  addToTeam,
  answerInvitation,
  closeInvitationTo,
  findInvitation,
  findInvitationTo,
  type InvitationRow,
  invitationsTo,
  invite,
  invitedPerson,
  isMember,
} from './invitations.db.ts';
import { findMember } from './workspaces.db.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<Parts, 'publicUrl' | 'securityLog' | 'db' | 'rates' | 'secrets' | 'jobs'>;

/** Invites by mail. @throws AppError own_email, already_member with the texts of section 5. */
export async function addMember(
  parts: Needs,
  who: SignIn,
  { email, role }: { email: string; role: GivenRole },
): Promise<void> {
  if (email === who.email.toLowerCase() || email === who.verifiedEmail) {
    throw new AppError('own_email');
  }
  const known = await findMember(parts.db, who.workspaceId, email);
  const waiting = await findInvitationTo(parts.db, who.workspaceId, email);
  if (known || (waiting && waiting.expires_at > new Date())) throw alreadyListed(email);
  await send(parts, who, { email, role });
}

/** Sends an open or expired invitation again, with a new end and a new token. @throws AppError not_found */
export async function resendInvitation(
  parts: Needs,
  who: SignIn,
  id: InvitationId,
): Promise<string> {
  const invited = await invitedPerson(parts.db, who.workspaceId, id);
  if (invited === null) throw new AppError('not_found');
  await send(parts, who, invited);
  return invited.email;
}

async function send(
  parts: Needs,
  who: SignIn,
  { email, role }: { email: string; role: GivenRole },
): Promise<void> {
  await countMailTo(parts, email);
  const token = randomToken();
  const { workspaceId } = who;
  const expiresAt = new Date(Date.now() + INVITATION_DAYS * 24 * 3_600_000);
  await parts.db.transaction().execute(async (db) => {
    await closeInvitationTo(db, { workspaceId, email }, 'replaced');
    const tokenHash = hashToken(token);
    if (!(await invite(db, { workspaceId, email, role, tokenHash, expiresAt })))
      throw alreadyListed(email);
    const link = `${parts.publicUrl}${mailedPath(INVITATION_PAGE, token)}`;
    const letter = { to: email, role, ownerEmail: who.email, company: who.company ?? '', link };
    await queueMail(parts, invitationMail(letter), db);
  });
  parts.securityLog.write({ event: 'invitation.sent' });
}

function alreadyListed(email: string): AppError {
  return new AppError('already_member', {
    message: `${email} is already in your team members list.`,
  });
}

/** Returns the person's invitations: those to the address that this sign-in's issuer vouches for. */
export async function invitationsOf(parts: Pick<Parts, 'db'>, who: SignIn): Promise<Invitation[]> {
  if (who.verifiedEmail === null) return [];
  const rows = await invitationsTo(parts.db, who.verifiedEmail, who.userId);
  return rows.map((row) => invitationFromRow(row));
}

/** @param who null when the caller is not signed in. @throws AppError link_expired for an unknown token */
export async function lookAtInvitation(
  parts: Pick<Parts, 'db'>,
  who: SignIn | null,
  token: string,
): Promise<OpenedInvitation> {
  const row = await findInvitation(parts.db, token);
  if (!row) throw new AppError('link_expired');
  const state = invitationStateFromRow(row);
  const workspaceId = row.workspace_id;
  const joined = who !== null && (await isMember(parts.db, workspaceId, who.userId));
  return {
    state,
    invitation: state === 'open' || state === 'expired' ? invitationFromRow(row) : null,
    joined: joined ? { _id: workspaceId, company: row.company ?? '' } : null,
  };
}

/** Joins the team and nothing else. @throws AppError link_expired, not_found, already_member */
export async function acceptInvitation(
  parts: Pick<Parts, 'securityLog' | 'db'>,
  who: SignIn,
  key: InvitationKey,
): Promise<WorkspaceId> {
  const { userId, verifiedEmail } = who;
  const joined = await parts.db.transaction().execute(async (db) => {
    const invited = await answerInvitation(db, { key, verifiedEmail }, 'accepted');
    if (invited === null) return null;
    const { workspaceId } = invited;
    if (!(await addToTeam(db, invited, userId))) {
      throw new AppError('already_member', { message: 'You are already in this team.' });
    }
    // The same person's other invitation must not bring them back after they were removed.
    if (verifiedEmail !== null) {
      await closeInvitationTo(db, { workspaceId, email: verifiedEmail }, 'accepted');
    }
    return workspaceId;
  });
  if (joined === null) throw await refusal(parts, key);
  parts.securityLog.write({ event: 'invitation.accepted', userId, workspaceId: joined });
  return joined;
}

/** @throws AppError link_expired, not_found */
export async function declineInvitation(
  parts: Pick<Parts, 'securityLog' | 'db'>,
  { userId, verifiedEmail }: SignIn,
  key: InvitationKey,
): Promise<void> {
  const declined = await answerInvitation(parts.db, { key, verifiedEmail }, 'declined');
  if (declined === null) throw await refusal(parts, key);
  parts.securityLog.write({
    event: 'invitation.declined',
    userId,
    workspaceId: declined.workspaceId,
  });
}

/** Why an invitation cannot be answered; by its id alone it is the caller's or does not exist. */
async function refusal({ db }: Pick<Parts, 'db'>, { token }: InvitationKey): Promise<AppError> {
  if (token === undefined) return new AppError('not_found');
  const row = await findInvitation(db, token);
  const message = row && outcomes[invitationStateFromRow(row)];
  return new AppError('link_expired', message ? { message } : {});
}

const outcomes: Record<InvitationState, string | null> = {
  open: null,
  expired: 'This invitation has expired.',
  accepted: 'This invitation has been used.',
  declined: 'This invitation was declined.',
  withdrawn: 'This invitation was withdrawn.',
  replaced: 'A newer invitation was sent. Open the link in the newest mail.',
};

function invitationStateFromRow({ state, expires_at }: InvitationRow): InvitationState {
  return state === 'open' && expires_at <= new Date() ? 'expired' : state;
}

function invitationFromRow(row: InvitationRow): Invitation {
  return {
    _id: row.id,
    company: row.company ?? '',
    ownerName: [row.first_name, row.last_name].join(' ').trim() || row.owner_email,
    ownerEmail: row.owner_email,
    email: row.email ?? '',
    sentAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}

// The mail that brings an invitation.

const what: Record<GivenRole, string> = {
  member:
    'to work on usability tests together: set up tests, watch recordings and read click heatmaps.',
  viewer: 'to watch recordings of usability tests, read their results and write notes.',
};

function invitationMail(invitation: {
  to: string;
  role: GivenRole;
  ownerEmail: string;
  company: string;
  link: string;
}): Mail {
  const name = quotedName(invitation.company);
  const team = name === null ? 'a team' : `the team ${name}`;
  return writeLetter({
    to: invitation.to,
    subject: 'You are invited to a team on Tryout',
    heading: 'You are invited to a team on Tryout',
    paragraphs: [
      `${invitation.ownerEmail} invites you to ${team}, ${what[invitation.role]}`,
      `The link opens a page where you can join or decline, for ${INVITATION_DAYS} days. If you expected no invitation, ignore this mail.`,
    ],
    action: { label: 'See the invitation', link: invitation.link },
  });
}
