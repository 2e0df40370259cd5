// Every sentence of section 5 about email addresses.
import { expect, test } from 'vitest';
import { memberForm, newEmailForm } from './email-schemas.ts';

test.each([
  ['', 'Email is required.'],
  ['   ', 'Email is required.'],
  ['ada', 'Please enter a valid email address.'],
  ['ada@', 'Please enter a valid email address.'],
  ['ADA@Example.org', 'New email cannot be the same as the current email.'],
])('%j as a new address', (email, message) => {
  const issues = newEmailForm('Ada@example.org').safeParse({ email }).error?.issues;
  expect(issues?.map((issue) => issue.message)).toEqual([message]);
});

test('a new address is taken in lower case', () => {
  expect(newEmailForm('ada@example.org').parse({ email: ' Ada@New.org ' })).toEqual({
    email: 'ada@new.org',
  });
});

test.each([
  ['', 'Email is required.'],
  ['nobody', 'Please enter a valid email address.'],
  ['OWNER@example.org', 'You cannot add your own email as a team member.'],
  ['Bob@example.org', 'bob@example.org is already in your team members list.'],
])('%j as a member', (teamMemberEmail, message) => {
  const form = memberForm('Owner@example.org', ['owner@example.org', 'BOB@example.org']);
  const issues = form.safeParse({ teamMemberEmail }).error?.issues;
  expect(issues?.map((issue) => issue.message)).toEqual([message]);
});
