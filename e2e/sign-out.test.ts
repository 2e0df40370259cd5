// Signing out in a real browser: what it has cached of a recording goes, what a participant's tab keeps stays.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { successBody } from '#testing/client.ts';
import { openAsVisitor, share } from '#testing/visitor.ts';
import { createRecordedTest, joinTeam, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

it('comes after a deletion that is under way, which visitors see and an undo no longer reaches', async () => {
  const { test } = await createRecordedTest(stage, 'Report');
  const findings = `/api/tests/${test._id}/findings`;
  successBody(await stage.owner.post(findings, { sentence: 'They miss the button' }));
  const { token } = await share(stage.owner, test._id, { thing: { kind: 'report' } });
  const visitor = await openAsVisitor(stage.origin, token);
  const read = async () => await (await visitor.get(`/tests/${test._id}/report`)).text();
  expect(await read()).toContain('They miss the button');
  const page = await openPage(stage, await joinTeam(stage, 'grace@example.com'));
  await page.route('**/api/findings/**', async (route) => {
    await page.waitForTimeout(1000);
    await route.continue();
  });
  await page.goto(`/api/tests/${test._id}?tab=report`);
  await page.getByRole('button', { name: 'Delete finding 1' }).click();
  await page.getByText('Finding deleted.').waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(`${stage.origin}/`);
  expect(await read()).not.toContain('They miss the button');
  expect(
    await page.evaluate(() => window.sessionStorage.getItem('restorableDeletions')),
  ).toBeNull();
});

it('does not happen when a deletion fails: the person stays and reads why', async () => {
  const { test } = await createRecordedTest(stage, 'Kept');
  const findings = `/api/tests/${test._id}/findings`;
  successBody(await stage.owner.post(findings, { sentence: 'They miss the button' }));
  const page = await openPage(stage, await joinTeam(stage, 'alan@example.com'));
  await page.route('**/api/findings/**', async (route) => {
    await page.waitForTimeout(1000);
    await route.abort();
  });
  await page.goto(`/api/tests/${test._id}?tab=report`);
  await page.getByRole('button', { name: 'Delete finding 1' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByText('It could not be deleted. Please try again.').waitFor();
  await page.getByText('They miss the button', { exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/api/tests/${test._id}`);
});

it('clears the cache of pictures, and no storage of the same origin', async () => {
  const { test, recording } = await createRecordedTest(stage, 'Plants');
  const page = await openPage(stage, stage.owner);
  await page.goto(recording);
  const tab = await page.context().newPage();
  await tab.goto(`/tryout/${test.uniqueId}`);
  await tab.evaluate(async () => {
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.open('kept', 1);
      request.onupgradeneeded = () => request.result.createObjectStore('pieces').put('a', 1);
      request.onsuccess = () => resolve(request.result.close());
      request.onerror = () => reject(request.error);
    });
  });
  const image = await page.evaluate(async (path) => {
    const list = await fetch(path.replace('/api/tests/', '/api/recording_data/heatmaps/'));
    const [address] = (await list.json()).images;
    await (await fetch(address)).blob();
    return address as string;
  }, recording);
  const cached = () =>
    tab.evaluate(async (address) => {
      const init = { cache: 'only-if-cached', mode: 'same-origin' } as const;
      return (await fetch(address, init).catch(() => null))?.status ?? null;
    }, image);
  expect(await cached()).toBe(200);

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(`${stage.origin}/`);
  expect(await cached()).not.toBe(200);
  const storedText = await tab.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('kept', 1);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    return await new Promise((resolve) => {
      const request = database.transaction('pieces').objectStore('pieces').get(1);
      request.onsuccess = () => resolve(request.result);
    });
  });
  expect(storedText).toBe('a');
});
