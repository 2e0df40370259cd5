// A participant withdraws while others have their recording open in every place that shows it: it goes from each of them,
// and nothing but a count or 'withdrawn' stays.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Clip } from '#contract/clips.ts';
import type { SessionId } from '#contract/ids.ts';
import type { Note } from '#contract/notes.ts';
import { recordingPath } from '#contract/paths.ts';
import type { Reel } from '#contract/reels.ts';
import { successBody, TestClient } from '#testing/client.ts';
import { change, press } from '#testing/messages.ts';
import { recordSession, type TestIds } from '#testing/participant.ts';
import { giveTranscript, segmentOf } from '#testing/transcripts.ts';
import { createTest, openPage, openStage, type Stage } from './stage.ts';

/** Hers, wherever it may stand: a name, a note, a clip, words that she said. */
const HERS = /Grace|Hesitates long|She looks|everything green/;

let stage: Stage;
let test: TestIds;
let testPath: string;
let sessionId: SessionId;
let privateToken: string;
let reel: Reel;
let address: string;

beforeAll(async () => {
  stage = await openStage();
  const { owner, origin } = stage;
  test = await createTest(stage, 'Plants');
  testPath = `/api/tests/${test._id}`;
  const messages = [change(100, '1:2'), press(500, '1:2')];
  const ada = await recordSession(new TestClient(origin), test, { name: 'Ada', messages });
  const other = { fromMs: 0, toMs: 1000, title: 'Another' };
  successBody(await owner.post(`/api/recordings/${ada._id}/clips`, other));
  const grace = await recordSession(new TestClient(origin), test, { name: 'Grace', messages });
  sessionId = grace._id as SessionId;
  privateToken = grace.privateToken ?? '';
  const segments = [segmentOf(0, 'I see everything green here')];
  await giveTranscript(stage.database.db, { sessionId }, { segments });
  const path = `/api/recordings/${sessionId}`;
  const note = successBody<Note>(
    await owner.post(`${path}/notes`, { atMs: 100, text: 'Hesitates long #slow' }),
  );
  const clip = successBody<Clip>(
    await owner.post(`${path}/clips`, { fromMs: 0, toMs: 1000, title: 'She looks' }),
  );
  reel = successBody(await owner.post(`${testPath}/reels`, { name: 'Reel', clips: [clip.id] }));
  const evidence = [
    { kind: 'note', noteId: note.id },
    { kind: 'clip', clipId: clip.id },
  ];
  successBody(await owner.post(`${testPath}/findings`, { sentence: 'People wait.', evidence }));
  const { userTimestamp, test: of } = clip.recording;
  const { _id, uniqueId, company, name: testName } = of;
  address = `/api/tests/${recordingPath({ uniqueId, testId: _id, company, testName, userTimestamp })}`;
});
afterAll(() => stage?.close());

async function viewLink(thing: object): Promise<string> {
  const input = { thing, days: 1, password: null, withNames: true, withDownloads: false };
  return successBody<{ url: string }>(await stage.owner.post(`${testPath}/view-links`, input)).url;
}

/** Opens it in a tab and waits until hers is there. */
type Open = (path: string, seen: (page: Page) => Promise<unknown>) => Promise<Page>;
const opensIn =
  (of: Page): Open =>
  async (path, seen) => {
    const page = await of.context().newPage();
    await page.goto(path);
    await seen(page);
    return page;
  };

const text = (pattern: RegExp) => (page: Page) => page.getByText(pattern).first().waitFor();
const moments = (query: string) => `${testPath}?moments=${encodeURIComponent(query)}`;

/** Videos that hold something; two of a reel, of which one waits. */
const videos = (page: Page) =>
  page.locator('video').evaluateAll((all: HTMLVideoElement[]) => {
    return all.filter(({ readyState }) => readyState > 0).length;
  });
const loaded = (page: Page) => expect.poll(() => videos(page)).toBeGreaterThan(0);

async function openPlaces(member: Open, visitor: Open): Promise<Record<string, Page>> {
  return {
    recordings: await member(`${testPath}?tab=recordings`, text(/Grace/)),
    clips: await member(`${testPath}?tab=clips`, text(/She looks/)),
    reel: await member(`${testPath}?tab=clips&reel=${reel.id}`, loaded),
    report: await member(`${testPath}?tab=report`, text(/Hesitates long/)),
    recording: await member(address, loaded),
    drawer: await member(moments('of=people'), text(/Grace/)),
    said: await member(moments('of=said&words=green'), text(/Grace/)),
    export: await member(testPath, async (page) => {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Create export' }).click();
      await page.getByRole('button', { name: /^Download/ }).waitFor();
    }),
    'viewed results': await visitor(await viewLink({ kind: 'results' }), text(/2 people/)),
    'viewed recording': await visitor(await viewLink({ kind: 'recording', sessionId }), loaded),
  };
}

/** Texts that replace the name on some pages. The other pages show nothing instead. */
const words: Record<string, RegExp> = {
  recordings: /1 withdrawn by their participants/,
  reel: /This participant withdrew/,
  report: /This participant withdrew/,
  recording: /This recording does not exist/,
  export: /A recording of this export was deleted/,
  'viewed results': /1 person/,
  'viewed recording': /This link no longer works/,
};

it('goes from every open page', async () => {
  const member = await openPage(stage, stage.owner);
  const visitor = await openPage(stage, null);
  const places = await openPlaces(opensIn(member), opensIn(visitor));
  const headers = { authorization: `Bearer ${privateToken}` };
  const participant = new TestClient(stage.origin);
  successBody(await participant.send('/api/my-recording', { method: 'DELETE', headers }));
  for (const [name, page] of Object.entries(places)) {
    const pageText = () => page.locator('body').textContent();
    await expect.poll(pageText, { message: name }).not.toMatch(HERS);
    await expect.poll(pageText, { message: name }).toMatch(words[name] ?? /Plants/);
    await expect.poll(() => videos(page), { message: name }).toBe(0);
  }
});
