// Clips become a reel and the evidence of a report: by pointer and by keyboard, with two members at once.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Clip } from '#contract/clips.ts';
import type { Finding } from '#contract/findings.ts';
import type { Reel } from '#contract/reels.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { collectProblems } from '#testing/page-problems.ts';
import { createRecordedTest, joinTeam, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let member: TestClient;
let testId: string;
let recording: string;
let clips: Clip[];

beforeAll(async () => {
  stage = await openStage();
  const { owner } = stage;
  const recorded = await createRecordedTest(stage, 'Plant shop');
  testId = recorded.test._id;
  recording = recorded.recording;
  member = await joinTeam(stage, 'grace@example.com');
  const { items } = successBody<{ items: { id: string }[] }>(
    await owner.get(`/api/tests/${testId}/recordings?limit=5`),
  );
  clips = [];
  for (const title of ['First #look', 'Second', 'Third']) {
    const body = { fromMs: 0, toMs: 1200, title };
    clips.push(successBody(await owner.post(`/api/recordings/${items[0]?.id}/clips`, body)));
  }
  for (const text of ['Presses the picture', 'Reads aloud']) {
    successBody(await owner.post(`/api/recordings/${items[0]?.id}/notes`, { atMs: 300, text }));
  }
});
afterAll(() => stage?.close());

const open = async (client: TestClient, tab: string): Promise<Page> => {
  const page = await openPage(stage, client, { viewport: { width: 1440, height: 1000 } });
  await page.goto(`/api/tests/${testId}?tab=${tab}`);
  return page;
};
const clip = (page: Page, title: string) =>
  page
    .getByRole('list', { name: 'Clips', exact: true })
    .getByRole('listitem')
    .filter({ hasText: title });
const parts = (page: Page) =>
  page.getByRole('list', { name: 'Parts of the reel' }).getByRole('listitem');
const names = (page: Page) => parts(page).locator('p:first-child').allTextContents();

/** Drags by the handle, which is for the pointer only. */
async function drag(from: ReturnType<typeof clip>, to: ReturnType<typeof clip>) {
  await from
    .locator('button[aria-hidden]')
    .first()
    .dragTo(to, { targetPosition: { x: 40, y: 2 } });
}

it('clips are dragged into a reel and ordered; the other member sees it, and both orders of a conflict', async () => {
  const page = await open(stage.owner, 'clips');
  const problems = collectProblems(page.context(), [/409/]);
  await clip(page, 'First').waitFor();
  await clip(page, 'First')
    .locator('button[aria-hidden]')
    .first()
    .dragTo(page.getByText('Drag a clip here'));
  await expect.poll(() => names(page)).toEqual(['First #look']);
  await drag(clip(page, 'Second'), parts(page).first());
  await expect.poll(() => names(page)).toEqual(['Second', 'First #look']);
  await clip(page, 'Third')
    .getByRole('button', { name: /^More for this clip/ })
    .click();
  await page.getByRole('menuitem', { name: 'Add to Reel 1' }).click();
  await expect.poll(() => names(page)).toEqual(['Second', 'First #look', 'Third']);
  await page.getByRole('button', { name: 'Move up: Third' }).press('Enter');
  await expect.poll(() => names(page)).toEqual(['Second', 'Third', 'First #look']);
  await page.getByText('Third is at place 2 of 3 now.').waitFor();

  const other = await open(member, 'clips');
  await expect.poll(() => names(other)).toEqual(['Second', 'Third', 'First #look']);
  await drag(parts(other).nth(2), parts(other).first());
  await expect.poll(() => names(page)).toEqual(['First #look', 'Second', 'Third']);

  // While one is saving, the other has saved another order.
  let isOvertaken = false;
  await page.route('**/api/reels/*', async (route) => {
    if (route.request().method() !== 'PUT' || isOvertaken) return await route.continue();
    isOvertaken = true;
    const [listed] = successBody<{ reels: Reel[] }>(
      await member.get(`/api/tests/${testId}/reels`),
    ).reels;
    const reel = successBody<Reel>(await member.get(`/api/reels/${listed?.id}`));
    const items = reel.items.toReversed().map(({ id, kind }) => ({ id, kind }));
    successBody(await member.put(`/api/reels/${reel.id}`, { ...reel, items }));
    await route.continue();
  });
  await page.getByRole('button', { name: 'Move up: Second' }).click();
  const dialog = page.getByRole('dialog', { name: /changed this reel meanwhile/ });
  const order = (title: string) =>
    dialog
      .locator('section', { hasText: `${title}:` })
      .getByRole('listitem')
      .allTextContents();
  await dialog.waitFor();
  expect(await order('Theirs')).toEqual(['Third', 'Second', 'First #look']);
  expect(await order('Mine')).toEqual(['Second', 'First #look', 'Third']);
  await dialog.getByRole('button', { name: 'Use mine' }).click();
  await expect.poll(() => names(other)).toEqual(['Second', 'First #look', 'Third']);

  successBody(await stage.owner.delete(`/api/clips/${clips[2]?.id}?version=1`));
  await expect.poll(() => names(page)).toEqual(['Second', 'First #look', 'This clip was deleted.']);
  expect(problems).toEqual([]);
  await page.context().close();
  await other.context().close();
});

it('the report takes numbers and clips, is edited by two, ordered by keyboard, and printed without controls', async () => {
  const summary = await open(stage.owner, 'summary');
  await summary.getByRole('button', { name: 'Stopped' }).last().click();
  await summary.getByRole('complementary').getByRole('button', { name: 'Add to report' }).click();
  // Letters that are keys of the drawer are letters here.
  const sentence = summary.getByLabel('Finding, in one sentence');
  expect(await sentence.inputValue()).toMatch(/^People/);
  await sentence.press('ControlOrMeta+a');
  await sentence.pressSequentially('One stopped.');
  await summary.getByRole('button', { name: 'Add', exact: true }).click();
  await summary.getByText('Added to report').waitFor();

  await summary.goto(`/api/tests/${testId}?tab=clips`);
  await clip(summary, 'First')
    .getByRole('button', { name: /^More for this clip/ })
    .click();
  await summary.getByRole('menuitem', { name: 'Add to report' }).click();
  await summary.getByRole('button', { name: 'Add', exact: true }).click();
  await summary.getByText('Added to report').waitFor();

  await summary.goto(recording);
  const note = summary
    .getByRole('complementary')
    .getByRole('listitem')
    .filter({ hasText: 'Presses' })
    .last();
  await note.getByRole('button', { name: 'More for this note' }).click();
  await summary.getByRole('menuitem', { name: 'Add to report' }).click();
  await summary.getByRole('button', { name: 'Add', exact: true }).click();
  await summary.getByText('Added to report').waitFor();

  await summary.goto(`/api/tests/${testId}?tab=report`);
  const found = summary.getByRole('listitem').filter({ hasText: 'One stopped.' });
  await found.getByText('1 of 1').waitFor();
  await summary
    .getByRole('region', { name: 'What the words mean' })
    .getByText('what a session came to')
    .waitFor();
  const evidence = found.getByRole('list', { name: 'Evidence' });
  await evidence.getByText('Presses the picture').waitFor();
  await found.getByRole('button', { name: 'Add evidence to finding 1' }).click();
  await summary.getByRole('dialog').getByText('Notes', { exact: true }).click();
  await summary.getByLabel('Search notes').fill('aloud');
  await summary.getByText('1 note', { exact: true }).waitFor();
  const choices = summary.getByRole('list', { name: 'Choices' });
  await choices.getByRole('button', { name: 'Add', exact: true }).click();
  await choices.getByText('Added').waitFor();
  await summary.getByRole('button', { name: 'Done' }).click();
  const added = evidence.getByRole('listitem').filter({ hasText: 'Reads aloud' });
  await added.getByRole('button', { name: /^Remove evidence/ }).click();
  await added.waitFor({ state: 'detached' });
  await summary.getByRole('button', { name: 'Undo' }).click();
  await added.getByRole('button', { name: /^Remove evidence/ }).click();
  await added.waitFor({ state: 'detached' });
  // The removal is sent when the page closes.
  await summary.reload();
  const left = async () => {
    const answer = await stage.owner.get(`/api/tests/${testId}/findings`);
    const texts = JSON.stringify(successBody<{ findings: Finding[] }>(answer).findings);
    return [texts.includes('Presses the picture'), texts.includes('Reads aloud')];
  };
  await expect.poll(left).toEqual([true, false]);
  await summary.getByRole('button', { name: 'Add finding' }).click();
  await summary.getByLabel('Finding, in one sentence').fill('They look first.');
  await summary.getByRole('button', { name: 'Save' }).click();
  await summary.getByRole('heading', { name: '2. They look first.' }).waitFor();

  const other = await open(member, 'report');
  await other.getByRole('heading', { name: '2. They look first.' }).waitFor();
  await other.getByRole('button', { name: 'Edit finding 2' }).click();
  await other.getByLabel('Finding, in one sentence').fill('Grace: they look first.');
  const [, second] = successBody<{ findings: Finding[] }>(
    await stage.owner.get(`/api/tests/${testId}/findings`),
  ).findings;
  const change = { version: 1, sentence: 'Ada: they look.', text: '', evidence: [] };
  successBody(await stage.owner.put(`/api/findings/${second?.id}`, change));
  await other.getByRole('button', { name: 'Save' }).click();
  await other.getByText('Your version is above, theirs is:').waitFor();
  await other.getByText('Ada: they look.', { exact: true }).waitFor();
  expect(await other.getByLabel('Finding, in one sentence').inputValue()).toBe(
    'Grace: they look first.',
  );
  await other.getByRole('button', { name: 'Save mine' }).click();
  await summary.getByRole('heading', { name: '2. Grace: they look first.' }).waitFor();

  await summary.getByRole('button', { name: 'Move up: Finding 2' }).press('Enter');
  await summary.getByText('Moved to place 1 of 2.').waitFor();
  await other.getByRole('heading', { name: '1. Grace: they look first.' }).waitFor();

  await summary.emulateMedia({ media: 'print' });
  expect(
    await summary.locator('article').getByRole('button').filter({ visible: true }).count(),
  ).toBe(
    1, // the picture of the clip
  );
  expect(await summary.locator('article').getByRole('link').filter({ visible: true }).count()).toBe(
    1, // the definition of a number
  );
  await summary.context().close();
  await other.context().close();
});

it('the cover of an open report follows the results', async () => {
  const page = await open(stage.owner, 'report');
  const cover = page.getByRole('article').locator('section').first();
  await cover.getByText('1 person', { exact: true }).first().waitFor();
  const path = `/api/tests/${testId}/recordings?limit=5`;
  const { items } = successBody<{ items: { id: string }[] }>(await stage.owner.get(path));
  const exclude = async (reason: string | null, basedOn: string | null) =>
    successBody<{ basedOn: { exclusion: string } }>(
      await stage.owner.put(`/api/recordings/${items[0]?.id}/exclusion`, { reason, basedOn }),
    ).basedOn.exclusion;
  const decision = await exclude('A colleague', null);
  await cover.getByText('No recordings yet').waitFor();
  await exclude(null, decision);
  await cover.getByText('1 person', { exact: true }).first().waitFor();
  await page.context().close();
});

it('several clips go into a reel at once; one is renamed, deleted and restored, as is a part of the reel', async () => {
  const page = await open(stage.owner, 'clips');
  for (const title of ['First', 'Second']) await clip(page, title).getByRole('checkbox').check();
  await page.getByText('2 clips selected').waitFor();
  await page.getByRole('button', { name: 'Add to a reel', exact: true }).click();
  await page.getByRole('menuitem', { name: 'A new reel' }).click();
  await page.getByText(/^Added to ‘Reel/).waitFor();
  expect(await page.getByText('2 clips selected').count()).toBe(0);
  const { reels } = successBody<{ reels: Reel[] }>(
    await stage.owner.get(`/api/tests/${testId}/reels`),
  );
  expect(reels.at(-1)).toMatchObject({ clips: 2 });
  const more = async (title: string, entry: string) => {
    await clip(page, title)
      .getByRole('button', { name: /^More for this clip/ })
      .click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  await more('Second', 'Rename');
  await page.getByRole('textbox', { name: 'Title of the clip' }).fill('Reads the label');
  await page.getByRole('button', { name: 'Save' }).click();
  await clip(page, 'Reads the label').waitFor();
  await more('Reads the label', 'Delete');
  await clip(page, 'Reads the label').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await clip(page, 'Reads the label').waitFor();

  await page.goto(`/api/tests/${testId}?tab=clips&reel=${reels.at(-1)?.id}`);
  await expect.poll(() => parts(page).count()).toBe(2);
  const first = (await names(page))[0] ?? '';
  await page.getByRole('button', { name: `Remove from the reel: ${first}` }).click();
  await expect.poll(() => parts(page).count()).toBe(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await names(page))[0]).toBe(first);
  const saved = async () =>
    successBody<Reel>(await stage.owner.get(`/api/reels/${reels.at(-1)?.id}`)).items.length;
  await expect.poll(saved).toBe(2);
  await page.context().close();
});

it('several clips go into the report as evidence of one finding, are downloaded, and are deleted and restored', async () => {
  const page = await open(stage.owner, 'clips');
  const selectTwo = async () => {
    for (const title of ['First', 'Reads the label'])
      await clip(page, title).getByRole('checkbox').check();
  };
  await selectTwo();
  await page.getByRole('button', { name: 'Add to report', exact: true }).click();
  await page.getByLabel('Finding', { exact: true }).selectOption('new');
  await page.getByLabel('Finding, in one sentence').fill('Two people look twice.');
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await page.getByText('Added to report').waitFor();
  const { findings } = successBody<{ findings: { sentence: string; evidence: object[] }[] }>(
    await stage.owner.get(`/api/tests/${testId}/findings`),
  );
  const added = findings.find(({ sentence }) => sentence === 'Two people look twice.');
  expect(added?.evidence).toHaveLength(2);
  const files: string[] = [];
  page.on('download', (file) => files.push(file.suggestedFilename()));
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await expect.poll(() => files.length).toBe(2);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText(/^2 clips deleted\. It was in /).waitFor();
  await clip(page, 'Reads the label').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  for (const title of ['First', 'Reads the label']) await clip(page, title).waitFor();
  await page.context().close();
});

it('a toast covers no button of what it is about, and says where a deleted clip was used', async () => {
  const page = await openPage(stage, stage.owner, { viewport: { width: 1000, height: 800 } });
  await page.goto(`/api/tests/${testId}?tab=clips`);
  const row = clip(page, 'First');
  const more = row.getByRole('button', { name: /^More for this clip/ });
  const box = await more.boundingBox();
  // The row's buttons are in the corner where toasts come first.
  const height = Math.ceil((box?.y ?? 0) + (box?.height ?? 0) + 24);
  await page.setViewportSize({ width: 1000, height });
  const areas = await Promise.all(
    (await row.getByRole('button').all()).map((button) => button.boundingBox()),
  );
  await more.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const toast = page.getByRole('status').filter({ hasText: 'Clip deleted. It was in ' });
  await toast.waitFor();
  const own = await toast.boundingBox();
  if (!own) throw new Error('The toast has no place.');
  const covered = areas.filter(
    (area) =>
      area &&
      area.x < own.x + own.width &&
      own.x < area.x + area.width &&
      area.y < own.y + own.height &&
      own.y < area.y + area.height,
  );
  expect(covered).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await row.waitFor();
  await page.context().close();
});
