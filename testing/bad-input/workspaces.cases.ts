// Bad inputs of workspaces: company name, team, switching.
import { emails } from './accounts.cases.ts';
import { ask, type BadInput, badFields, refused } from './bad-input.ts';

const required = { company: 'Company name is required' };
const companies: [string, unknown, Record<string, string>][] = [
  ['no company', {}, required],
  ['an empty company', { company: '' }, required],
  ['a number for a company', { company: 7 }, required],
  ['an object for a company', { company: { $ne: null } }, required],
  [
    'a NUL in the company',
    { company: 'a\u0000' },
    { company: 'Company name contains characters that cannot be used' },
  ],
  [
    'half a surrogate pair in the company',
    { company: '\udfff' },
    { company: 'Company name contains characters that cannot be used' },
  ],
  [
    'a company of 201 characters',
    { company: 'x'.repeat(201) },
    { company: 'Company name can have at most 200 characters' },
  ],
];

const choose = (json: unknown) => ask('POST', '/api/workspaces/current', { json });
const remove = (email: string, as: 'owner' | 'member' | 'stranger' = 'owner') =>
  ask('DELETE', `/api/user-info/leaveTeam/${email}`, { as });
const invite = (teamMemberEmail: unknown, as: 'owner' | 'member' = 'owner') =>
  ask('POST', '/api/user-info/teamMembers', { as, json: { teamMemberEmail } });

const setToken = (token: unknown, as: 'owner' | 'member' = 'owner') =>
  ask('PUT', '/api/workspaces/current/design-token', { as, json: { token } });
const oneLine = 'A token is one line of letters, digits and signs, without blanks.';
const tokens: [string, unknown, string][] = [
  ['no token', undefined, 'Please paste a token.'],
  ['an empty token', '', 'Please paste a token.'],
  ['a token of blanks', '  ', 'Please paste a token.'],
  ['an object for a token', { $ne: null }, 'Please paste a token.'],
  ['a token of 10 kB', 'x'.repeat(10_240), 'A token can have at most 400 characters.'],
  ['a token with a further header', 'figd_a\r\nx-admin: 1', oneLine],
  ['a token with a line break', 'figd_a\nb', oneLine],
  ['a token with a NUL', 'figd_a\u0000', oneLine],
  ['a token of another script', 'figd_ключ', oneLine],
];

const designTokenCases: BadInput[] = [
  ...tokens.map(
    ([what, token, sentence]): BadInput => [
      'designToken.set',
      what,
      setToken(token),
      badFields({ token: sentence }),
    ],
  ),
  ['designToken.set', 'a member', setToken('figd_a', 'member'), refused('owner_only')],
  [
    'designToken.remove',
    'none that is set',
    ask('DELETE', '/api/workspaces/current/design-token'),
    refused('not_found'),
  ],
];

export const workspaceCases: BadInput[] = [
  ...designTokenCases,
  ...companies.map(
    ([what, json, fields]): BadInput => [
      'workspaces.setCompany',
      what,
      ask('POST', '/api/set-company', { json }),
      badFields(fields),
    ],
  ),
  [
    'workspaces.setCompany',
    'a member',
    ask('POST', '/api/set-company', { as: 'member', json: { company: 'Ours' } }),
    refused('owner_only'),
  ],
  [
    'workspaces.storage',
    "a participant's token",
    ask('GET', '/api/storage', { as: 'running' }),
    refused('not_signed_in'),
  ],
  ...emails.map(
    ([what, email, message]): BadInput => [
      'workspaces.addMember',
      what,
      invite(email),
      badFields({ teamMemberEmail: message }),
    ],
  ),
  [
    'workspaces.addMember',
    'the own email in capitals',
    invite('OWNER@EXAMPLE.COM'),
    refused('own_email'),
  ],
  [
    'workspaces.addMember',
    'a person who is a member',
    invite('Member@example.com'),
    refused('already_member', 'member@example.com is already in your team members list.'),
  ],
  [
    'workspaces.addMember',
    'a person who is invited',
    invite('invited@example.com'),
    refused('already_member', 'invited@example.com is already in your team members list.'),
  ],
  ['workspaces.addMember', 'a member', invite('new@example.com', 'member'), refused('owner_only')],
  [
    'workspaces.choose',
    'no workspace',
    choose({}),
    badFields({ workspaceId: 'This is required.' }),
  ],
  [
    'workspaces.choose',
    'an id that is none',
    choose({ workspaceId: '../1' }),
    badFields({ workspaceId: 'This is not an id.' }),
  ],
  [
    'workspaces.choose',
    'an array for an id',
    choose({ workspaceId: [] }),
    badFields({ workspaceId: 'This must be one text.' }),
  ],
  [
    'workspaces.choose',
    'an unknown workspace',
    choose({ workspaceId: '01890000-0000-7000-8000-000000000000' }),
    refused('not_found'),
  ],
  [
    'workspaces.choose',
    "another person's workspace",
    ask('POST', '/api/workspaces/current', ({ foreignWorkspaceId }) => ({
      json: { workspaceId: foreignWorkspaceId },
    })),
    refused('not_found'),
  ],
  [
    'workspaces.list',
    'a token of a session',
    ask('GET', '/api/workspaces', { as: 'finished' }),
    refused('not_signed_in'),
  ],
  [
    'workspaces.removeMember',
    'the owner',
    remove('owner@example.com'),
    refused('owner_cannot_leave'),
  ],
  [
    'workspaces.removeMember',
    'another person by a member',
    remove('invited%40example.com', 'member'),
    refused('owner_only'),
  ],
  [
    'workspaces.removeMember',
    'the owner by a member',
    remove('owner@example.com', 'member'),
    refused('owner_only'),
  ],
  [
    'workspaces.removeMember',
    'a person outside the team',
    remove('stranger@example.com'),
    refused('not_found'),
  ],
  [
    'workspaces.removeMember',
    "a member of another's team",
    remove('member@example.com', 'stranger'),
    refused('not_found'),
  ],
  ['workspaces.removeMember', 'no email', remove('anyone'), refused('not_found')],
  [
    'workspaces.removeMember',
    'an email with a NUL',
    remove('member@example.com%00'),
    refused('not_found'),
  ],
  [
    'workspaces.removeMember',
    'an email of 300 characters',
    remove(`${'a'.repeat(300)}@example.com`),
    refused('not_found'),
  ],
];
