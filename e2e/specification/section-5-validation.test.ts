// Section 5 of the specification: what is refused, in the form and by the server, in the same words.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseLink } from '#contract/prototypes.ts';
import type { TestIds } from '#testing/participant.ts';
import { startRecording, stopAndUpload } from '../participant.ts';
import { embedOn } from '../prototype.ts';
import { createTest, openPage, openStage, type Stage, signIn } from '../stage.ts';

let stage: Stage;
let page: Page;
let test: TestIds;

beforeAll(async () => {
  stage = await openStage();
  test = await createTest(stage, 'Plants');
  page = await openPage(stage, stage.owner, { timezoneId: 'Asia/Kolkata' });
});
afterAll(() => stage?.close());

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const alert = (text: string) => page.getByRole('alert').filter({ hasText: text });

/** The server's sentence about one field. */
async function refusal(method: 'post' | 'put', path: string, body: object): Promise<unknown> {
  const answer = await stage.owner[method](path, body);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  return answer.body.fields ?? answer.body.message;
}

async function fillTest(values: { Name?: string; Task?: string; Link?: string }): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(name).fill(value);
}

const valid = () => ({ Name: 'A test', Task: 'Buy it.', Link: 'https://example.com/page' });

describe('section 5: validation', () => {
  it('5.1 requires a name, told once the field was touched', async () => {
    await page.goto('/create-test');
    await field('Name').focus();
    expect(await page.getByText('Name is required').count()).toBe(0);
    await field('Name').blur();
    await alert('Name is required').waitFor();
    const { Task: task, Link: figmaUrl } = valid();
    expect(await refusal('post', '/api/tests', { name: ' ', task, figmaUrl })).toEqual({
      name: 'Name is required',
    });
  });

  it('5.2 requires a task of at most 400 characters, counted; more is not taken in', async () => {
    await page.goto('/create-test');
    await field('Task').focus();
    await page.getByText('0/400').waitFor();
    await field('Task').blur();
    await alert('Task is required').waitFor();
    await field('Task').fill(`${'x'.repeat(399)}🌿`);
    await page.getByText('400/400').waitFor();
    await field('Task').press('End');
    await field('Task').pressSequentially('more');
    await page.getByText('400/400').waitFor();
    expect(await field('Task').inputValue()).toBe(`${'x'.repeat(399)}🌿`);
    const { Name: name, Link: figmaUrl } = valid();
    expect(await refusal('post', '/api/tests', { name, task: '', figmaUrl })).toEqual({
      task: 'Task is required',
    });
    const task = 'x'.repeat(401);
    expect(await refusal('post', '/api/tests', { name, task, figmaUrl })).toHaveProperty('task');
  });

  it('5.3 takes http(s) links with a dot, nothing else', async () => {
    await page.goto('/create-test');
    const { Name: name, Task: task } = valid();
    for (const figmaUrl of ['nothing', 'http://localhost', 'ftp://example.com', 'javascript:a.b']) {
      await field('Link').fill(figmaUrl);
      await field('Link').blur();
      await alert('Please enter a valid URL').waitFor();
      expect(await refusal('post', '/api/tests', { name, task, figmaUrl })).toEqual({
        figmaUrl: 'Please enter a valid URL',
      });
    }
    await field('Link').fill('http://example.com');
    await alert('Please enter a valid URL').waitFor({ state: 'detached' });
  });

  it('5.4 enables Create only when all three are valid', async () => {
    const whole = valid();
    for (const path of ['/create-test', '/']) {
      await page.goto('/create-test');
      await page.evaluate(() => window.sessionStorage.clear());
      await page.goto(path);
      const create = page.locator('form').getByRole('button', { name: 'Create test' });
      expect(await create.isDisabled()).toBe(true);
      for (const missing of ['Name', 'Task', 'Link']) {
        await fillTest({ ...whole, [missing]: '' });
        expect(await create.isDisabled()).toBe(true);
      }
      await fillTest(whole);
      await expect.poll(() => create.isEnabled()).toBe(true);
    }
  });

  it('5.4 enables Update only when all three are valid and something changed', async () => {
    await page.goto(`/edit-test/${test._id}`);
    expect(await button('Update').isDisabled()).toBe(true);
    await field('Name').fill('Plants again');
    await expect.poll(() => button('Update').isEnabled()).toBe(true);
    // Blanks at the ends are not stored.
    for (const name of ['Name', 'Task', 'Link']) {
      await page.reload();
      const stored = await field(name).inputValue();
      await field(name).fill(`${stored} `);
      await field(name).blur();
      expect(await button('Update').isDisabled()).toBe(true);
    }
    await field('Name').fill('Plants again');
    await expect.poll(() => button('Update').isEnabled()).toBe(true);
    await field('Task').fill('');
    await expect.poll(() => button('Update').isDisabled()).toBe(true);
  });

  it('5.4 sends a person without a company name to /create-company', async () => {
    const fresh = await openPage(stage, await signIn(stage.origin, 'fresh@example.com'));
    await fresh.goto('/create-test');
    await fresh.waitForURL('**/create-company');
    await fresh.context().close();
  });

  it('5.4 keeps the draft of the landing page in session storage', async () => {
    const visitor = await openPage(stage, null);
    await visitor.goto('/');
    for (const [name, value] of Object.entries(valid())) {
      await visitor.getByRole('textbox', { name, exact: true }).fill(value);
    }
    await visitor.locator('form').getByRole('button', { name: 'Create test' }).click();
    await visitor.getByRole('dialog', { name: 'Create Account' }).waitFor();
    const stored = await visitor.evaluate(() => window.sessionStorage.getItem('testData'));
    const { Name: name, Task: task, Link: figmaUrl } = valid();
    expect(JSON.parse(stored ?? '')).toEqual({ name, task, figmaUrl });
    await visitor.context().close();
  });

  it('5.5 refuses a close date in the past, and a time of today that has passed', async () => {
    await page.clock.install({ time: '2026-11-21T12:00:00+05:30' });
    await page.goto(`/api/tests/${test._id}?tab=settings`);
    const [date, time] = [page.getByLabel('Date'), page.getByLabel('Time', { exact: true })];
    expect(await date.getAttribute('min')).toBe('2026-11-21');
    await date.fill('2026-11-20');
    await time.fill('23:00');
    await alert('The close date cannot be in the past.').waitFor();
    expect(await button('Save').isDisabled()).toBe(true);
    await date.fill('2026-11-21');
    await time.fill('11:59');
    await alert('The close time cannot be earlier than now.').waitFor();
    expect(await button('Save').isDisabled()).toBe(true);
    await time.fill('12:30');
    await expect.poll(() => button('Save').isEnabled()).toBe(true);
    // A month and day without a year: the browser reports no date to the page.
    await button('Clear').click();
    await date.pressSequentially('1121');
    await time.focus();
    await alert('Enter the whole date, or clear it.').waitFor();
    await button('Clear').click();
    await alert('Enter the whole date').waitFor({ state: 'detached' });
    const past = { close_date: new Date(Date.now() - 60_000).toISOString() };
    expect(await refusal('put', `/api/tests/${test._id}/settings`, past)).toEqual({
      close_date: 'The close date cannot be in the past.',
    });
  });

  it('5.6 sends the submission limit as an integer', async () => {
    await page.goto(`/api/tests/${test._id}?tab=settings`);
    const limit = page.getByLabel('Submission limit');
    expect(await limit.getAttribute('type')).toBe('number');
    const sentence = 'Enter a whole number from 1 to 1,000,000, or leave it empty for no limit.';
    // The last one is no number at all: its browser shows it and tells the page nothing.
    for (const wrong of ['1.5', '1,5', '-3', '1e3', '0', '1000001', '1e']) {
      await limit.fill('');
      await limit.pressSequentially(wrong);
      await limit.press('Tab');
      await alert(sentence).waitFor();
      expect(await button('Save').isDisabled()).toBe(true);
    }
    await limit.fill('17');
    await alert(sentence).waitFor({ state: 'detached' });
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await button('Save').click();
    expect((await sent).postDataJSON()).toMatchObject({ number_of_submission: 17 });
    const path = `/api/tests/${test._id}/settings`;
    for (const number_of_submission of [1.5, '17', 0, 1_000_001]) {
      expect(await refusal('put', path, { number_of_submission })).toEqual({
        number_of_submission: sentence,
      });
    }
    await stage.owner.put(path, { number_of_submission: null });
  });

  it('5.7 requires first and last name', async () => {
    await page.goto('/settings');
    for (const [label, key] of [
      ['First name', 'firstName'],
      ['Last name', 'lastName'],
    ] as const) {
      const before = await field(label).inputValue();
      await field(label).fill('');
      await field(label).blur();
      await alert(`${label} is required`).waitFor();
      expect(await button('Save name').isDisabled()).toBe(true);
      await field(label).fill(before);
      const names = { firstName: 'Ada', lastName: 'Lovelace', [key]: '' };
      expect(await refusal('post', '/api/user-info', names)).toEqual({
        [key]: `${label} is required`,
      });
    }
  });

  it('5.8 requires a valid new email that differs from the current one', async () => {
    await page.goto('/settings');
    for (const [email, text] of [
      ['', 'Email is required.'],
      ['ada@', 'Please enter a valid email address.'],
      ['ADA@Example.com', 'New email cannot be the same as the current email.'],
    ] as const) {
      await field('New email').fill(email);
      await button('Change email').click();
      await alert(text).waitFor();
      expect(await refusal('post', '/api/user-info/emailUpdate', { email })).toEqual({
        email: text,
      });
    }
  });

  it("5.9 requires a valid team member's email: not one's own, not listed", async () => {
    await stage.owner.post('/api/user-info/teamMembers', { teamMemberEmail: 'bo@example.com' });
    await page.goto('/settings?tab=team');
    const listed = '{email} is already in your team members list.';
    for (const [teamMemberEmail, text] of [
      ['', 'Email is required.'],
      ['bo@', 'Please enter a valid email address.'],
      ['Ada@example.com', 'You cannot add your own email as a team member.'],
      ['BO@example.com', listed.replace('{email}', 'bo@example.com')],
    ] as const) {
      await page.getByLabel('Email of a new member').fill(teamMemberEmail);
      await button('Add member').click();
      await alert(text).waitFor();
      const answer = await stage.owner.post('/api/user-info/teamMembers', { teamMemberEmail });
      expect(JSON.stringify(answer.body)).toContain(text);
    }
  });

  it('5.10 requires a company name to Save or Continue', async () => {
    await page.goto('/create-company');
    await page.getByLabel('Company name').fill('  ');
    await expect.poll(() => button('Continue').isDisabled()).toBe(true);
    await page.goto('/settings');
    await page.getByLabel('Company name').fill('');
    await expect.poll(() => button('Save company').isDisabled()).toBe(true);
    const fresh = await openPage(stage, await signIn(stage.origin, 'fresh@example.com'));
    await fresh.goto('/dashboard');
    const prompt = fresh.getByRole('dialog', { name: 'Where do you work?' });
    await prompt.waitFor();
    const save = prompt.getByRole('button', { name: 'Save' });
    await expect.poll(() => save.isDisabled()).toBe(true);
    await prompt.getByLabel('Company name').fill('Acme');
    await expect.poll(() => save.isEnabled()).toBe(true);
    await fresh.context().close();
    expect(await refusal('post', '/api/set-company', { company: '' })).toEqual({
      company: 'Company name is required',
    });
  });

  it("5.11 requires the participant's name", async () => {
    await page.goto(`/tryout/${test.uniqueId}`);
    expect(await button('Continue').isDisabled()).toBe(true);
    await field('Name').fill('   ');
    expect(await button('Continue').isDisabled()).toBe(true);
    await field('Name').fill('Grace');
    expect(await button('Continue').isEnabled()).toBe(true);
    expect(await refusal('post', `/api/link/${test.uniqueId}/sessions`, { name: '' })).toEqual({
      name: 'Name is required',
    });
  });

  it("5.12 reads the prototype's id: the letters and digits behind 'proto/'", () => {
    const hosts = [
      {
        name: 'Figma',
        webOrigin: 'https://www.figma.com',
        embedOrigin: 'https://embed.figma.com',
        messageOrigin: 'https://www.figma.com',
      },
    ];
    const read = (path: string) => parseLink(`https://www.figma.com/${path}`, hosts);
    expect(read('proto/Ab12Cd34/Shop?node-id=1-2')).toMatchObject({ fileKey: 'Ab12Cd34' });
    expect(read('proto/Ab12-Cd34')).toMatchObject({ kind: 'refused', reason: 'no_file' });
  });
});

