// The story of a report: drafts that follow the numbers, the verdict, and one state of all numbers for everyone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding, Report } from '#contract/findings.ts';
import type { ClipId } from '#contract/ids.ts';
import type { ReportStory, StoryInput } from '#contract/report-story.ts';
import type { ResultChoices } from '#contract/results.ts';
import { meanOnScale } from '#insight/numbers/mean.ts';
import { proportionOf } from '#insight/numbers/share.ts';
import { newId } from '#server/platform/new-id.ts';
import { successBody } from '#testing/client.ts';
import { isSuccess, openWorld, type Person, type World } from '#testing/reference-counts.ts';
import { openAsVisitor, share, type Visitor } from '#testing/visitor.ts';
import { draftsOf, followedText } from './report-story.rules.ts';

let world: World;
let path: string;
let visitor: Visitor;

beforeAll(async () => {
  world = await openWorld();
  path = `/api/tests/${world.testId}`;
  const { token } = await share(world.owner, world.testId, { thing: { kind: 'report' } });
  visitor = await openAsVisitor(world.app.origin, token);
});
afterAll(() => world.app.close());

const report = async () => successBody<Report>(await world.owner.get(`${path}/report`));
const visitedReport = async (): Promise<Report> =>
  (await visitor.get(`/tests/${world.testId}/report`)).json();
const write = async (changes: Partial<StoryInput>) => {
  const { title, summary, nextSteps, verdict, version } = (await report()).story;
  return await world.owner.put(`${path}/report`, {
    ...{ title, summary: summary.text, nextSteps: nextSteps.text, version },
    ...{ targetPercent: verdict?.targetPercent ?? null, ...changes },
  });
};
const add = async (input: object) =>
  successBody<Finding>(await world.owner.post(`${path}/findings`, { sentence: 'Found', ...input }));
const number = (number: string, moments: string | null = null) => ({
  kind: 'number',
  number: { number, filter: '', moments },
});
/** Excludes someone who reached the goal in the newest revision. */
const excludeOne = async (): Promise<Person> => {
  const person = world.all.find((one) => one.revision === 2 && isSuccess(one) && !one.isExcluded);
  if (!person) throw new Error('no one succeeds');
  const decision = { reason: 'A colleague', basedOn: null };
  successBody(await world.owner.put(`/api/recordings/${person.id}/exclusion`, decision));
  person.isExcluded = true;
  return person;
};
const firstNumber = ({ findings }: Report, sentence: string) => {
  const first = findings.find((one) => one.sentence === sentence)?.evidence[0];
  return first?.kind === 'number' ? first : null;
};

it('says with what the people of each revision came', async () => {
  for (const { number, devices } of (await report()).revisions) {
    const choices = await world.owner.get(`${path}/results/choices?revision=${number}`);
    expect(devices).toEqual(successBody<ResultChoices>(choices).devices);
  }
});

it('without a story the texts are drafts of the numbers and the findings, the most severe first', async () => {
  await add({ sentence: 'Minor', severity: 2, recommendation: 'Later.' });
  const evidence = [number('came_back', 'of=came_back&at=2')];
  await add({ sentence: 'Major', severity: 4, recommendation: 'Now.\nReally.', evidence });
  await add({ sentence: 'Unrated' });
  const { story, cover, findings } = await report();
  expect(findings.map(({ sentence }) => sentence)).toEqual(['Major', 'Minor', 'Unrated']);
  const { k, n, share: rate } = cover.success ?? { k: 0, n: 0, share: null };
  const value = firstNumber(await report(), 'Major')?.number.value;
  const back = value?.is === 'share' ? value : { k: 0, n: 0 };
  const summary = [
    `${cover.people} people tried the task. ${Math.round((rate ?? 0) * 100)} % of them reached ${cover.goalScreens[0]} (${k} of ${n}).`,
    'The three problems:',
    `1. Major (${back.k} of the ${back.n} people who saw the screen)`,
    '2. Minor',
    '3. Unrated',
  ].join('\n');
  expect(story.summary).toEqual({
    ...{ text: summary, draft: summary },
    ...{ isDraft: true, isOutdated: false },
  });
  expect(story.nextSteps.text).toBe('1. Now. Really.\n2. Later.');
  expect(story).toMatchObject({ title: '', version: 0, verdict: null });
});

