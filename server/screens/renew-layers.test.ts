// Layers of images that an earlier version stored without them.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { createTest } from '#testing/create-test.ts';
import { renewLayers } from './renew-layers.db.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ sample: true });
});
afterAll(() => app.close());

const read = () =>
  sql<{ version: number; boxes: Record<string, object> }>`SELECT layers_version AS version, boxes
    FROM screens`.execute(app.parts.db);

/** Every box without what layer-rules.ts computes. */
const forgetLayers = () =>
  sql`UPDATE screens SET layers_version = 0, boxes = (
    SELECT jsonb_object_agg(key, value - 'layer' - 'label' - 'parts') FROM jsonb_each(boxes))`.execute(
    app.parts.db,
  );

it('are stored with a new image, and computed once for an old one', async () => {
  const owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const test = await createTest(app, owner);
  const query = new URLSearchParams({ screenId: '1:2', figmaUrl: test.figmaUrl });
  expect((await owner.get(`/api/take-screenshot?${query}`)).status).toBe(200);
  const { rows: stored } = await read();
  expect(stored.map(({ version }) => version)).toEqual([1]);
  const named = Object.values(stored[0]?.boxes ?? {}).filter((box) => 'parts' in box);
  expect(named.length).toBeGreaterThan(5);
  await forgetLayers();
  expect((await read()).rows).not.toEqual(stored);
  expect(await renewLayers(app.parts.db)).toBe(false);
  expect((await read()).rows).toEqual(stored);
});