describe('section 5: clicks', () => {
  let participant: Page;
  const warnings: string[] = [];
  let place: string;

  beforeAll(async () => {
    const own = await createTest(stage, 'Clicks');
    participant = await openPage(stage, null);
    participant.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    await startRecording(participant, `/tryout/${own.uniqueId}`, 'Grace');
    const embed = await embedOn(participant);
    const pressed = (presentedNodeId: string) => ({
      type: 'MOUSE_PRESS_OR_RELEASE',
      data: {
        presentedNodeId,
        targetNodeId: presentedNodeId,
        targetNodeMousePosition: { x: 30, y: 30 },
        nearestScrollingFrameId: presentedNodeId,
        nearestScrollingFrameMousePosition: { x: 30, y: 30 },
        nearestScrollingFrameOffset: { x: 0, y: 0 },
      },
    });
    // Our own page sends a valid message from the wrong origin.
    await participant.evaluate((message) => window.postMessage(message, '*'), pressed('1:2'));
    // The design tool sends a message without a position.
    const unplaced = { type: 'MOUSE_PRESS_OR_RELEASE', data: { presentedNodeId: '1:2' } };
    await embed.evaluate((message) => window.parent.postMessage(message, '*'), unplaced);
    await participant.waitForTimeout(1000);
    await stopAndUpload(participant);
    const { body } = await stage.owner.get(`/api/tests/${own._id}`);
    place = `${own.uniqueId}/${own._id}/x/y/${body.recordings_info[0].userTimestamp}`;
  });

  it("5.13 skips clicks without a position with a warning, and other origins' messages", async () => {
    expect(warnings).toContain('1 clicks had no mouse position.');
    const { body } = await stage.owner.get(`/api/tests/${place}`, { accept: 'application/json' });
    expect(body.clickList).toEqual([]);
  });

  it('5.14 makes heatmaps only for screens with a click', async () => {
    const detail = await stage.owner.get(`/api/tests/${place}`, { accept: 'application/json' });
    expect(detail.body.visits.length).toBeGreaterThan(0);
    const { body } = await stage.owner.get(`/api/recording_data/heatmaps/${place}`);
    expect(body.images).toEqual([]);
  });
});