it('the verdict compares the interval of the cover with the goal', async () => {
  const { success } = (await report()).cover;
  const percentOf = (share: number | null | undefined) => Math.round((share ?? 0) * 100);
  const verdictAt = async (targetPercent: number) =>
    successBody<ReportStory>(await write({ targetPercent })).verdict;
  expect(await verdictAt(percentOf(success?.low) - 2)).toMatchObject({ state: 'reached' });
  expect(await verdictAt(percentOf(success?.high) + 2)).toMatchObject({ state: 'missed' });
  const undecided = await verdictAt(percentOf(success?.share) + 1);
  expect(undecided).toMatchObject({ state: 'undecided' });
  expect((await visitedReport()).story.verdict).toEqual(undecided);
  successBody(await write({ targetPercent: null }));
});

it('of two members who write at once the second is refused and sees what is there', async () => {
  const { version } = (await report()).story;
  const saved = successBody<ReportStory>(await write({ title: 'First', version }));
  expect(saved).toMatchObject({ title: 'First', version: version + 1 });
  expect(await write({ title: 'Second', version })).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile', present: { title: 'First', version: version + 1 } },
  });
  expect(successBody(await write({ title: 'First', version }))).toEqual(saved);
});

describe('after an exclusion', () => {
  it('cover, findings, summary and the visitor’s report are of the same people', async () => {
    await add({ sentence: 'Success', evidence: [number('success')] });
    const { summary } = (await report()).story;
    successBody(await write({ summary: `Written by Ada.\n${summary.draft}` }));
    const before = await report();
    await excludeOne();
    const now = await report();
    const k = (before.cover.success?.k ?? 0) - 1;
    const n = (before.cover.success?.n ?? 0) - 1;
    expect(now.cover.success).toMatchObject({ k, n });
    expect(firstNumber(now, 'Success')?.number.value).toEqual({
      is: 'share',
      ...now.cover.success,
    });
    expect(now.story.summary.text).toContain(`(${k} of ${n}).`);
    expect(now.story.summary).toMatchObject({ isDraft: false, isOutdated: false });
    expect(now.story.summary.text.startsWith('Written by Ada.\n')).toBe(true);
    const visited = await visitedReport();
    expect(visited.cover.success).toEqual(now.cover.success);
    expect(visited.story.summary).toEqual(now.story.summary);
    expect(firstNumber(visited, 'Success')?.number.value).toEqual(
      firstNumber(now, 'Success')?.number.value,
    );
    expect(now.revisions[0]?.people).toBe(now.cover.people);
  });

  it('a sentence of one’s own is said to be of other numbers', async () => {
    successBody(await write({ summary: 'Two thirds made it.' }));
    expect((await report()).story.summary.isOutdated).toBe(false);
    await excludeOne();
    const { summary } = (await report()).story;
    expect(summary).toMatchObject({ text: 'Two thirds made it.', isOutdated: true });
    successBody(await write({ summary: '' }));
    expect((await report()).story.summary).toMatchObject({ isDraft: true, isOutdated: false });
  });

  it('an open page of a visitor sees another stamp', async () => {
    const stamp = async () => (await (await visitor.get('')).json()).stamp;
    const before = await stamp();
    await excludeOne();
    const after = await stamp();
    expect(after).not.toBe(before);
    successBody(await write({ title: 'Another' }));
    expect(await stamp()).not.toBe(after);
  });
});

