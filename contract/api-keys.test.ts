// Lists the calls that no API key may make, each with the reason: a new call is open to keys unless it is added here.
import { expect, it } from 'vitest';
import { api } from './api.ts';
import { type Endpoint, keyScopeOf } from './endpoint.ts';

/** Why a call is closed to keys. */
const CLOSED = {
  'is about a person: account, sign-ins, teams': `accounts.check accounts.signIn accounts.signInReturn accounts.signOut
    accounts.get accounts.update accounts.changeEmail accounts.openEmailChange accounts.lookAtEmailChange
    accounts.confirmEmail accounts.lookAtEmailUndo accounts.undoEmail accounts.requestDeletion
    accounts.withdrawDeletion signIns.list signIns.end signIns.endOthers workspaces.list workspaces.choose
    workspaces.removeMember invitations.list invitations.look invitations.accept invitations.decline`,
  'is the owner’s: members, secrets, what is deleted when': `workspaces.setCompany workspaces.addMember
    workspaces.setRole designToken.set designToken.remove apiKeys.list apiKeys.create apiKeys.revoke webhooks.list
    webhooks.create webhooks.update webhooks.remove webhooks.renewSecret webhooks.deliveries webhooks.sendTest
    webhooks.sendAgain invitations.resend retention.preview retention.set consent.change`,
  'is a participant’s, with the token of a session': `sessions.keepSlot sessions.events sessions.heatmaps
    sessions.measureConnection sessions.answer sessions.answers sessions.abandon uploads.create uploads.append
    stills.storePoster stills.storeSheet`,
  'is a participant’s, with a private link': 'myRecording.get myRecording.withdraw',
  'is a visitor’s, with the cookie of a link': 'views.state',
};
const closed = Object.values(CLOSED).flatMap((calls) => calls.split(/\s+/));

const calls = Object.entries(api).flatMap(([group, rows]) =>
  Object.entries(rows).map(([name, row]) => ({ call: `${group}.${name}`, row: row as Endpoint })),
);

it('every other call takes a key', () => {
  const refused = calls.filter(({ row }) => keyScopeOf(row) === null).map(({ call }) => call);
  expect(refused.sort()).toEqual(closed.sort());
});

it('one that reads takes a key to read, one that changes something a key to write', () => {
  const open = calls.filter(({ call }) => !closed.includes(call));
  for (const { call, row } of open) {
    const reads = row.method === 'GET' || row.method === 'OPTIONS';
    expect([call, keyScopeOf(row)]).toEqual([call, reads ? 'read' : 'write']);
  }
});
