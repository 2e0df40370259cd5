// Two tasks on two files: a screen of an export is that of its task, though both files name it alike.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Exported } from '#contract/exports.ts';
import type { ExportId } from '#contract/ids.ts';
import type { Test } from '#contract/tests.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody } from '#testing/client.ts';
import { begin, press, recordMessages } from '#testing/messages.ts';
import { readCsv, readZip } from '#testing/read-zip.ts';
import { prepareExport } from './prepare-export.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ sample: true });
});
afterAll(() => app.close());

it('numbers a screen by the file of its task', async () => {
  const owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const figmaUrl = app.parts.samplePrototypeUrl ?? '';
  const steps = [
    { kind: 'task', task: 'Find', figmaUrl },
    { kind: 'task', task: 'Look', figmaUrl: 'https://example.com/' },
  ];
  const form = { name: 'Shop', task: 'Find', figmaUrl, steps };
  const test = successBody<Test>(await owner.post('/api/tests', form));
  await recordMessages(app, test, [
    begin(0, 1),
    press(500, '1:2'),
    begin(9000, 2),
    press(9500, '1:2'),
  ]);
  const takes = { names: false, videos: false, heatmaps: false, messages: false };
  const { id } = successBody<Exported>(await owner.post(`/api/tests/${test._id}/exports`, takes));
  await prepareExport(app.parts, { exportId: id as ExportId });
  const archive = await (await owner.fetch(`/api/exports/${id}/archive`)).arrayBuffer();
  const clicks = readCsv((await readZip(Buffer.from(archive))).get('clicks.csv'));
  const { db } = app.parts;
  const stored = await db
    .selectFrom('test_screens')
    .select(['number', 'file_key'])
    .where('test_id', '=', test._id as never)
    .where('node_id', '=', '1:2')
    .execute();
  const numberOf = (isOfPage: boolean) =>
    stored.find(({ file_key }) => (file_key === '') === isOfPage)?.number;
  expect(clicks.map(({ screen }) => Number(screen))).toEqual([numberOf(false), numberOf(true)]);
});
