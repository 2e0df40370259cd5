// testExports.*: files read by other programs, compared with the API's results for the same sessions.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Exported, ExportOutlook } from '#contract/exports.ts';
import type { ExportId } from '#contract/ids.ts';
import type { ResultSummary } from '#contract/results.ts';
import type { Test } from '#contract/tests.ts';
import { allRecordings } from '#testing/all-recordings.ts';
import { successBody } from '#testing/client.ts';
import { begin, change, end, press, recordMessages } from '#testing/messages.ts';
import { sendForm, sentVideo, startSession } from '#testing/participant.ts';
import { readCsv, readZip } from '#testing/read-zip.ts';
import {
  filterPeople,
  filters,
  openWorld,
  outcomeOf,
  type World,
} from '#testing/reference-counts.ts';
import { seedPerson } from '#testing/result-rows.ts';
import { prepareExport } from './prepare-export.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.app.close());

const nothing = { names: false, videos: false, heatmaps: false, messages: false };

async function exportOf(query = '', takes = {}, at = world.testId): Promise<Exported> {
  const { owner, app } = world;
  const body = { ...nothing, ...takes };
  const { id } = successBody<Exported>(await owner.post(`/api/tests/${at}/exports?${query}`, body));
  await prepareExport(app.parts, { exportId: id as ExportId });
  return successBody<Exported>(await owner.get(`/api/exports/${id}`));
}

const cell = (value: unknown) => String(value ?? '');
const yesNo = (value: boolean | null) => (value === null ? '' : value ? 'yes' : 'no');

async function archiveOf({ id }: Exported): Promise<Buffer> {
  const answer = await world.owner.fetch(`/api/exports/${id}/archive`);
  return Buffer.from(await answer.arrayBuffer());
}

/** Computes the figures like a spreadsheet. */
function expectSummary(
  summary: ResultSummary,
  all: Record<string, string>[],
  withExcluded: boolean,
): void {
  const people = Map.groupBy(all, ({ outcome }) => outcome ?? '');
  expect(Object.fromEntries(summary.outcomes.map((one) => [one.outcome, one.people]))).toEqual(
    Object.fromEntries([...people].map(([outcome, rows]) => [outcome, rows.length])),
  );
  // The people and those outside of them are the exported rows.
  const outside = summary.outside.reduce((sum, each) => sum + each.people, 0);
  expect(summary.people + outside).toBe(all.length);
  const rows = all.filter(({ excluded }) => withExcluded || excluded === 'no');
  const having = (column: string, value: unknown) =>
    rows.filter((row) => row[column] === String(value)).length;
  expect(summary.ease.counts).toEqual([1, 2, 3, 4, 5, 6, 7].map((ease) => having('ease', ease)));
  expect(summary.didIt).toMatchObject({ yes: having('did_it', 'yes'), no: having('did_it', 'no') });
  expect(summary.helped).toBe(rows.filter(({ helped }) => helped !== '').length);
}

describe.each(Object.entries(filters))('with the filter %s', (_name, query) => {
  it('holds whom the filter asks for, and counts up to what Summary says', async () => {
    const { asking } = filterPeople(world.all, query);
    const outlook = successBody<ExportOutlook>(
      await world.owner.get(`/api/tests/${world.testId}/exports?${query}`),
    );
    const exported = await exportOf(query);
    const files = await readZip(await archiveOf(exported));
    const rows = readCsv(files.get('sessions.csv'));
    const expected = asking.toSorted((a, b) => a.number - b.number);
    expect(rows.map((row) => [Number(row.session), row.outcome])).toEqual(
      expected.map((person) => [person.number, outcomeOf(person)]),
    );
    expect([exported.sessions, outlook.sessions]).toEqual([asking.length, asking.length]);
    const read = expected.filter(({ outcome }) => outcome !== null);
    const visits = readCsv(files.get('visits.csv'));
    expect(visits.length).toBe(0);
    expect(readCsv(files.get('clicks.csv')).map((row) => row.session)).toEqual(
      read.flatMap(({ number, clicks }) => clicks.map(() => String(number))),
    );
    const asksExcluded = new URLSearchParams(query).get('outcome')?.includes('excluded') ?? false;
    expectSummary(await world.ask<ResultSummary>('', query), rows, asksExcluded);
  });
});

