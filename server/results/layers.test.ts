// Cards on the real app: one card is one row among the hot spots, in findings and in clicks.csv, whatever in it was pressed.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RevisionId } from '#contract/ids.ts';
import type { RecordingDetail } from '#contract/recordings.ts';
import type { ScreenHeat } from '#contract/result-screens.ts';
import type { ResultSummary } from '#contract/results.ts';
import type { Test } from '#contract/tests.ts';
import { jobHandlers } from '#server/pipeline.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { createTest } from '#testing/create-test.ts';
import { change, missed, press, recordMessages } from '#testing/messages.ts';

let app: TestApp;
let owner: TestClient;
let test: Test;

/** Layers of the card 'Some' of the screen Light finder, which does not react: itself, its picture, texts and icon. */
const some = ['4:22', '4:24', '4:23', '4:25', '4:26', '4:28', '4:27', '4:24'];
/** The card that reacts. */
const HARDLY_ANY = '4:29';

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  test = await createTest(app, owner);
  const revisionId = test.revision._id as RevisionId;
  await jobHandlers(app.parts)['screens.prefetch']({ revisionId });
  for (const layer of some) {
    await recordMessages(app, test, [
      change(100, '1:4'),
      missed(1000, '1:4', { targetNodeId: layer, targetNodeMousePosition: { x: 5, y: 6 } }),
      press(3000, '1:4', { targetNodeId: HARDLY_ANY }),
      change(3050, '1:5'),
    ]);
  }
});
afterAll(() => app.close());

it('is one row for each card among the hot spots', async () => {
  const { screens } = successBody<{ screens: { number: number; name: string }[] }>(
    await owner.get(`/api/tests/${test._id}/results/screens`),
  );
  const number = screens.find(({ name }) => name === 'Light finder')?.number;
  const { hotSpots } = successBody<ScreenHeat>(
    await owner.get(`/api/tests/${test._id}/results/screens/${number}/heat`),
  );
  const rows = hotSpots.map(({ layer, people, clicks, reacts }) => [layer, people, clicks, reacts]);
  expect(rows.toSorted()).toEqual([
    ['Hardly any', 8, 8, true],
    ['Some', 8, 8, false],
  ]);
});

it('names each click on the page of a recording', async () => {
  const { items } = successBody<{ items: { userTimestamp: string }[] }>(
    await owner.get(`/api/tests/${test._id}/recordings`),
  );
  const timestamp = encodeURIComponent(items[0]?.userTimestamp ?? '');
  const { clickList } = successBody<RecordingDetail>(
    await owner.get(`/api/tests/${test.uniqueId}/${test._id}/x/y/${timestamp}`, {
      accept: 'application/json',
    }),
  );
  expect(clickList.map(({ layer }) => layer)).toEqual(['Some', 'Hardly any']);
});

it('is the place of the finding', async () => {
  const { findings } = successBody<ResultSummary>(
    await owner.get(`/api/tests/${test._id}/results`),
  );
  expect(findings).toContainEqual(
    expect.objectContaining({ kind: 'nothing_reacts', layer: 'Some', people: 8, presses: 8 }),
  );
});
