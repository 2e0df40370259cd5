// WCAG 2.2 AA on every screen, light and dark, narrow and wide, as far as axe can tell; no screen
// scrolls sideways, and none logs an error.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '#testing/chromium.ts';
import { TestClient } from '#testing/client.ts';
import { collectProblems } from '#testing/page-problems.ts';
import { openSettled } from '#testing/settled-page.ts';
import { signInAtIssuer } from '#testing/sign-in.ts';
import { type RunningServer, runServer } from './server.ts';

/** Everything a name may hold, as long as it may be. */
const LONG_NAME = `A/b "c" 🌿 ${'x'.repeat(189)}`;

/** As long as an e-mail's first part may be. */
const LONG_EMAIL = `${'a'.repeat(64)}@department.company.example.com`;
/** More than fit beside each other on a phone. */
const PICTURES = ['1:2', '1:3', '1:5', '1:6', '1:7'];

let server: RunningServer;
let browser: Browser;
let owner: TestClient;
/** Screen → address. */
const addresses = new Map<string, string>();

beforeAll(async () => {
  server = await runServer();
  browser = await launchChromium();
  owner = new TestClient(server.origin);
  await signInAtIssuer(owner, { email: 'ada@example.com', name: 'Ada Lovelace' });
  await owner.get('/auth/check-auth');
  await owner.post('/api/set-company', { company: LONG_NAME });
  const create = (name: string) =>
    owner.post('/api/tests', { name, task: 'Find it. '.repeat(40), figmaUrl: server.prototypeUrl });
  const { _id, uniqueId } = (await create(LONG_NAME)).body;
  const closed = (await create('Closed')).body;
  await owner.put(`/api/tests/${closed._id}/settings`, { isClose_test: true });
  await owner.post('/api/user-info/teamMembers', { teamMemberEmail: LONG_EMAIL });
  const userTimestamp = await submit({ _id, uniqueId });
  const names = [LONG_NAME, LONG_NAME, userTimestamp].map(encodeURIComponent).join('/');
  const recording = `/api/tests/${uniqueId}/${_id}/${names}`;
  for (const [screen, address] of Object.entries({
    landing: '/',
    dashboard: '/dashboard',
    'create test': '/create-test',
    'edit test': `/edit-test/${_id}`,
    company: '/create-company',
    summary: `/api/tests/${_id}`,
    recordings: `/api/tests/${_id}?tab=recordings`,
    'test settings': `/api/tests/${_id}?tab=settings`,
    recording,
    heatmaps: `${recording}?tab=heatmaps`,
    settings: '/settings',
    team: '/settings?tab=team',
    subscription: '/settings?tab=subscription',
    participant: `/tryout/${uniqueId}`,
    'closed test': `/tryout/${closed.uniqueId}`,
    terms: '/terms',
    'not found': '/nothing/here',
  })) {
    addresses.set(screen, address);
  }
});

afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

/** A recording of another client, with one click. */
async function submit(test: { _id: string; uniqueId: string }): Promise<string> {
  const video = await readFile(join(import.meta.dirname, '../testing/fixtures/vp9-opus.webm'));
  const at = { x: 300, y: 200 };
  const press = {
    type: 'MOUSE_PRESS_OR_RELEASE',
    atMs: 500,
    data: {
      presentedNodeId: '1:2',
      handled: false,
      targetNodeId: '1:2',
      targetNodeMousePosition: at,
      nearestScrollingFrameId: '1:2',
      nearestScrollingFrameMousePosition: at,
      nearestScrollingFrameOffset: { x: 0, y: 0 },
    },
  };
  const form = new FormData();
  form.append('name', LONG_NAME);
  form.append('video', new Blob([video], { type: 'video/webm' }), 'v.webm');
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#f40' } })
    .png()
    .toBuffer();
  for (const screen of PICTURES) {
    form.append(screen, new Blob([Uint8Array.from(png)], { type: 'image/png' }), `${screen}.png`);
  }
  form.append('events', JSON.stringify([press]));
  const query = new URLSearchParams({
    figmaUrl: server.prototypeUrl,
    screenId: '1:2',
    uniqueId: test.uniqueId,
  });
  await owner.get(`/api/take-screenshot?${query}`);
  const answer = await owner.send(`/api/link/upload/${test.uniqueId}/${test._id}/x/y`, {
    method: 'POST',
    body: form,
  });
  expect(answer.status).toBe(201);
  return answer.body.userTimestamp;
}

async function open(width: number, colorScheme: 'light' | 'dark'): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  await context.addCookies(
    [...owner.cookies].map(([name, value]) => ({
      name,
      value: encodeURIComponent(value),
      url: server.origin,
    })),
  );
  return await context.newPage();
}

describe.each([
  { width: 1440, scheme: 'light' },
  { width: 360, scheme: 'dark' },
] as const)('$width px, $scheme', ({ width, scheme }) => {
  it('no screen breaks a rule, scrolls sideways or logs an error', async () => {
    const page = await open(width, scheme);
    const problems = collectProblems(page.context());
    const found: string[] = [];
    for (const [screen, address] of addresses) {
      await openSettled(page, `${server.origin}${address}`);
      // axe's target-size is left out where dots of clicks overlap: their place is the information.
      const axe = new AxeBuilder({ page }).withTags([
        ...['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      ]);
      const { violations } = await axe.exclude('[data-overlapping-targets]').analyze();
      for (const { id, nodes } of violations) {
        found.push(`${screen}: ${id} at ${nodes.map((node) => node.target).join(', ')}`);
      }
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (overflow > 0) found.push(`${screen}: ${overflow} px too wide`);
    }
    expect(found).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
