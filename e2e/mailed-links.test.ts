// Mailed links in a person's browser: opened, signed in on the way, answered, undone.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailedLink } from './outbox.ts';
import { joinTeam, openPage, openStage, type Stage, signIn } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function invited(email: string): Promise<string> {
  await stage.owner.post('/api/user-info/teamMembers', { teamMemberEmail: email });
  return await mailedLink(stage.server, { to: email, subject: 'invited' });
}

async function signInOnTheWay(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByLabel(/e-?mail/i).fill(email);
  await page.getByLabel(/^(full )?name/i).fill('Grace Hopper');
  await page.getByRole('button', { name: 'Continue' }).click();
}

describe('an invitation', () => {
  it('is opened, signed in for, accepted, and its workspace opened when the person says so', async () => {
    const link = await invited('grace@example.com');
    const page = await openPage(stage, null);
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await page.goto(link);
    await page.getByText('ada@example.com invites grace@example.com').waitFor();
    // The address bar contains no token, and neither do the redirects to the issuer and back.
    expect(page.url()).toBe(`${stage.origin}/invitation`);
    await signInOnTheWay(page, 'grace@example.com');
    await page.getByRole('heading', { name: 'Acme invites you' }).waitFor();
    expect(page.url()).toBe(`${stage.origin}/invitation`);
    const token = link.split('#')[1] ?? 'none';
    expect(addresses.slice(1).filter((address) => address.includes(token))).toEqual([]);
    await press(page, 'Join');
    await page.getByRole('heading', { name: 'You are in the team of Acme' }).waitFor();
    expect((await page.request.get('/auth/check-auth')).ok()).toBe(true);
    await press(page, 'Open workspace');
    await page.waitForURL('**/dashboard');
    await page.getByRole('button', { name: 'Workspace: Acme' }).waitFor();
    await page.goto(link);
    await page.getByRole('heading', { name: 'You are already in this team' }).waitFor();
    const other = await openPage(stage, await signIn(stage.origin, 'other@example.com'));
    await other.goto(link);
    await other.getByRole('heading', { name: 'This invitation has been used' }).waitFor();
  });

  it('waits on the dashboard before the company is asked for, can be put off and declined', async () => {
    await invited('dora@example.com');
    const page = await openPage(stage, await signIn(stage.origin, 'dora@example.com'));
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Acme invites you' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await press(page, 'Not now');
    const company = page.getByRole('dialog', { name: 'Where do you work?' });
    const field = company.getByRole('textbox');
    await expect.poll(() => field.evaluate((own) => own === document.activeElement)).toBe(true);
    await company.getByRole('button', { name: 'Later' }).click();
    await page.reload();
    await company.getByRole('button', { name: 'Later' }).click();
    await page.getByRole('button', { name: /^Workspace/ }).click();
    await page.getByRole('menuitem', { name: 'Acme invites you' }).click();
    await page.getByRole('heading', { name: 'Acme invites you' }).waitFor();
    await press(page, 'Decline');
    await page.getByRole('heading', { name: 'No open invitations' }).waitFor();
    expect(await page.getByRole('button', { name: /^Workspace/ }).count()).toBe(0);
  });

  it('is seen, sent again and withdrawn in the team’s settings; its pages say so', async () => {
    const first = await invited('eve@example.com');
    const owner = await openPage(stage, stage.owner);
    await owner.goto('/settings?tab=team');
    const row = owner.getByRole('listitem').filter({ hasText: 'eve@example.com' });
    await row.getByText(/Sent on .*, ends on /).waitFor();
    await row.getByRole('button', { name: 'Invite eve@example.com again' }).click();
    await owner.getByText('eve@example.com has been invited again.').waitFor();
    const page = await openPage(stage, null);
    await page.goto(first);
    await page.getByRole('heading', { name: 'There is a newer invitation' }).waitFor();
    await row.getByRole('button', { name: 'Remove eve@example.com' }).click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await row.waitFor({ state: 'detached' });
    await expect
      .poll(async () => {
        await page.goto(
          await mailedLink(stage.server, { to: 'eve@example.com', subject: 'invited' }),
        );
        return await page.getByRole('heading').first().textContent();
      })
      .toBe('This invitation was withdrawn');
    await page.goto('/invitation#cut-off');
    await page.getByRole('heading', { name: 'This invitation does not exist' }).waitFor();
  });
});

describe('an email change', () => {
  it('is confirmed by the same person, after a sign-in on the way, and undone from the old mailbox', async () => {
    const person = await signIn(stage.origin, 'old@example.com');
    await person.post('/api/user-info/emailUpdate', { email: 'new@example.org' });
    const mail = { to: 'new@example.org', subject: 'Confirm' };
    const link = await mailedLink(stage.server, mail);
    const page = await openPage(stage, await joinTeam(stage, 'wrong@example.com'));
    await page.goto(link);
    await page.getByRole('heading', { name: 'This link belongs to another account' }).waitFor();
    expect(await page.getByText('old@example.com').count()).toBe(0);
    await signInOnTheWay(page, 'old@example.com');
    await page.getByRole('heading', { name: 'Use this address for your account?' }).waitFor();
    await page.getByText('old@example.com').waitFor();
    expect((await person.get('/auth/check-auth')).body.email).toBe('old@example.com');
    await press(page, 'Use this address');
    await page.getByRole('heading', { name: 'Your new address is in use' }).waitFor();
    expect((await person.get('/auth/check-auth')).body.email).toBe('new@example.org');
    const notice = { to: 'old@example.com', subject: 'was changed' };
    const undo = await openPage(stage, null);
    await undo.goto(await mailedLink(stage.server, notice));
    await undo.getByRole('heading', { name: 'Restore your old email address?' }).waitFor();
    await undo.getByText('new@example.org').waitFor();
    await press(undo, 'Bring the address back');
    await undo.getByRole('heading', { name: 'Your old address is restored' }).waitFor();
    expect((await person.get('/auth/check-auth')).status).toBe(401);
    await undo.goto('/email-undo');
    await undo.getByRole('heading', { name: 'This link is incomplete' }).waitFor();
    await undo.goto(await mailedLink(stage.server, notice));
    await undo.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  });

  it('says that the server does not answer, and goes on when it does', async () => {
    const page = await openPage(stage, null);
    await page.route('**/emailUndo/look', (route) => route.abort());
    await page.goto('/email-undo#AAAA');
    await page.getByRole('heading', { name: 'The server does not answer' }).waitFor();
    await page.unroute('**/emailUndo/look');
    await press(page, 'Retry');
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  });
});
