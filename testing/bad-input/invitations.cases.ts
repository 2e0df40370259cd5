// Bad inputs of invitations: tokens and ids that are none, of others, or both at once.
import { badTokens } from './accounts.cases.ts';
import { ask, type BadInput, badFields, refused } from './bad-input.ts';

const unknownId = '01890000-0000-7000-8000-000000000000';
const oneOfBoth = badFields({ body: 'Name the invitation by its token or by its id.' });
const resend = (id: string, as: 'owner' | 'member' | 'anyone' = 'owner') =>
  ask('POST', `/api/invitations/${id}/resend`, { as });

export const invitationCases: BadInput[] = [
  [
    'invitations.list',
    'a token of a session',
    ask('GET', '/api/invitations', { as: 'running' }),
    refused('not_signed_in'),
  ],
  ...badTokens('invitations.look', '/api/invitations/look'),
  ...(['accept', 'decline'] as const).flatMap((call): BadInput[] => {
    const row = `invitations.${call}`;
    const path = `/api/invitations/${call}`;
    const send = (json: unknown) => ask('POST', path, { json });
    return [
      [row, 'neither token nor id', send({}), oneOfBoth],
      [row, 'both token and id', send({ token: 'a', invitationId: unknownId }), oneOfBoth],
      [row, 'a guessed token', send({ token: 'A'.repeat(43) }), refused('link_expired')],
      [row, 'a token with a NUL', send({ token: '\u0000' }), refused('link_expired')],
      [row, 'an id of nothing', send({ invitationId: unknownId }), refused('not_found')],
      [
        row,
        'an id that is none',
        send({ invitationId: '../1' }),
        badFields({ invitationId: 'This is not an id.' }),
      ],
      [
        row,
        "another person's invitation",
        ask('POST', path, ({ invitationId }) => ({ as: 'stranger', json: { invitationId } })),
        refused('not_found'),
      ],
      [
        row,
        'anyone',
        ask('POST', path, { as: 'anyone', json: { token: 'a' } }),
        refused('not_signed_in'),
      ],
    ];
  }),
  ['invitations.resend', 'an id of nothing', resend(unknownId), refused('not_found')],
  ['invitations.resend', 'an id that is none', resend('1'), refused('not_found')],
  ['invitations.resend', 'a member', resend(unknownId, 'member'), refused('owner_only')],
];
