// A test is saved as a study file with its pictures, and another test is made of the file; a wrong file is explained.
import { readFile } from 'node:fs/promises';
import type { FileChooser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pictureOfLink } from '#contract/picture-link.ts';
import { isTask } from '#contract/steps.ts';
import { studyFile } from '#contract/study-file.ts';
import type { Test } from '#contract/tests.ts';
import { successBody } from '#testing/client.ts';
import { drawPicture, rectangle, uploadPicture } from '#testing/pictures.ts';
import { brokenRules } from './axe.ts';
import { openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

it('goes out with its picture and comes in as a test of its own', async () => {
  await using page = await openPage(stage, stage.owner, { reducedMotion: 'reduce' });
  const picture = await uploadPicture(stage.owner, await drawPicture(300, 200));
  const task = { task: 'Find the basket.', figmaUrl: `picture:${picture.id}` };
  const steps = [
    {
      kind: 'task',
      ...task,
      picture: {
        mode: 'first_click',
        regions: [
          {
            number: 1,
            name: 'Basket',
            corners: rectangle({ x: 10, y: 10, width: 80, height: 80 }),
          },
        ],
      },
      goal: { kind: 'regions', regions: [1] },
      asks: ['ease'],
    },
    {
      kind: 'question',
      question: 'Why?',
      form: { type: 'long_text' },
      shownWhen: { at: 1, is: ['stuck'] },
    },
    { kind: 'set', set: 'sus' },
  ];
  const body = { name: 'Basket: first click', ...task, steps };
  const { _id: id } = successBody<Test>(await stage.owner.post('/api/tests', body));
  successBody(
    await stage.owner.send(`/api/tests/${id}/participation`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ welcome: 'Hello.', parameters: ['PID'], nameFrom: 'PID' }),
    }),
  );

  await page.goto(`/tests/${id}`);
  await page.getByRole('button', { name: 'More actions' }).first().click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Save as a study file' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Basket- first click.json');
  const path = await download.path();
  const text = await readFile(path, 'utf8');
  expect(studyFile.safeParse(JSON.parse(text)).error).toBeUndefined();
  expect(text).not.toContain(id);

  const before = text.slice(0, text.indexOf('"Find the basket."'));
  const line = before.split('\n').length;
  await page.goto('/create-test');
  const open = async (file: Parameters<FileChooser['setFiles']>[0]) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Open a study file' }).click(),
    ]);
    await chooser.setFiles(file);
  };
  await open({
    name: 'wrong.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text.replace('"Find the basket."', '""')),
  });
  await page.getByText(`Line ${line}, step 1: Task is required`).waitFor();
  expect(await brokenRules(page)).toEqual([]);

  await open(path);
  await page.waitForURL(/\/edit-test\/(?!$)/);
  const other = /edit-test\/([^/?]+)/.exec(page.url())?.[1];
  expect(other).not.toBe(id);
  const copy = successBody<Test>(await stage.owner.get(`/api/tests/${other}`));
  const original = successBody<Test>(await stage.owner.get(`/api/tests/${id}`));
  const [first, ...rest] = copy.steps ?? [];
  if (!first || !isTask(first)) throw new Error('no task');
  // The picture is stored once more, so that each test can be deleted alone.
  expect(pictureOfLink(first.figmaUrl)).not.toBe(picture.id);
  expect([{ ...first, figmaUrl: task.figmaUrl }, ...rest]).toEqual(original.steps);
  expect(successBody(await stage.owner.get(`/api/tests/${other}/participation`))).toEqual(
    successBody(await stage.owner.get(`/api/tests/${id}/participation`)),
  );
});

it('is duplicated from the menu of its page', async () => {
  await using page = await openPage(stage, stage.owner, { reducedMotion: 'reduce' });
  const body = { name: 'Plants', task: 'Find a plant.', figmaUrl: stage.server.prototypeUrl };
  const { _id: id } = successBody<Test>(await stage.owner.post('/api/tests', body));
  await page.goto(`/tests/${id}`);
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.waitForURL((url) => /\/edit-test\/./.test(url.pathname) && !url.pathname.includes(id));
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Plants (copy)');
});
