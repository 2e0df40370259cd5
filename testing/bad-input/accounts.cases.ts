// Bad inputs of people who sign in: sign-in, names, email change, deletion.
import { ask, type BadInput, badFields, refused } from './bad-input.ts';

const badEmail = 'Please enter a valid email address.';
const noEmail = 'Email is required.';

/** Invalid addresses, and the error message for each. */
export const emails: [string, unknown, string][] = [
  ['no email', undefined, noEmail],
  ['an empty email', '', noEmail],
  ['an email of spaces', '   ', noEmail],
  ['null for an email', null, noEmail],
  ['a number for an email', 7, noEmail],
  ['an array for an email', ['a@example.com'], noEmail],
  ['an email without @', 'example.com', badEmail],
  ['an email without a domain', 'a@', badEmail],
  ['an email without a dot', 'a@localhost', badEmail],
  ['two emails', 'a@example.com,b@example.com', badEmail],
  ['an email with a line break', 'a@example.com\nBcc: b@example.com', badEmail],
  ['an email with a carriage return inside', 'a\r@example.com', badEmail],
  ['an email with a NUL', 'a\u0000@example.com', badEmail],
  ['an email with a right-to-left mark', 'a\u202e@example.com', badEmail],
  ['an email with half a surrogate pair', '\ud800@example.com', badEmail],
  ['an email of 255 characters', `${'a'.repeat(243)}@example.com`, badEmail],
];

const saveName = (json: object) => ask('POST', '/api/user-info', { as: 'member', json });
const names: [string, object, Record<string, string>][] = [
  ['no names', {}, { firstName: 'First name is required', lastName: 'Last name is required' }],
  [
    'an empty first name',
    { firstName: ' ', lastName: 'L' },
    { firstName: 'First name is required' },
  ],
  [
    'null for a last name',
    { firstName: 'A', lastName: null },
    { lastName: 'Last name is required' },
  ],
  [
    'an array for a first name',
    { firstName: ['A'], lastName: 'L' },
    { firstName: 'First name is required' },
  ],
  [
    'a NUL in the last name',
    { firstName: 'A', lastName: 'L\u0000' },
    { lastName: 'Last name contains characters that cannot be used' },
  ],
  [
    'a first name of 201 characters',
    { firstName: 'é'.repeat(201), lastName: 'L' },
    { firstName: 'First name can have at most 200 characters' },
  ],
];

const failed = { status: 302, location: '/?sign-in=failed' } as const;
const callback = (query: string, cookie?: string) =>
  ask('GET', `/auth/google/callback${query}`, {
    as: 'anyone',
    headers: cookie ? { cookie: `tryout-sign-in-attempt=${cookie}` } : {},
  });
const check = (cookie: string) =>
  ask('GET', '/auth/check-auth', { as: 'anyone', headers: { cookie } });
const notSignedIn = refused('not_signed_in');

/** Tokens of mailed links that are none. */
export function badTokens(call: string, path: string): BadInput[] {
  const send = (json: unknown) => ask('POST', path, { json });
  return [
    [call, 'no token', send({}), badFields({ token: 'This is required.' })],
    [call, 'an empty token', send({ token: '' }), refused('link_expired')],
    [
      call,
      'two tokens',
      send({ token: ['a', 'b'] }),
      badFields({ token: 'This must be one text.' }),
    ],
    [
      call,
      'a token of 8 kB',
      send({ token: 'A'.repeat(8192) }),
      badFields({ token: 'This can have at most 200 characters.' }),
    ],
    [call, 'a guessed token', send({ token: 'A'.repeat(43) }), refused('link_expired')],
    [call, 'a token with a NUL', send({ token: '\u0000' }), refused('link_expired')],
    [call, 'half a surrogate pair', send({ token: '\ud800' }), refused('link_expired')],
  ];
}

const linkCalls: [string, string][] = [
  ['accounts.lookAtEmailChange', '/api/user-info/emailUpdate/look'],
  ['accounts.confirmEmail', '/api/user-info/emailUpdate/confirm'],
  ['accounts.lookAtEmailUndo', '/api/user-info/emailUndo/look'],
  ['accounts.undoEmail', '/api/user-info/emailUndo'],
];

