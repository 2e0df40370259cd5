// Roles at the calls of people and workspaces.
import {
  alike,
  changesAccount,
  changesOwn,
  json,
  OWNER_EMAIL,
  type RoleRow,
  reads,
} from './role.ts';

/** Everybody signed in has their own. */
const own = { stranger: 'ok' } as const;
const ownersOnly = { viewer: 'owner_only', member: 'owner_only', stranger: 'ok' } as const;

/** Calls with a valid token are tested in email-change.test.ts and invitations.test.ts. */
const wrongToken = 'with a wrong token';
const unknownLink = {
  viewer: 'link_expired',
  member: 'link_expired',
  owner: 'link_expired',
  lapsed: 'link_expired',
  stranger: 'link_expired',
} as const;

export const peopleRows: RoleRow[] = [
  {
    call: 'retention.preview',
    request: () => json('GET', '/api/retention/preview?days=90'),
    cells: reads(ownersOnly),
  },
  {
    call: 'accounts.signInReturn',
    what: 'with an answer that was not asked for: the landing page says so',
    request: () => json('GET', '/auth/google/callback?code=x&state=y'),
    cells: alike(),
  },
  {
    call: 'accounts.signOut',
    ownSignIn: true,
    request: () => json('POST', '/auth/logout'),
    cells: changesOwn(own),
  },
  {
    call: 'accounts.changeEmail',
    request: () => json('POST', '/api/user-info/emailUpdate', { email: 'roles-new@example.com' }),
    cells: changesAccount(own),
  },
  {
    call: 'accounts.openEmailChange',
    request: () => json('GET', '/api/user-info/emailUpdate/confirm?token=wrong'),
    cells: alike(),
  },
  {
    call: 'accounts.lookAtEmailChange',
    what: wrongToken,
    request: () => json('POST', '/api/user-info/emailUpdate/look', { token: 'wrong' }),
    cells: alike('link_expired'),
  },
  {
    call: 'accounts.confirmEmail',
    what: wrongToken,
    request: () => json('POST', '/api/user-info/emailUpdate/confirm', { token: 'wrong' }),
    cells: changesOwn(unknownLink),
  },
  {
    call: 'accounts.lookAtEmailUndo',
    what: wrongToken,
    request: () => json('POST', '/api/user-info/emailUndo/look', { token: 'wrong' }),
    cells: alike('link_expired'),
  },
  {
    call: 'accounts.undoEmail',
    what: wrongToken,
    request: () => json('POST', '/api/user-info/emailUndo', { token: 'wrong' }),
    cells: alike('link_expired'),
  },
  {
    call: 'accounts.requestDeletion',
    what: "by typing the owner's email",
    request: () => json('POST', '/api/user-info/deletion', { email: OWNER_EMAIL }),
    cells: changesAccount({ viewer: 'bad_input', member: 'bad_input', stranger: 'bad_input' }),
  },
  {
    call: 'accounts.withdrawDeletion',
    what: 'where only the owner has asked for it',
    prepare: async ({ owner }) => {
      await owner.post('/api/user-info/deletion', { email: OWNER_EMAIL });
      return {};
    },
    request: () => json('DELETE', '/api/user-info/deletion'),
    cells: changesOwn({ viewer: 'not_found', member: 'not_found', stranger: 'not_found' }),
  },
  {
    call: 'signIns.end',
    what: "one of the owner's",
    prepare: async ({ newSignIn }) => ({ signInId: await newSignIn() }),
    request: ({ signInId }) => json('DELETE', `/api/sign-ins/${signInId}`),
    cells: changesAccount({ viewer: 'not_found', member: 'not_found' }),
  },
  {
    call: 'signIns.endOthers',
    ownSignIn: true,
    request: () => json('DELETE', '/api/sign-ins'),
    restore: ({ signInEverybody }) => signInEverybody(),
    cells: changesAccount(own),
  },
  {
    call: 'workspaces.choose',
    what: 'the workspace of the table',
    ownSignIn: true,
    request: (_target, { workspaceId }) => json('POST', '/api/workspaces/current', { workspaceId }),
    cells: changesOwn(),
  },
  {
    call: 'workspaces.addMember',
    request: (_target, { unused }) =>
      json('POST', '/api/user-info/teamMembers', { teamMemberEmail: `${unused()}@example.com` }),
    cells: changesAccount(ownersOnly),
  },
  {
    call: 'workspaces.setRole',
    what: 'that the viewer has already',
    request: async (_target, { viewerId }) =>
      json('PUT', `/api/user-info/teamMembers/${await viewerId()}`, { role: 'viewer' }),
    cells: changesAccount({ ...ownersOnly, stranger: 'not_found' }),
  },
  {
    call: 'workspaces.removeMember',
    what: 'another member',
    request: async (_target, { newMember }) =>
      json('DELETE', `/api/user-info/leaveTeam/${await newMember()}`),
    cells: changesAccount({ viewer: 'owner_only', member: 'owner_only' }),
  },
  {
    call: 'workspaces.removeMember',
    what: 'the owner',
    request: () => json('DELETE', `/api/user-info/leaveTeam/${OWNER_EMAIL}`),
    cells: changesAccount({
      viewer: 'owner_only',
      member: 'owner_only',
      owner: 'owner_cannot_leave',
    }),
  },
  {
    call: 'invitations.look',
    what: wrongToken,
    request: () => json('POST', '/api/invitations/look', { token: 'wrong' }),
    cells: alike('link_expired'),
  },
  ...(['accept', 'decline'] as const).flatMap((answer): RoleRow[] => [
    {
      call: `invitations.${answer}`,
      what: wrongToken,
      request: () => json('POST', `/api/invitations/${answer}`, { token: 'wrong' }),
      cells: changesOwn(unknownLink),
    },
    {
      call: `invitations.${answer}`,
      what: "another person's, by its id",
      request: async (_target, { newInvitation }) =>
        json('POST', `/api/invitations/${answer}`, { invitationId: await newInvitation() }),
      cells: changesOwn({
        viewer: 'not_found',
        member: 'not_found',
        owner: 'not_found',
        lapsed: 'not_found',
      }),
    },
  ]),
  {
    call: 'invitations.resend',
    request: async (_target, { newInvitation }) =>
      json('POST', `/api/invitations/${await newInvitation()}/resend`),
    cells: changesAccount({ viewer: 'owner_only', member: 'owner_only' }),
  },
  {
    call: 'designToken.remove',
    what: 'where the owner has set one',
    prepare: async ({ owner }) => {
      await owner.put('/api/workspaces/current/design-token', { token: 'figd_roles' });
      return {};
    },
    request: () => json('DELETE', '/api/workspaces/current/design-token'),
    cells: changesAccount({ viewer: 'owner_only', member: 'owner_only', stranger: 'not_found' }),
  },
  {
    call: 'designToken.set',
    what: 'while the tool does not answer: kept, untested',
    request: () => json('PUT', '/api/workspaces/current/design-token', { token: 'figd_roles' }),
    cells: changesAccount(ownersOnly),
  },
];