it('says what the API says of each session', async () => {
  const { owner, testId, all } = world;
  const exported = await exportOf('revision=all', { names: true });
  const files = await readZip(await archiveOf(exported));
  const rows = readCsv(files.get('sessions.csv'));
  const answers = readCsv(files.get('answers.csv'));
  const items = await allRecordings(owner, testId);
  expect(rows.length).toBe(items.length);
  for (const item of items) {
    const row = rows.find(({ session }) => Number(session) === item.number);
    expect(row).toMatchObject({
      session_id: item.id,
      participant: item.participantName,
      outcome: item.outcome,
      revision: cell(item.revision.number),
      device: cell(item.device),
      started_at: item.startedAt,
      time_to_goal_ms: cell(item.timeToGoalMs),
      did_it: yesNo(item.answers?.didIt ?? null),
      ease: cell(item.answers?.ease ?? null),
      excluded: yesNo(all.find(({ id }) => id === item.id)?.isExcluded ?? null),
    });
    const itemAnswers = answers.filter(({ session }) => Number(session) === item.number);
    expect(itemAnswers.map(({ question, answer }) => [question, answer])).toEqual([
      ...(item.answers?.didIt != null ? [['did_it', yesNo(item.answers.didIt)]] : []),
      ...(item.answers?.ease != null ? [['ease', String(item.answers.ease)]] : []),
      ...(item.answers?.helped != null ? [['helped', item.answers.helped]] : []),
    ]);
  }
});

it('has a row for each task that a session was shown', async () => {
  const { owner, app } = world;
  const figmaUrl = app.parts.samplePrototypeUrl ?? '';
  const task = { kind: 'task', figmaUrl };
  const goal = { kind: 'screens', screens: ['700:1'], routes: [] };
  const steps = [
    { ...task, task: 'Find' },
    { ...task, task: 'Pay', goal },
  ];
  const test = successBody<Test>(
    await owner.post('/api/tests', { name: 'Shop', task: 'Find', figmaUrl, steps }),
  );
  const first = [begin(500, 1), press(2000, '1:2'), end(4000, 1, 'stuck')];
  const { sessionId } = await recordMessages(app, test, [
    ...[...first, begin(9000, 2), press(10_000, '1:2'), change(10_500, '700:1')],
  ]);
  const card = { did_it: true, ease: 3, helped: null };
  await app.parts.db
    .insertInto('answers')
    .values({ session_id: sessionId, step: 2, ...card })
    .execute();
  await recordMessages(app, test, first);
  const files = await readZip(await archiveOf(await exportOf('', {}, test._id)));
  expect(readCsv(files.get('tasks.csv'))).toMatchObject([
    { session: '1', step: '1', task: 'Find', ended: 'stuck', outcome: 'gave_up', clicks: '1' },
    {
      ...{ session: '1', step: '2', position: '2', task: 'Pay', ended: '', outcome: 'direct' },
      ...{ began_at_ms: '9000', time_to_goal_ms: '1500', did_it: 'yes', ease: '3' },
    },
    { session: '2', step: '1', outcome: 'gave_up' },
  ]);
  // One row a person, with columns of each task.
  expect(readCsv(files.get('sessions.csv'))).toMatchObject([
    {
      ...{ session: '1', outcome: 'gave_up', step_1_outcome: 'gave_up', step_1_ended: 'stuck' },
      ...{ step_2_outcome: 'direct', step_2_time_to_goal_ms: '1500', step_2_ease: '3' },
    },
    { session: '2', step_1_outcome: 'gave_up', step_2_outcome: '', step_2_clicks: '' },
  ]);
  expect(readCsv(files.get('clicks.csv')).map(({ session, step }) => [session, step])).toEqual([
    ['1', '1'],
    ['1', '2'],
    ['2', '1'],
  ]);
  expect(readCsv(files.get('answers.csv')).map(({ step, question }) => [step, question])).toEqual([
    ['2', 'did_it'],
    ['2', 'ease'],
  ]);
  expect(files.get('README.txt')?.toString()).toContain('tasks.csv');
  const single = await readZip(await archiveOf(await exportOf('revision=all')));
  expect(single.has('tasks.csv')).toBe(false);
  expect(Object.keys(readCsv(single.get('sessions.csv'))[0] ?? {})).not.toContain('step_1_outcome');
});