export const accountCases: BadInput[] = [
  ...emails.map(
    ([what, email, message]): BadInput => [
      'accounts.changeEmail',
      what,
      ask('POST', '/api/user-info/emailUpdate', { json: { email } }),
      badFields({ email: message }),
    ],
  ),
  [
    'accounts.changeEmail',
    'the current email in capitals',
    ask('POST', '/api/user-info/emailUpdate', { json: { email: ' OWNER@Example.com ' } }),
    {
      status: 409,
      body: {
        message: 'New email cannot be the same as the current email.',
        code: 'same_email',
        fields: { email: 'New email cannot be the same as the current email.' },
      },
    },
  ],
  ...names.map(
    ([what, json, fields]): BadInput => [
      'accounts.update',
      what,
      saveName(json),
      badFields(fields),
    ],
  ),
  [
    'accounts.requestDeletion',
    "another person's email",
    ask('POST', '/api/user-info/deletion', { json: { email: 'member@example.com' } }),
    badFields({ email: 'This is not the email of your account.' }),
  ],
  [
    'accounts.requestDeletion',
    'no email',
    ask('POST', '/api/user-info/deletion', { json: {} }),
    badFields({ email: noEmail }),
  ],
  [
    'accounts.requestDeletion',
    "a member, by the owner's email",
    ask('POST', '/api/user-info/deletion', { as: 'member', json: { email: 'owner@example.com' } }),
    badFields({ email: 'This is not the email of your account.' }),
  ],
  [
    'accounts.withdrawDeletion',
    'nothing to withdraw',
    ask('DELETE', '/api/user-info/deletion'),
    refused('not_found'),
  ],
  [
    'accounts.withdrawDeletion',
    "a member, of another person's",
    ask('DELETE', '/api/user-info/deletion', { as: 'member' }),
    refused('not_found'),
  ],
  [
    'accounts.withdrawDeletion',
    'a sign-in that has ended',
    ask('DELETE', '/api/user-info/deletion', { as: 'signedOut' }),
    notSignedIn,
  ],
  [
    'accounts.openEmailChange',
    'no token',
    ask('GET', '/api/user-info/emailUpdate/confirm'),
    badFields({ token: 'This is required.' }),
  ],
  [
    'accounts.openEmailChange',
    'a token that would leave the page',
    ask('GET', '/api/user-info/emailUpdate/confirm?token=a%0d%0aX-A:%20b%2F..%2F%00'),
    { status: 302, location: '/email-change#a%0D%0AX-A%3A%20b%2F..%2F%00' },
  ],
  [
    'accounts.openEmailChange',
    'two tokens',
    ask('GET', '/api/user-info/emailUpdate/confirm?token=a&token=b'),
    badFields({ token: 'This must be one text.' }),
  ],
  [
    'accounts.openEmailChange',
    'a token of 8 kB',
    ask('GET', `/api/user-info/emailUpdate/confirm?token=${'A'.repeat(8192)}`),
    badFields({ token: 'This can have at most 200 characters.' }),
  ],
  ...linkCalls.flatMap(([call, path]) => badTokens(call, path)),
  [
    'accounts.check',
    'a broken percent sequence in a cookie',
    check('tryout-sign-in=%E0%A4%A'),
    notSignedIn,
  ],
  ['accounts.check', 'a cookie without a name', check('=;;=%;tryout-sign-in'), notSignedIn],
  ['accounts.check', 'a cookie with a NUL', check('tryout-sign-in=%00'), notSignedIn],
  [
    'accounts.check',
    'a prototype key for a cookie',
    check('__proto__=a; constructor=b'),
    notSignedIn,
  ],
  [
    'accounts.signOut',
    'no cross-site token',
    ask('POST', '/auth/logout', { headers: { 'x-xsrf-token': '' } }),
    refused('cross_site_token'),
  ],
  ['accounts.check', 'a forged cookie', check(`tryout-sign-in=${'A'.repeat(43)}`), notSignedIn],
  [
    'accounts.check',
    'a cookie of 15,000 characters',
    check(`tryout-sign-in=${'A'.repeat(15_000)}`),
    notSignedIn,
  ],
  [
    'accounts.get',
    'a sign-in that has ended',
    ask('GET', '/api/user-info', { as: 'signedOut' }),
    notSignedIn,
  ],
  [
    'accounts.get',
    'cookies that only say who it is',
    ask('GET', '/api/user-info', {
      as: 'anyone',
      headers: { cookie: 'admin=true; email=owner@example.com' },
    }),
    notSignedIn,
  ],
  [
    'accounts.signOut',
    'the cross-site token twice',
    ask('POST', '/auth/logout', ({ credentials }) => {
      const token = credentials.owner['x-xsrf-token'] ?? '';
      return { headers: { 'x-xsrf-token': [token, token] } };
    }),
    refused('cross_site_token'),
  ],
  [
    'accounts.signIn',
    'two pages to return to',
    ask('GET', '/auth/google?next=/a&next=/b', { as: 'anyone' }),
    badFields({ next: 'This must be one text.' }),
  ],
  [
    'accounts.signIn',
    'a page of 4001 characters to return to',
    ask('GET', `/auth/google?next=/${'a'.repeat(4000)}`, { as: 'anyone' }),
    badFields({ next: 'This can have at most 4000 characters.' }),
  ],
  [
    'accounts.signIn',
    'another word for again',
    ask('GET', '/auth/google?again=yes', { as: 'anyone' }),
    badFields({ again: 'This is not one of the possible values.' }),
  ],
  ['accounts.signInReturn', 'nothing', callback(''), failed],
  [
    'accounts.signInReturn',
    'a refusal of the issuer',
    callback('?error=access_denied&state=a'),
    failed,
  ],
  ['accounts.signInReturn', 'a code without an attempt', callback('?code=a&state=b'), failed],
  ['accounts.signInReturn', 'a forged attempt', callback('?code=a&state=b', 'e30.AAAA'), failed],
  [
    'accounts.signInReturn',
    'an attempt that is no text',
    callback('?code=%00&state=%00&code=b', '%00.%ff'),
    failed,
  ],
  [
    'signIns.list',
    'a sign-in that has ended',
    ask('GET', '/api/sign-ins', { as: 'signedOut' }),
    notSignedIn,
  ],
  [
    'signIns.end',
    'an id that is none',
    ask('DELETE', '/api/sign-ins/current'),
    refused('not_found'),
  ],
  [
    'signIns.end',
    'an unknown id',
    ask('DELETE', '/api/sign-ins/0199f7a0-3c1e-7b52-9a44-51f0c7d2e8ab'),
    refused('not_found'),
  ],
];
