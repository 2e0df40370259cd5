// Signing out in a real browser: what it has cached of a recording goes, what a participant's tab keeps stays.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRecordedTest, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

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
