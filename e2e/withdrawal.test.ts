// A participant withdraws: from the private link at the end to nothing left, on the creator's open page, in the database
// and in storage.

import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestId } from '#contract/ids.ts';
import type { TestIds } from '#testing/participant.ts';
import { startRecording, stopAndUpload } from './participant.ts';
import { createTest, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let test: TestIds;

beforeAll(async () => {
  stage = await openStage({ media: 'tab' });
  test = await createTest(stage, 'Plants');
});
afterAll(() => stage?.close());

const link = () => `/tryout/${test.uniqueId}`;

/** Objects in the server's data folder that belong to a session. */
async function objectsOf(id: string): Promise<string[]> {
  const files = await readdir(stage.server.dataDir, { recursive: true });
  return files.filter((name) => name.includes(id));
}

async function rowsOf(id: string): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`SELECT (SELECT count(*) FROM all_sessions WHERE id = ${id})::int
    + (SELECT count(*) FROM recordings WHERE session_id = ${id})::int AS n`.execute(
    stage.database.db,
  );
  return rows[0]?.n ?? 0;
}

/** Returns the links in the browser's storage. */
const storedLinks = (page: Page): Promise<string | null> =>
  page.evaluate("localStorage.getItem('tryoutMyRecordings')");

/** Withdraws, from the button to the final message. */
async function withdraw(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Withdraw my recording' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page.getByRole('heading', { name: 'Your recording is withdrawn' }).waitFor();
}

it('sees the recording in another browser and withdraws it: it is gone everywhere', async () => {
  const participant = await openPage(stage, null);
  await startRecording(participant, link(), 'Grace');
  await stopAndUpload(participant);
  const given = participant.getByRole('link', { name: 'See or withdraw my recording' });
  const address = (await given.getAttribute('href')) ?? '';
  expect(new URL(address).pathname).toBe('/my-recording');
  await participant.getByText('It works until the recording is deleted.').waitFor();

  // The same browser finds it again by the share link.
  await participant.goto(link());
  await participant.getByText(/^You took part on /).waitFor();

  const creator = await openPage(stage, stage.owner);
  await creator.goto(`/api/tests/${test._id}?tab=recordings`);
  await creator.getByRole('link', { name: /Grace/ }).first().waitFor();

  const other = await openPage(stage, null);
  const requested: string[] = [];
  other.on('request', (request) => requested.push(request.url()));
  await other.goto(address);
  await other.getByRole('heading', { name: 'Your recording' }).waitFor();
  await other.getByText('Buy a plant.').waitFor();
  const video = other.locator('video');
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThan(0);
  const token = new URL(address).hash.slice(1);
  expect(requested.filter((url) => url.includes(`?${token}`) || url.includes(`/${token}`))).toEqual(
    [],
  );
  const { id } = await stage.database.db
    .selectFrom('sessions')
    .select('id')
    .where('test_id', '=', test._id as TestId)
    .executeTakeFirstOrThrow();
  expect((await objectsOf(id)).length).toBeGreaterThan(0);
  await withdraw(other);

  await creator.getByText('1 withdrawn by their participants').waitFor();
  await expect.poll(() => creator.getByRole('link', { name: /Grace/ }).count()).toBe(0);
  // Jobs remove the deleted data within a minute.
  await expect.poll(() => rowsOf(id), { timeout: 90_000 }).toBe(0);
  await expect.poll(() => objectsOf(id), { timeout: 90_000 }).toEqual([]);

  await other.reload();
  await other.getByRole('heading', { name: 'This recording is gone' }).waitFor();
  await participant.reload();
  await participant.getByLabel('Name').waitFor();
  await expect.poll(() => storedLinks(participant)).toBe('[]');
});

it('withdraws while it is recorded; what the browser still keeps of it goes', async () => {
  const participant = await openPage(stage, null);
  await startRecording(participant, link(), 'Ada');
  await participant.getByText(/^\d+:(?!00)\d\d$/).waitFor();
  const links = await storedLinks(participant);
  const [{ token }] = JSON.parse(links ?? '[]');
  const own = await participant.context().newPage();
  await own.goto(`/my-recording#${token}`);
  await own.getByText('It is still being recorded').waitFor();
  await withdraw(own);
  await participant.getByRole('button', { name: 'Stop & Upload' }).click();
  await participant.getByText('Upload Failed ❌').waitFor();
  expect(await participant.getByText('See or withdraw my recording').count()).toBe(0);
  const left = await participant.evaluate(async () => {
    const found = await indexedDB.databases();
    const counts: number[] = [];
    for (const { name = '' } of found) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of db.objectStoreNames) {
        const countRequest = db.transaction(store).objectStore(store).count();
        counts.push(
          await new Promise(
            (resolve) => (countRequest.onsuccess = () => resolve(countRequest.result)),
          ),
        );
      }
      db.close();
    }
    return counts.reduce((sum, count) => sum + count, 0);
  });
  expect(left).toBe(0);
});
