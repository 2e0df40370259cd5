// A study of a panel, taken by eight real browser sessions: completed, screened out, full, without the camera, by a personal
// link, by the same link again, as a pilot, and without any permission. Addresses and rows are compared to the letter.
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PLAIN_PARTICIPATION } from '#contract/participation.ts';
import type { RecordingRow } from '#contract/recordings.ts';
import type { ResultSummary } from '#contract/results.ts';
import type { Test } from '#contract/tests.ts';
import { successBody } from '#testing/client.ts';
import { createPersonalLinks } from '#testing/personal-links.ts';
import { openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let test: Test;

const PANEL = 'https://app.prolific.com';
const OFTEN = 'How often do you buy plants?';

beforeAll(async () => {
  stage = await openStage({ media: 'tab' });
  const figmaUrl = stage.server.prototypeUrl;
  const options = ['Often', 'Weekly', 'Never'].map((text) => ({ id: text.toLowerCase(), text }));
  const choice = { type: 'single', options, shuffled: false, other: false, none: false };
  const steps = [
    {
      ...{ kind: 'question', question: OFTEN, form: choice },
      screening: { endsWhen: { is: ['never'] }, seats: [{ word: 'often', most: 1 }] },
    },
    { kind: 'task', task: 'Find the plants.', figmaUrl, asks: [] },
  ];
  const body = { name: 'Plants', task: 'Find the plants.', figmaUrl, steps };
  test = successBody<Test>(await stage.owner.post('/api/tests', body));
  successBody(await stage.owner.post('/api/consent', { text: 'We record you.' }));
  const redirects = {
    ...PLAIN_PARTICIPATION.redirects,
    completed: `${PANEL}/submissions/complete?cc=DONE&id={{PROLIFIC_PID}}&s={{session}}`,
    screenedOut: `${PANEL}/submissions/complete?cc=OUT&id={{PROLIFIC_PID}}`,
    full: `${PANEL}/submissions/complete?cc=FULL&id={{PROLIFIC_PID}}`,
  };
  const settings = {
    ...{ welcome: 'Thank you for **coming**.', redirects, consent: 'workspace' },
    parameters: ['PROLIFIC_PID', 'STUDY_ID', 'SESSION_ID'],
    devices: { microphone: 'optional', camera: 'optional', screen: 'optional' },
  };
  successBody(await stage.owner.patch(`/api/tests/${test._id}/participation`, settings));
});
afterAll(() => stage?.close());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function openTest(page: Page, address: string, answer: string): Promise<void> {
  await page.route(`${PANEL}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Panel</h1>' }),
  );
  await page.goto(address);
  await page.getByText('Thank you for coming.').waitFor();
  await button(page, 'Continue').click();
  await page.getByRole('heading', { name: OFTEN }).waitFor();
  await page.getByRole('radio', { name: answer }).check();
  await button(page, 'Continue').click();
}

const addressOf = (pid: string) => `${test.link}?PROLIFIC_PID=${pid}&STUDY_ID=s%201&SESSION_ID=x`;

/** Agrees to these parts, and gives a name unless the link has one. */
async function agree(page: Page, parts: readonly string[], name: string | null): Promise<void> {
  await page.getByRole('heading', { name: 'Your consent' }).waitFor();
  for (const part of parts) await page.getByRole('checkbox', { name: part }).check();
  await button(page, 'I agree').click();
  if (name !== null) await page.getByLabel('Name').fill(name);
  await button(page, 'Continue').click();
}

const SCREEN = 'My screen is recorded.';
const VOICE = 'My voice is recorded.';
const CAMERA = 'My camera shows me';

async function recordToEnd(page: Page): Promise<void> {
  await button(page, /^Allow microphone/).click();
  await page.getByText(/^Great!/).waitFor();
  await button(page, 'Continue').click();
  await button(page, 'Share screen').click();
  await page.getByText('Recording in Progress').waitFor({ timeout: 40_000 });
  await page.getByText(/^\d+:(?!00)\d\d$/).waitFor();
  await button(page, 'I’m done').click();
  await page.getByText('Safe to close now').waitFor({ timeout: 240_000 });
}

async function addressOfReturn(page: Page): Promise<string> {
  await button(page, 'Return to app.prolific.com').click();
  await page.getByRole('heading', { name: 'Panel' }).waitFor();
  return page.url();
}

const sessionOf = async (name: string) => {
  const rows = await stage.database.db
    .selectFrom('sessions')
    .select('id')
    .where('participant_name', '=', name)
    .execute();
  return rows.map(({ id }) => id);
};

it('eight sessions end as they should, and store what the documents say', async () => {
  const complete = `${PANEL}/submissions/complete`;
  {
    await using page = await openPage(stage, null);
    await openTest(page, addressOf('p1'), 'Often');
    await agree(page, [SCREEN, VOICE, CAMERA], 'Ada');
    await recordToEnd(page);
    const [id] = await sessionOf('Ada');
    expect(await addressOfReturn(page)).toBe(`${complete}?cc=DONE&id=p1&s=${id}`);
  }
  {
    await using page = await openPage(stage, null);
    await openTest(page, addressOf('p2'), 'Never');
    expect(await addressOfReturn(page)).toBe(`${complete}?cc=OUT&id=p2`);
  }
  {
    await using page = await openPage(stage, null);
    await openTest(page, addressOf('p3'), 'Often');
    expect(await addressOfReturn(page)).toBe(`${complete}?cc=FULL&id=p3`);
  }
  {
    await using page = await openPage(stage, null);
    await openTest(page, addressOf('p4'), 'Weekly');
    await agree(page, [SCREEN, VOICE], 'Grace');
    await recordToEnd(page);
    const [id] = await sessionOf('Grace');
    expect(await addressOfReturn(page)).toBe(`${complete}?cc=DONE&id=p4&s=${id}`);
  }
  const [link] = await createPersonalLinks(stage.owner, test, ['Joan']);
  const personal = link?.url ?? '';
  {
    await using page = await openPage(stage, null);
    await openTest(page, personal, 'Weekly');
    await agree(page, [SCREEN, VOICE, CAMERA], null);
    await recordToEnd(page);
  }
  {
    await using page = await openPage(stage, null);
    await page.goto(personal);
    await page.getByRole('heading', { name: 'This link was used already' }).waitFor();
  }
  {
    await using page = await openPage(stage, stage.owner);
    await openTest(page, `${test.link}?try-it`, 'Often');
    await agree(page, [SCREEN, VOICE, CAMERA], 'Me');
    await recordToEnd(page);
    await page.getByText('Participants get there automatically.').waitFor();
  }
  {
    await using page = await openPage(stage, null);
    await page.context().grantPermissions([]);
    await openTest(page, addressOf('p8'), 'Weekly');
    await agree(page, [], 'Alan');
    await page.getByText('Test in progress').waitFor();
    await page.getByText(/^\d+:(?!00)\d\d$/).waitFor();
    await button(page, 'I’m done').click();
    await page.getByText('Safe to close now').waitFor({ timeout: 120_000 });
    const [id] = await sessionOf('Alan');
    expect(await addressOfReturn(page)).toBe(`${complete}?cc=DONE&id=p8&s=${id}`);
  }

  const path = `/api/tests/${test._id}`;
  const { items } = successBody<{ items: RecordingRow[] }>(
    await stage.owner.get(`${path}/recordings?limit=10`),
  );
  expect(items.map(({ participantName }) => participantName).toSorted()).toEqual([
    ...['Ada', 'Alan', 'Grace', 'Joan'],
  ]);
  const { funnel } = successBody<ResultSummary>(await stage.owner.get(`${path}/results`));
  expect(funnel).toMatchObject({ started: 4, recorded: 4, finished: 4 });
  const { rows: parameters } = await sql<{ name: string; value: string }>`
    SELECT participant_name AS name, value FROM session_parameters
      JOIN sessions ON sessions.id = session_id
    WHERE session_parameters.name = 'PROLIFIC_PID' ORDER BY 1`.execute(stage.database.db);
  expect(parameters).toEqual([
    { name: 'Ada', value: 'p1' },
    { name: 'Alan', value: 'p8' },
    { name: 'Grace', value: 'p4' },
  ]);
  // Those who were screened out, or came too late, left no row that names them.
  const { rows: left } = await sql<{ text: string }>`SELECT openings::text AS text FROM openings
    WHERE session_id IS NULL`.execute(stage.database.db);
  expect(left.length).toBeGreaterThanOrEqual(2);
  for (const { text } of left) expect(text).not.toMatch(/p2|p3/);
  const { rows: named } = await sql<{ count: number }>`SELECT count(*)::int AS count
    FROM session_parameters WHERE value IN ('p2', 'p3')`.execute(stage.database.db);
  expect(named).toEqual([{ count: 0 }]);
  const { rows: agreements } = await sql<{ name: string; items: string[] }>`
    SELECT participant_name AS name, items FROM session_consents
      JOIN sessions ON sessions.id = session_id WHERE version = 1 ORDER BY 1`.execute(
    stage.database.db,
  );
  expect(agreements.map(({ name, items }) => [name, [...items].toSorted()])).toEqual([
    ['Ada', ['camera', 'microphone', 'screen']],
    ['Alan', []],
    ['Grace', ['microphone', 'screen']],
    ['Joan', ['camera', 'microphone', 'screen']],
    ['Me', ['camera', 'microphone', 'screen']],
  ]);
});
