// The card 'Design tool' in the settings, by hand: refused tokens, a good one, another one, none.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sample, startSample } from '#sample/sample.ts';
import { launchChromium } from '#testing/chromium.ts';
import type { TestClient } from '#testing/client.ts';
import { type RunningServer, runServer } from './server.ts';
import { openPage, signIn } from './stage.ts';

let tool: Sample;
let server: RunningServer;
let browser: Browser;
let owner: TestClient;
let page: Page;

beforeAll(async () => {
  tool = await startSample({ port: 0, host: '127.0.0.1', token: 'figd_right' });
  const names = ['WEB', 'EMBED', 'MESSAGE', 'API'].map((name) => `FIGMA_${name}_ORIGIN`);
  server = await runServer(Object.fromEntries(names.map((name) => [name, tool.origin])));
  browser = await launchChromium();
  owner = await signIn(server.origin, 'ada@example.com');
  await owner.post('/api/set-company', { company: 'Acme' });
  page = await openPage({ browser, origin: server.origin }, owner);
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
  await tool?.stop();
});

const card = () => page.getByRole('region', { name: 'Design tool' });
const waitForText = (text: string) => card().getByText(text).waitFor();

async function save(label: string, token: string): Promise<void> {
  await card().getByLabel(label).fill(token);
  await card()
    .getByRole('button', { name: /^(Save|Replace) token$/ })
    .click();
}

it('takes a token that the tool knows, tells what it may see, and forgets it', async () => {
  await page.goto('/settings');
  await waitForText('No token is set');
  await save('Access token', 'with blanks');
  await waitForText('A token is one line of letters, digits and signs, without blanks.');
  await save('Access token', 'ghp_of_another_service');
  await waitForText('Figma refuses this token. Copy it again, or make a new one there.');
  await save('Access token', 'figd_right');
  await waitForText('A token of this workspace is in use');
  await card()
    .getByText(/^Figma accepts it/)
    .waitFor();
  expect(await card().getByLabel('Another token').inputValue()).toBe('');
  const test = { name: 'Plants', task: 'Buy one.', figmaUrl: tool.prototypeUrl };
  expect((await owner.post('/api/tests', test)).status).toBe(201);
  await save('Another token', 'figd_right');
  await waitForText('Figma lets it read the file of your newest test.');
  await page.reload();
  await waitForText('Figma lets it read the file of your newest test.');
  expect(await page.content()).not.toContain('figd_right');
  await card().getByRole('button', { name: 'Remove token' }).click();
  const question = page.getByRole('dialog', { name: 'Remove the token?' });
  await question.getByRole('button', { name: 'Remove' }).click();
  await waitForText('No token is set');
});