it('says the same with semicolons and decimal commas', async () => {
  const plain = await exportOf('revision=all');
  expect(plain.takes.separator).toBe('comma');
  const tables = await readZip(await archiveOf(plain));
  const exported = await exportOf('revision=all', { separator: 'semicolon' });
  expect(exported.takes.separator).toBe('semicolon');
  const files = await readZip(await archiveOf(exported));
  expect(files.get('README.txt')?.toString()).toContain('The separator is a semicolon');
  let decimals = 0;
  for (const [name, bytes] of tables) {
    if (!name.endsWith('.csv')) continue;
    const rows = readCsv(files.get(name), ';').map((row) =>
      Object.entries(row).map(([column, value]) => {
        const isDecimal = /^-?\d+,\d+$/.test(value);
        if (isDecimal) decimals += 1;
        return [column, isDecimal ? value.replace(',', '.') : value];
      }),
    );
    expect(rows).toEqual(readCsv(bytes).map(Object.entries));
  }
  expect(decimals).toBeGreaterThan(0);
});

it('places clicks by screen, and says which reacted', async () => {
  const files = await readZip(await archiveOf(await exportOf('revision=all')));
  const rows = readCsv(files.get('clicks.csv'));
  const expected = world.all
    .filter(({ outcome }) => outcome !== null)
    .flatMap((person) =>
      person.clicks.map(({ screen, at, reacted, atMs }) => ({
        session: cell(person.number),
        screen: cell(screen),
        at_ms: cell(atMs),
        x: cell(at?.x),
        y: cell(at?.y),
        reacted: yesNo(reacted),
      })),
    );
  const order = (row: { session: string; at_ms: string }) => Number(row.session);
  expect(rows).toMatchObject(expected.toSorted((a, b) => order(a) - order(b)));
});

