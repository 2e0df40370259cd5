// Answers the calls of workspaces: company name, team, switching.

import type { Parts } from '#server/parts.ts';
import { clearSignIn } from '#server/platform/http/credentials.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import { addMember } from './invitations.service.ts';
import {
  giveRole,
  leaveTeam,
  nameCompany,
  storageOf,
  switchWorkspace,
  workspacesOf,
} from './workspaces.service.ts';

export function workspaceHandlers(parts: Parts): HandlersOf<'workspaces'> {
  return {
    setCompany: async ({ caller, body }) => {
      await nameCompany(parts, caller, body.company);
      return { message: 'Company name saved.' };
    },
    list: ({ caller }) => workspacesOf(parts, caller),
    storage: ({ caller }) => storageOf(parts, caller),
    choose: async ({ caller, body }) => {
      await switchWorkspace(parts, caller, body.workspaceId);
      return { message: 'Switched.' };
    },
    addMember: async ({ caller, body }) => {
      await addMember(parts, caller, { email: body.teamMemberEmail, role: body.role });
      return { message: `${body.teamMemberEmail} has been invited.` };
    },
    setRole: async ({ caller, params, body }) => {
      await giveRole(parts, caller, { rowId: params.memberId, role: body.role });
      return { message: `They are a ${body.role} now.` };
    },
    removeMember: async ({ caller, params, reply }) => {
      const left = await leaveTeam(parts, caller, params.email);
      if (left) clearSignIn(parts, reply);
      return { message: left ? 'You have left the team.' : `${params.email} has been removed.` };
    },
  };
}
