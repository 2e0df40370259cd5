// Every page as it is opened, by a person who is signed in and by one who is not: the console stays clean and
// nothing moves once it is shown; and what a slow line makes of it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openUntilQuiet } from '#testing/open-until-quiet.ts';
import type { TestIds } from '#testing/participant.ts';
import { readShifts, watchShifts } from './shifts.ts';
import { createRecordedTest, createTest, openPage, openStage, type Stage } from './stage.ts';

/** An id that belongs to no test, session or link. */
const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000';
const UNKNOWN_LINK = 'A'.repeat(22);
const UNKNOWN_TOKEN = 'a'.repeat(43);

/** Limit of layout shifts. Google's limit for a good page is 0.1, but no shift of our pages should be visible. */
const MAX_SHIFT = 0.02;

let stage: Stage;
let pages: Record<string, string[]>;
/** A test without the requested recording. */
let missingIn: TestIds;

beforeAll(async () => {
  stage = await openStage();
  const { test, recording } = await createRecordedTest(stage, 'Plants');
  const closed = await createTest(stage, 'Closed');
  await stage.owner.put(`/api/tests/${closed._id}/settings`, { isClose_test: true });
  const summary = `/api/tests/${test._id}`;
  missingIn = test;
  pages = {
    landing: ['/', '/?next=/settings', '/?sign-in=removed'],
    dashboard: ['/dashboard'],
    createTest: ['/create-test'],
    editTest: [`/edit-test/${test._id}`],
    createCompany: ['/create-company'],
    test: [summary, `${summary}?tab=recordings`, `${summary}?tab=settings`],
    recording: [recording, `${recording}?tab=heatmaps`],
    settings: ['/settings', '/settings?tab=team', '/settings?tab=subscription'],
    // This address has a problem, because the page closes its tab otherwise. The browser allows that only in a tab
    // that a page has opened.
    signedInAgain: ['/signed-in-again?sign-in=other'],
    emailChange: ['/email-change'],
    emailUndo: ['/email-undo'],
    invitation: ['/invitation'],
    participate: [`/tryout/${test.uniqueId}`, `/tryout/${closed.uniqueId}`],
    terms: ['/terms'],
    privacy: ['/privacy'],
    contact: ['/contact', '/nothing/here'],
    // Served during development only.
    design: [],
  };
});
afterAll(() => stage?.close());

/** Opens each address and lists what a person with the console open would see of it. */
async function problemsOf(page: Page, addresses: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  let address = '';
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const { url } = message.location();
    const status = /status of (\d+)/.exec(message.text())?.[1];
    const what = status ? `${status} ${new URL(url).pathname}` : message.text();
    found.push(`${address}: ${what}`);
  });
  page.on('pageerror', (error) => found.push(`${address}: ${error.message}`));
  await watchShifts(page);
  for (address of addresses) {
    await openUntilQuiet(page, `${stage.origin}${address}`);
    const shift = await readShifts(page);
    if (shift.score >= MAX_SHIFT) found.push(`${address}: moves by ${shift.score}: ${shift.what}`);
  }
  await page.context().close();
  return found;
}

describe('every page', () => {
  it('is opened here', async () => {
    const text = await readFile(join(import.meta.dirname, '..', 'web', 'lib', 'pages.ts'), 'utf8');
    const names = [...text.matchAll(/^ {2}(\w+): \{/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(10);
    expect(Object.keys(pages).toSorted()).toEqual(names.toSorted());
  });

  it('opens with a clean console and stands still, signed in and signed out', async () => {
    const addresses = Object.values(pages).flat();
    const visits = [stage.owner, null].map(async (client) =>
      problemsOf(await openPage(stage, client), addresses),
    );
    expect(await Promise.all(visits)).toEqual([[], []]);
  });

  it('what does not exist is asked for once', async () => {
    const test = `/api/tests/${UNKNOWN_ID}`;
    const names = `${missingIn.uniqueId}/${missingIn._id}/Acme/Plants/Ada_1`;
    const recording = `/api/tests/${names}`;
    const edit = `/edit-test/${UNKNOWN_ID}`;
    const link = `/tryout/${UNKNOWN_LINK}`;
    const mailed = `/email-change#${UNKNOWN_TOKEN}`;
    const addresses = [test, recording, edit, link, mailed];
    // The browser itself writes each refused call into the console.
    expect((await problemsOf(await openPage(stage, stage.owner), addresses)).toSorted()).toEqual(
      [
        `${test}: 404 ${test}/overview`,
        `${recording}: 404 ${recording}`,
        `${recording}: 404 /api/recording_data/${names}`,
        `${edit}: 404 ${test}/overview`,
        `${link}: 404 /api/link/${UNKNOWN_LINK}`,
        `${mailed}: 410 /api/user-info/emailUpdate/look`,
      ].toSorted(),
    );
  });
});

describe('while the code of a page is on its way', () => {
  it('a bar says so, and the page in view stays until then', async () => {
    const page = await openPage(stage, stage.owner);
    await page.goto('/dashboard');
    const createTestLink = page.getByRole('link', { name: 'Create test' }).first();
    await createTestLink.waitFor();
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(/\/create-test\.page-[^/]+\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await createTestLink.click();
    await page.getByRole('progressbar', { name: 'Loading the page' }).waitFor();
    expect(await createTestLink.isVisible()).toBe(true);
    letGo();
    await page.getByRole('textbox', { name: 'Task' }).waitFor();
    expect(await page.getByRole('progressbar', { name: 'Loading the page' }).count()).toBe(0);
    await page.context().close();
  });
});
