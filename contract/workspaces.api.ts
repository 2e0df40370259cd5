// Calls of workspaces: company name, team, switching.
import { z } from 'zod/mini';
import { email, givenRole } from './accounts.ts';
import { message } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { teamRowId, workspaceId } from './ids.ts';
import { MAIL_RATE } from './limits.ts';
import { company, workspaceEntry, workspaceStorage } from './workspaces.ts';

export const workspaces = {
  setCompany: endpoint({
    method: 'POST',
    path: '/api/set-company',
    summary: "Sets the workspace's company name.",
    permission: 'owner',
    body: z.object({ company }),
    answer: message,
    errors: ['owner_only'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/workspaces',
    summary: 'The workspaces the person belongs to.',
    permission: 'viewer',
    personal: true,
    answer: z.array(workspaceEntry),
  }),
  storage: endpoint({
    method: 'GET',
    path: '/api/storage',
    summary: 'Bytes that the workspace has stored, and whether new recordings may begin.',
    permission: 'viewer',
    answer: workspaceStorage,
  }),
  choose: endpoint({
    method: 'POST',
    path: '/api/workspaces/current',
    summary: 'Switches this sign-in to another workspace.',
    permission: 'viewer',
    personal: true,
    body: z.object({ workspaceId }),
    answer: message,
    errors: ['not_found'],
  }),
  addMember: endpoint({
    method: 'POST',
    path: '/api/user-info/teamMembers',
    summary: 'Invites a person into the team by mail.',
    permission: 'owner',
    recentSignIn: true,
    body: z.object({ teamMemberEmail: email, role: z._default(givenRole, 'member') }),
    answer: message,
    rate: MAIL_RATE,
    errors: ['owner_only', 'own_email', 'already_member'],
  }),
  setRole: endpoint({
    method: 'PUT',
    path: '/api/user-info/teamMembers/:memberId',
    summary:
      'Gives a person of the team, or of an open invitation, another role; it takes effect at once.',
    permission: 'owner',
    recentSignIn: true,
    params: z.object({ memberId: teamRowId }),
    body: z.object({ role: givenRole }),
    answer: message,
    errors: ['not_found', 'owner_only'],
  }),
  removeMember: endpoint({
    method: 'DELETE',
    path: '/api/user-info/leaveTeam/:email',
    summary: 'The owner removes a member, or a member leaves (and is signed out).',
    permission: 'viewer',
    personal: true,
    recentSignIn: true,
    params: z.object({ email }),
    answer: message,
    errors: ['not_found', 'owner_only', 'owner_cannot_leave'],
  }),
};
