// WCAG 2.2 AA on every screen, light and dark, narrow and wide, as far as axe can tell; no screen
// scrolls sideways, and none logs an error.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectProblems } from '#testing/page-problems.ts';
import { sendForm, sentHeatmap, type TestIds } from '#testing/participant.ts';
import { openSettled } from '#testing/settled-page.ts';
import { brokenRules } from './axe.ts';
import { fetchScreen, openPage, openStage, type Stage, uploadForm } from './stage.ts';

/** Everything a name may hold, as long as it may be. */
const LONG_NAME = `A/b "c" 🌿 ${'x'.repeat(189)}`;

/** As long as an email's first part may be. */
const LONG_EMAIL = `${'a'.repeat(64)}@department.company.example.com`;
/** With that of the first screen more than fit beside each other on a phone. */
const MORE_PICTURES = ['1:3', '1:5', '1:6', '1:7'];

let stage: Stage;
/** Screen → address. */
const addresses = new Map<string, string>();

beforeAll(async () => {
  stage = await openStage();
  const { owner, server } = stage;
  await owner.post('/api/set-company', { company: LONG_NAME });
  const create = (name: string) =>
    owner.post('/api/tests', { name, task: 'Find it. '.repeat(40), figmaUrl: server.prototypeUrl });
  const { _id, uniqueId } = (await create(LONG_NAME)).body;
  const closed = (await create('Closed')).body;
  await owner.put(`/api/tests/${closed._id}/settings`, { isClose_test: true });
  await owner.post('/api/user-info/teamMembers', { teamMemberEmail: LONG_EMAIL });
  const userTimestamp = await submit({ _id, uniqueId });
  await reportOn(_id);
  const names = [LONG_NAME, LONG_NAME, userTimestamp].map(encodeURIComponent).join('/');
  const recording = `/api/tests/${uniqueId}/${_id}/${names}`;
  for (const [screen, address] of Object.entries({
    landing: '/',
    dashboard: '/dashboard',
    'create test': '/create-test',
    'edit test': `/edit-test/${_id}`,
    company: '/create-company',
    summary: `/api/tests/${_id}`,
    screens: `/api/tests/${_id}?tab=screens&heat=1`,
    paths: `/api/tests/${_id}?tab=paths`,
    clips: `/api/tests/${_id}?tab=clips`,
    report: `/api/tests/${_id}?tab=report`,
    recordings: `/api/tests/${_id}?tab=recordings`,
    'test settings': `/api/tests/${_id}?tab=settings`,
    recording,
    heatmaps: `${recording}?tab=heatmaps`,
    settings: '/settings',
    team: '/settings?tab=team',
    subscription: '/settings?tab=subscription',
    participant: `/tryout/${uniqueId}`,
    'closed test': `/tryout/${closed.uniqueId}`,
    'another account': '/signed-in-again?sign-in=other',
    terms: '/terms',
    'not found': '/nothing/here',
  })) {
    addresses.set(screen, address);
  }
});

/** A clip with a long title, in a reel and as evidence beside a number. */
async function reportOn(id: string): Promise<void> {
  const { owner } = stage;
  const [recorded] = (await owner.get(`/api/tests/${id}/recordings?limit=1`)).body.items;
  const stretch = { fromMs: 0, toMs: 1000, title: LONG_NAME };
  const clip = (await owner.post(`/api/recordings/${recorded.id}/clips`, stretch)).body;
  await owner.post(`/api/tests/${id}/reels`, { name: LONG_NAME, clips: [clip.id] });
  const ease = { number: 'ease', filter: '', moments: null, title: LONG_NAME, subtitle: '' };
  const evidence = [
    { kind: 'clip', clipId: clip.id },
    { kind: 'number', number: ease },
  ];
  await owner.post(`/api/tests/${id}/findings`, { sentence: LONG_NAME, evidence });
}

afterAll(() => stage?.close());

/** A recording of another client, with one click. */
async function submit(test: TestIds): Promise<string> {
  const form = await uploadForm('Grace');
  form.set('name', LONG_NAME);
  for (const screen of MORE_PICTURES) {
    form.append(screen, new Blob([sentHeatmap], { type: 'image/png' }), `${screen}.png`);
  }
  await fetchScreen(stage, test);
  const answer = await sendForm(stage.owner, test, { form });
  expect(answer.status).toBe(201);
  return answer.body.userTimestamp;
}

function open(width: number, colorScheme: 'light' | 'dark'): Promise<Page> {
  return openPage(stage, stage.owner, { viewport: { width, height: 900 }, colorScheme });
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
      await openSettled(page, `${stage.origin}${address}`);
      found.push(...(await brokenRules(page)).map((broken) => `${screen}: ${broken}`));
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
