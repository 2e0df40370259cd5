// WCAG 2.2 AA on every screen, light and dark, narrow and wide, as far as axe can tell; no screen
// scrolls sideways, and none logs an error.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import { successBody } from '#testing/client.ts';
import { openUntilQuiet } from '#testing/open-until-quiet.ts';
import { collectProblems } from '#testing/page-problems.ts';
import { sendForm, sentHeatmap, type TestIds } from '#testing/participant.ts';
import { DEAF_RECOGNISER, giveTranscript, segmentOf } from '#testing/transcripts.ts';
import { share, shareResults } from '#testing/visitor.ts';
import { brokenRules } from './axe.ts';
import { fetchScreen, openPage, openStage, type Stage, uploadForm } from './stage.ts';

/** Everything a name may hold, as long as it may be. */
const LONG_NAME = `A/b "c" 🌿 ${'x'.repeat(189)}`;

/** The first part has the maximum length of an email's first part. */
const LONG_EMAIL = `${'a'.repeat(64)}@department.company.example.com`;
/** Together with the first screen's picture, these do not fit beside each other on a phone. */
const MORE_PICTURES = ['1:3', '1:5', '1:6', '1:7'];

let stage: Stage;
/** Screen → address. */
const addresses = new Map<string, string>();

beforeAll(async () => {
  stage = await openStage({}, { TRANSCRIBE_URL: DEAF_RECOGNISER });
  const { owner, server } = stage;
  await owner.post('/api/set-company', { company: LONG_NAME });
  const create = (name: string) =>
    owner.post('/api/tests', { name, task: 'Find it. '.repeat(40), figmaUrl: server.prototypeUrl });
  const { _id, uniqueId } = (await create(LONG_NAME)).body;
  const closed = (await create('Closed')).body;
  await owner.put(`/api/tests/${closed._id}/settings`, { isClose_test: true });
  await owner.post('/api/user-info/teamMembers', { teamMemberEmail: LONG_EMAIL });
  const userTimestamp = await submit({ _id, uniqueId });
  const sessionId = await reportOn(_id);
  const segments = [segmentOf(100, 'Where is the plant'), segmentOf(600, LONG_NAME)];
  await giveTranscript(stage.database.db, { sessionId }, { segments });
  const integrations = '/api/workspaces/current';
  const key = { name: LONG_NAME, scope: 'read', days: 30 };
  successBody(await owner.post(`${integrations}/api-keys`, key));
  const url = `https://hooks.example.com/${'x'.repeat(200)}`;
  successBody(await owner.post(`${integrations}/webhooks`, { url, events: ['test.closed'] }));
  const ended = await shareResults(owner, _id);
  successBody(await owner.delete(`/api/view-links/${ended.viewLink._id}`));
  const viewed = await share(owner, _id, { thing: { kind: 'recording', sessionId } });
  const asking = { thing: { kind: 'results' }, password: 'correct horse' } as const;
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
    transcript: `${recording}?beside=transcript`,
    settings: '/settings',
    team: '/settings?tab=team',
    subscription: '/settings?tab=subscription',
    integrations: '/settings?tab=integrations',
    'viewed results': `/view/${(await shareResults(owner, _id)).token}`,
    'viewed recording': `/view/${viewed.token}`,
    'link with a password': `/view/${(await share(owner, _id, asking)).token}`,
    'link that has ended': `/view/${ended.token}`,
    participant: `/tryout/${uniqueId}`,
    'closed test': `/tryout/${closed.uniqueId}`,
    'another account': '/signed-in-again?sign-in=other',
    terms: '/terms',
    'not found': '/nothing/here',
  })) {
    addresses.set(screen, address);
  }
});

/** A clip with a long title, in a reel and as evidence beside a number. @returns whose */
async function reportOn(id: string): Promise<SessionId> {
  const { owner } = stage;
  const [recorded] = (await owner.get(`/api/tests/${id}/recordings?limit=1`)).body.items;
  const stretch = { fromMs: 0, toMs: 1000, title: LONG_NAME };
  const clip = (await owner.post(`/api/recordings/${recorded.id}/clips`, stretch)).body;
  await owner.post(`/api/tests/${id}/reels`, { name: LONG_NAME, clips: [clip.id] });
  const ease = { number: 'ease', filter: '', moments: null };
  const evidence = [
    { kind: 'clip', clipId: clip.id },
    { kind: 'number', number: ease },
  ];
  await owner.post(`/api/tests/${id}/findings`, { sentence: LONG_NAME, evidence });
  return recorded.id;
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

/** Pages side by side: one loads and comes to rest while the rules are checked on another. */
const LANES = 2;

/** Returns the accessibility faults of a screen. */
async function faultsOf(page: Page, [screen, address]: [string, string]): Promise<string[]> {
  await openUntilQuiet(page, `${stage.origin}${address}`);
  const found = (await brokenRules(page)).map((broken) => `${screen}: ${broken}`);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return overflow > 0 ? [...found, `${screen}: ${overflow} px too wide`] : found;
}

describe.each([
  { width: 1440, scheme: 'light' },
  { width: 360, scheme: 'dark' },
] as const)('$width px, $scheme', ({ width, scheme }) => {
  it('no screen breaks a rule, scrolls sideways or logs an error', async () => {
    const look = { viewport: { width, height: 900 }, colorScheme: scheme };
    const first = await openPage(stage, stage.owner, look);
    const context = first.context();
    // Links that have ended or require a password are rejected.
    const problems = collectProblems(context, [
      /status of (401|410) .*\/api\/view(\/[0-9a-f-]+)?\)$/,
    ]);
    const found: string[] = [];
    const waiting = [...addresses];
    const walk = async (page: Page) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        found.push(...(await faultsOf(page, next)));
      }
    };
    const others = Array.from({ length: LANES - 1 }, () => context.newPage());
    await Promise.all([first, ...(await Promise.all(others))].map(walk));
    expect(found).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });
});
