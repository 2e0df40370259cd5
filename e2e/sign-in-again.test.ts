// An action that needs a recent sign-in waits for it: after a sign-in in another tab, the action continues with the
// typed text.
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { launchChromium } from '#testing/chromium.ts';
import { TestClient } from '#testing/client.ts';
import { ageSignIns, signInAtIssuer } from '#testing/sign-in.ts';
import { openPage } from './stage.ts';

const ADA = 'ada@example.com';
let app: TestApp;
let browser: Browser;
let page: Page;
let context: BrowserContext;

beforeAll(async () => {
  app = await startTestApp({ webRoot: join(import.meta.dirname, '../dist/web') });
  browser = await launchChromium();
});
beforeEach(async () => {
  await context?.close();
  const ada = new TestClient(app.origin);
  await signInAtIssuer(ada, { email: ADA, name: 'Ada Lovelace' });
  await ada.get('/auth/check-auth');
  await ageSignIns(app.parts.db, ADA, 60);
  page = await openPage({ browser, origin: app.origin }, ada);
  context = page.context();
  await page.goto('/settings?tab=team');
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

const dialog = () => page.getByRole('dialog', { name: 'Sign in again to continue' });
const newMember = () => page.getByLabel('Email of a new member');

async function invite(email: string): Promise<void> {
  await newMember().fill(email);
  await page.getByRole('button', { name: 'Add member' }).click();
  await dialog().waitFor();
}

/** The tab of the sign-in, at the issuer's form. */
async function openSignIn(): Promise<Page> {
  const opened = context.waitForEvent('page');
  await dialog().getByRole('link', { name: 'Sign in again' }).click();
  return await opened;
}

async function signInAs(tab: Page, email: string): Promise<void> {
  await tab.getByLabel(/e-?mail/i).fill(email);
  await tab.getByLabel(/^(full )?name/i).fill('Ada Lovelace');
  await tab.getByRole('button', { name: 'Continue' }).click();
}

const members = async () => {
  const { body } = await (await TestClient.signedIn(app.origin, await token())).get(
    '/api/user-info',
  );
  return body.teamMembers.map(({ email }: { email: string }) => email);
};
const token = async () =>
  (await context.cookies()).find(({ name }) => name === 'tryout-sign-in')?.value ?? '';

describe('a call that needs a recent sign-in', () => {
  it('goes on once the person has signed in again', async () => {
    await invite('new@example.com');
    const tab = await openSignIn();
    const closed = tab.waitForEvent('close');
    await signInAs(tab, ADA);
    await closed;
    await page.getByText('new@example.com').first().waitFor();
    expect(await dialog().isVisible()).toBe(false);
    expect(await members()).toContain('new@example.com');
  });

  it('does not go on as another person, and says so', async () => {
    await invite('eve-wants@example.com');
    const tab = await openSignIn();
    await signInAs(tab, 'eve@example.com');
    await tab.getByRole('heading', { name: 'You used another account' }).waitFor();
    expect(await dialog().isVisible()).toBe(true);
    expect(await members()).not.toContain('eve-wants@example.com');
    await tab.getByRole('link', { name: 'Try again' }).click();
    const closed = tab.waitForEvent('close');
    await signInAs(tab, ADA);
    await closed;
    await expect.poll(members).toContain('eve-wants@example.com');
  });

  it('keeps what was typed when the person would rather not', async () => {
    await invite('later@example.com');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Please sign in again to do this.').waitFor();
    expect(await newMember().inputValue()).toBe('later@example.com');
  });
});

describe('a sign-in that has ended', () => {
  const firstName = () => page.getByLabel('First name');
  const endSignIns = async () => {
    const refused = page.waitForResponse(
      (response) => response.url().endsWith('/auth/check-auth') && response.status() === 401,
    );
    await app.parts.db.deleteFrom('sign_ins').execute();
    await refused;
  };

  it('keeps what was typed, and saves it once the person is back', async () => {
    await page.goto('/settings');
    await firstName().fill('Augusta');
    await endSignIns();
    expect(await firstName().inputValue()).toBe('Augusta');
    await page.getByRole('button', { name: 'Save name' }).click();
    await dialog().getByText('Your changes are still here').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    expect(await firstName().inputValue()).toBe('Augusta');
    await page.getByRole('button', { name: 'Save name' }).click();
    const tab = await openSignIn();
    const closed = tab.waitForEvent('close');
    await signInAs(tab, ADA);
    await closed;
    const saved = async () => {
      const client = await TestClient.signedIn(app.origin, await token());
      return (await client.get('/api/user-info')).body.firstName;
    };
    await expect.poll(saved).toBe('Augusta');
    expect(await dialog().isVisible()).toBe(false);
  });

  it('leaves for the landing page where nothing is typed', async () => {
    await page.goto('/settings');
    await firstName().waitFor();
    await endSignIns();
    await page.waitForURL((url) => url.pathname === '/');
  });
});