describe('clips of the report', () => {
  const clipOf = async ({ id: session_id }: Person) => {
    const id = newId<ClipId>();
    const clip = { id, session_id, test_id: world.testId, from_ms: 0, to_ms: 600_000, tags: [] };
    await world.app.parts.db.insertInto('clips').values(clip).execute();
    return { id };
  };

  it('stand at the numbers whose people they show, for visitors too, with their press', async () => {
    const taken = world.all.filter((one) => one.revision === 2 && !one.isExcluded);
    const succeeded = taken.find(isSuccess);
    const left = taken.find(({ outcome }) => outcome === 'left');
    const earlier = world.all.find((one) => one.revision === 1 && isSuccess(one));
    if (!succeeded || !left || !earlier) throw new Error('people are missing');
    const [one, two, three] = [await clipOf(succeeded), await clipOf(left), await clipOf(earlier)];
    const clips = [one, two, three].map(({ id }) => ({ kind: 'clip', clipId: id }));
    const numbers = [number('success'), number('people', 'of=people&outcome=left')];
    await add({ sentence: 'Clips', evidence: [...numbers, ...clips] });
    for (const seen of [await report(), await visitedReport()]) {
      expect(seen.cover.clips).toEqual([one.id, two.id]);
      const { evidence = [] } = seen.findings.find(({ sentence }) => sentence === 'Clips') ?? {};
      const ofNumbers = evidence.flatMap((each) => (each.kind === 'number' ? [each.clips] : []));
      expect(ofNumbers).toEqual([[one.id], [two.id]]);
    }
  });
});

describe('lines of a draft', () => {
  const before = { a: 'Three left.', b: '1. One' };
  const cases: { what: string; text: string; now: Record<string, string>; followed: string }[] = [
    { what: 'follow', text: 'Three left.', now: { a: 'Two left.' }, followed: 'Two left.' },
    {
      ...{ what: 'follow between own lines', text: 'Mine\n Three left.\nToo' },
      ...{ now: { a: 'Two.' }, followed: 'Mine\nTwo.\nToo' },
    },
    {
      ...{ what: 'that were changed stay', text: 'Only three left.' },
      ...{ now: { a: 'Two left.' }, followed: 'Only three left.' },
    },
    {
      ...{ what: 'that have no successor go', text: 'Mine\n1. One' },
      ...{ now: { a: 'Two left.' }, followed: 'Mine' },
    },
  ];
  it.each(cases)('$what', ({ text, now, followed }) => {
    expect(followedText(text, before, now)).toBe(followed);
  });
});

describe('a draft about several tasks', () => {
  const task = (step: number, [k, n]: readonly [number, number], variant?: number) => ({
    ...{ step, task: step === 1 ? `Find ${'a plant '.repeat(20)}` : 'Pay.', arrivals: n },
    ...{ success: proportionOf(k, n), ...(variant && { variant }) },
    ...{ outcomes: [], timeToGoal: null, ease: meanOnScale([], { low: 1, high: 7 }), start: null },
  });
  const linesOf = async (tasks: Report['cover']['tasks']) => {
    const cover = { ...(await report()).cover, people: 57, tasks };
    return Object.values(draftsOf({ cover, findings: [], verdict: null }).summary);
  };

  it('says who was shown a task, which of its two versions did better, and cuts long texts at a word', async () => {
    expect(await linesOf([task(1, [35, 57]), task(2, [14, 25], 1), task(3, [22, 25], 2)])).toEqual([
      '57 people took the test with 2 tasks.',
      `Task 1, ‘Find ${'a plant '.repeat(11).trim()} a…’: 61 % succeeded (35 of 57, 95 % interval 48–73 %).`,
      'Task 2 A, ‘Pay.’: 56 % succeeded (14 of 25, 95 % interval 37–73 %).',
      'Task 2 B, ‘Pay.’: 88 % succeeded (22 of 25, 95 % interval 70–96 %).',
      'Task 2 was shown to 50 of them.',
      // By Newcombe 1998, from the intervals above.
      'People with version B of task 2 succeeded more often: +32 points (95 % interval 7 to 52).',
    ]);
  });

  it('does not claim a difference that is not shown', async () => {
    const lines = await linesOf([task(2, [14, 25], 1), task(3, [16, 32], 2)]);
    expect(lines.at(-1)).toBe(
      'No difference in success is shown between versions A and B of task 1 (95 % interval −19 to 30 points).',
    );
  });
});