describe('texts', () => {
  /** Text that people typed, and the text of the table. */
  const odd = [
    ['=HYPERLINK("http://evil.example","x")', `'=HYPERLINK("http://evil.example","x")`],
    ['+1', "'+1"],
    ['-1+1', "'-1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['x;=1+1', "x;'=1+1"],
    ['says "hi", then\r\nleaves', 'says "hi", then\r\nleaves'],
    ['مرحبا 👩‍🔬 ‮abc', 'مرحبا 👩‍🔬 ‮abc'],
    ["it's; fine", "it's; fine"],
  ] as const;

  it('come back as they were, and run no formula [1.3.3]', async () => {
    const { app, owner, testId, all } = world;
    const { body } = await owner.get(`/api/tests/${testId}/results?revision=all`);
    expect(body.total).toBeGreaterThan(0);
    const revision = await app.parts.db
      .selectFrom('revisions')
      .select('id')
      .where('test_id', '=', testId)
      .where('number', '=', 1)
      .executeTakeFirstOrThrow();
    const [some] = all;
    if (!some) throw new Error('there is no person');
    for (const [at, [text]] of odd.entries()) {
      const person = { ...some, number: 1000 + at, name: text, outcome: 'left' as const };
      const answers = { didIt: null, ease: null, helped: text };
      const seeded = { testId, revisionId: revision.id as never };
      await seedPerson(app.parts, seeded, { ...person, answers, isExcluded: false });
    }
    const files = await readZip(await archiveOf(await exportOf('revision=1', { names: true })));
    const rows = readCsv(files.get('sessions.csv')).filter(
      ({ session }) => Number(session) >= 1000,
    );
    const safe = odd.map(([, written]) => written);
    expect(rows.map(({ participant }) => participant)).toEqual(safe);
    expect(rows.map(({ helped }) => helped)).toEqual(safe);
    for (const bytes of files.values()) {
      expect(bytes.toString()).not.toMatch(/(?:^|[,;\t\n])"?[=+@]/);
    }
  });

  it('names stand there when they are asked for alone', async () => {
    const exported = await exportOf('revision=all');
    const archive = await archiveOf(exported);
    for (const bytes of (await readZip(archive)).values()) {
      for (const { name } of world.all) expect(bytes.includes(`,${name},`)).toBe(false);
    }
    const [row] = readCsv((await readZip(archive)).get('sessions.csv'));
    expect(Object.keys(row ?? {})).not.toContain('participant');
  });
});

it('explains each column', async () => {
  const files = await readZip(await archiveOf(await exportOf('', { names: true })));
  const readme = files.get('README.txt')?.toString() ?? '';
  for (const [name, bytes] of files) {
    if (!name.endsWith('.csv')) continue;
    expect(readme).toContain(`\n${name}\n`);
    const [head = ''] = bytes.toString().replace('\ufeff', '').split('\r\n');
    for (const column of head.split(',')) expect(readme).toContain(`\n${column}: `);
  }
  expect(readme).toContain('# Metrics');
  expect([...files.keys()][0]).toBe('README.txt');
});

describe('questions', () => {
  const options = [
    { id: 'daily', text: '=1+1' },
    { id: 'weekly', text: 'Every week' },
  ];
  const choice = { options, shuffled: true, other: true, none: true };
  const question = (text: string, form: object, more = {}) => ({
    ...{ kind: 'question', question: text, help: '', isRequired: true, form, ...more },
  });
  /** Steps with the numbers 1 to 12. */
  const steps = [
    { kind: 'task', task: 'Find' },
    question('How often?', { type: 'single', ...choice }, { help: 'In a year' }),
    question('Where?', { type: 'several', ...choice, none: false }, { isRequired: false }),
    question('How was it?', { type: 'scale', points: 7, low: '-Bad', high: 'Good' }),
    question('Once more?', { type: 'yes_no' }),
    question('How much?', { type: 'number' }, { shownWhen: { at: 2, isNot: ['daily', 'other'] } }),
    question(
      '=In a word?',
      { type: 'short_text' },
      { shownWhen: { at: 4, from: 1, to: 3 }, help: '@x' },
    ),
    question('Anything else?', { type: 'long_text' }, { shownWhen: { at: 1, is: ['stuck'] } }),
    ...['sus', 'umux_lite', 'nps'].map((set) => ({ kind: 'set', set })),
    { kind: 'text', text: 'Thank you' },
  ];
  const given = {
    2: { chosen: ['other'], other: '=1+1' },
    3: { chosen: ['weekly', 'daily'] },
    4: 6,
    5: false,
    6: 0.125,
    7: '@SUM(A1)',
    8: 'Line\r\n=2',
    9: [4, 2, 4, 2, 4, 2, 4, 2, 4, 2],
    10: [6, null],
    11: [0],
  };

  async function files(query = 'revision=all', separator = 'comma') {
    const { owner, app } = world;
    const figmaUrl = app.parts.samplePrototypeUrl ?? '';
    const [task, ...others] = steps;
    const form = { name: 'Shop', task: 'Find', figmaUrl };
    const allSteps = [{ ...task, figmaUrl }, ...others];
    const test = successBody<Test>(await owner.post('/api/tests', { ...form, steps: allSteps }));
    const begins = Array.from({ length: 11 }, (_, at) => begin((at + 2) * 1000, at + 2));
    const moments = [2, 3].map((step) => ({
      ...{ type: 'TRYOUT_ANSWERED', atMs: step * 1000 + 500, data: { step } },
    }));
    const { sessionId } = await recordMessages(app, test, [
      ...[begin(100, 1), press(200, '1:2'), end(1000, 1)],
      ...[...begins, ...moments].toSorted((a, b) => a.atMs - b.atMs),
    ]);
    const rows = Object.entries(given).map(([step, answer]) => ({
      ...{ session_id: sessionId, step: Number(step), answer: JSON.stringify(answer) },
      ...(step === '2' && { tags: ['price', 'map'] }),
    }));
    await app.parts.db.insertInto('answers').values(rows).execute();
    // The next revision asks for the scale in other words, and for no place.
    const next = (test.steps ?? [])
      .filter(({ number }) => number !== 3)
      .map((step) => (step.number === 4 ? { ...step, question: 'How did it go?' } : step));
    successBody(await owner.put(`/api/tests/${test._id}`, { ...form, steps: next }));
    const session = await startSession(app.anyone, test, { name: 'Ann' });
    const messages = [begin(100, 1), end(900, 1), begin(1000, 2), begin(1500, 4)];
    const sent = new FormData();
    sent.append('video', new Blob([Uint8Array.from(sentVideo)], { type: 'video/webm' }), 'a.webm');
    sent.append('events', JSON.stringify(messages.map((one, seq) => ({ seq, ...one }))));
    successBody(await sendForm(app.anyone, test, { form: sent, session }));
    return await readZip(await archiveOf(await exportOf(query, { separator }, test._id)));
  }

  it('have a column each, rows in the long form, and a code book', async () => {
    const archive = await files();
    const [first, second] = readCsv(archive.get('sessions.csv'));
    const columns = Object.keys(first ?? {}).filter((name) => /^(question|step)_/.test(name));
    expect(columns).toEqual([
      ...['question_2', 'question_2_other', 'question_3', 'question_3_other'],
      ...['question_4', 'question_5', 'question_6', 'question_7', 'question_8'],
      ...Array.from({ length: 10 }, (_, at) => `question_9_${at + 1}`),
      ...['question_9_score', 'question_10_1', 'question_10_2', 'question_10_score'],
      'question_11_1',
    ]);
    expect(first).toMatchObject({
      ...{ question_2: 'Other', question_2_other: "'=1+1", question_3: "Every week;' =1+1" },
      ...{ question_3_other: '', question_4: '6', question_5: 'No', question_6: '0.125' },
      ...{ question_7: "'@SUM(A1)", question_8: "Line\r\n'=2", question_9_1: '4' },
      ...{ question_9_10: '2', question_9_score: '75', question_10_1: '6', question_10_2: '' },
      ...{ question_10_score: '', question_11_1: '0' },
    });
    expect(columns.map((name) => second?.[name])).toEqual(columns.map(() => ''));

    const answers = readCsv(archive.get('answers.csv'));
    const long = answers.map(({ session, question }) => `${session} ${question}`);
    expect(long).toEqual([
      ...columns.filter((name) => !/_(score|other)$/.test(name)).map((name) => `1 ${name}`),
      ...['2 question_2', '2 question_4'],
    ]);
    const of = (name: string) => answers.find(({ question }) => question === name);
    expect(of('question_2')).toMatchObject({
      ...{ step: '2', kind: 'single', text: 'How often?', answer: 'Other', own_words: "'=1+1" },
      ...{ number: '', shown_at_ms: '2000', answered_at_ms: '2500' },
    });
    expect([of('question_2')?.tags, of('question_4')?.tags]).toEqual(['price map', '']);
    expect(of('question_2')?.answered_at).toMatch(/^\d{4}-.*Z$/);
    expect(of('question_6')).toMatchObject({ answer: '0.125', number: '0.125' });
    expect(of('question_9_2')).toMatchObject({
      ...{ step: '9', kind: 'sus', answer: '2', number: '2', shown_at_ms: '9000' },
      text: 'I found the system unnecessarily complex.',
    });
    expect(answers.at(-1)).toMatchObject({
      ...{ text: 'How did it go?', answer: '', answered_at: '', shown_at_ms: '1500' },
    });

    const book = readCsv(archive.get('code_book.csv'));
    const ofRevision = (number: string) => book.filter(({ revision }) => revision === number);
    expect(ofRevision('1').map(({ column }) => column)).toEqual(columns);
    expect(ofRevision('2').map(({ column }) => column)).toEqual(
      columns.filter((name) => !name.startsWith('question_3')),
    );
    const row = (column: string, revision = '1') =>
      ofRevision(revision).find((one) => one.column === column);
    expect(row('question_2')).toEqual({
      ...{ revision: '1', position: '2', step: '2', column: 'question_2', kind: 'single' },
      ...{ wording: 'How often?', help: 'In a year', required: 'yes' },
      ...{ options: 'daily==1+1; weekly=Every week; other=Other; none=None of these' },
      ...{ from: '', to: '', low: '', high: '', shown_only_if: '' },
    });
    expect(row('question_2_other')).toMatchObject({ kind: 'own_words', options: '' });
    expect(row('question_3')?.required).toBe('no');
    expect(row('question_4', '2')).toMatchObject({
      ...{
        position: '3',
        wording: 'How did it go?',
        from: '1',
        to: '7',
        low: "'-Bad",
        high: 'Good',
      },
    });
    expect(row('question_5')?.options).toBe('yes=Yes; no=No');
    expect(row('question_7')).toMatchObject({ wording: "'=In a word?", help: "'@x" });
    expect(of('question_7')).toMatchObject({ text: "'=In a word?", answer: "'@SUM(A1)" });
    expect(
      ['question_6', 'question_7', 'question_8'].map((one) => row(one)?.shown_only_if),
    ).toEqual(['step 2 is not daily or other', 'step 4 is from 1 to 3', 'step 1 is stuck']);
    expect(row('question_9_score')).toMatchObject({ kind: 'score', from: '0', to: '100', low: '' });
    expect(row('question_11_1')).toMatchObject({ from: '0', to: '10', low: 'Not at all likely' });

    const text = archive.get('README.txt')?.toString() ?? '';
    expect(text).toContain('may contain personal things');
    for (const name of ['question_9_score', 'own_words', 'shown_only_if']) {
      expect(text).toContain(`\n${name}: `);
    }
  });

  it('keep all decimals of a typed number, and stand for their revision alone', async () => {
    const archive = await files('revision=2', 'semicolon');
    const [row] = readCsv(archive.get('sessions.csv'), ';');
    expect(row).toMatchObject({ session: '2', question_4: '' });
    expect(row).not.toHaveProperty('question_3');
    expect(
      readCsv(archive.get('code_book.csv'), ';').map(({ revision }) => revision),
    ).not.toContain('1');
    const older = await files('revision=1', 'semicolon');
    expect(readCsv(older.get('sessions.csv'), ';')[0]?.question_6).toBe('0,125');
  });

  it('have no columns and no code book where nothing was asked', async () => {
    const archive = await readZip(await archiveOf(await exportOf('revision=all')));
    expect(archive.has('code_book.csv')).toBe(false);
    const [row] = readCsv(archive.get('answers.csv'));
    expect(Object.keys(row ?? {})).toEqual([
      ...['session', 'question', 'text', 'answer', 'answered_at', 'step'],
    ]);
  });
});
