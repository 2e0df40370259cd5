// Findings: numbers are those of the Summary, by rule too; two people at once lose nothing; order; deleted evidence.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding, Report } from '#contract/findings.ts';
import type { NumberValue } from '#contract/report-numbers.ts';
import type { ResultSummary } from '#contract/results.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import {
  count,
  filterPeople,
  isCounted,
  isSuccess,
  isTaken,
  openWorld,
  outcomeOf,
  presented,
  visitsOf,
  type World,
} from '#testing/reference-counts.ts';
import { joinTeam } from '#testing/team.ts';

let world: World;
let owner: TestClient;
let member: TestClient;
let path: string;

beforeAll(async () => {
  world = await openWorld();
  ({ owner } = world);
  member = await joinTeam(world.app, { owner, email: 'grace@example.com' });
  path = `/api/tests/${world.testId}`;
});
afterAll(() => world.app.close());

const number = (number: string, moments: string | null = null, filter = '') => ({
  kind: 'number',
  // A heading that a caller sends is ignored.
  number: { number, filter, moments, title: '99 people hated this', subtitle: 'All' },
});
const add = async (input: object) =>
  successBody<Finding>(await owner.post(`${path}/findings`, { sentence: 'Found', ...input }));
const listed = async () =>
  successBody<{ findings: Finding[] }>(await owner.get(`${path}/findings`)).findings;
const numberOf = ({ evidence: [first] }: Finding): NumberValue | null => {
  if (first?.kind !== 'number') throw new Error('no number');
  return first.number.value;
};

describe('a number as evidence', () => {
  it('is what the Summary shows, with its filter, definition and time', async () => {
    const summary = await world.ask<ResultSummary>('', 'device=Firefox%20on%20Windows');
    const added = await add({ evidence: [number('success', null, 'device=Firefox on Windows')] });
    expect(numberOf(added)).toEqual({ is: 'share', ...summary.success });
    const [evidence] = added.evidence;
    expect(evidence).toMatchObject({
      number: {
        number: 'success',
        definition: expect.stringContaining('Reached the goal'),
        at: expect.stringMatching(/^20\d\d-/),
      },
    });
    // The stored filter contains the revision and the task that the page meant.
    const filter = evidence?.kind === 'number' ? evidence.number.filter : '';
    expect(Object.fromEntries(new URLSearchParams(filter))).toEqual({
      device: 'Firefox on Windows',
      revision: '2',
      step: '1',
    });
  });

  it.each([
    ['direct', ({ direct }: ResultSummary) => ({ is: 'share', ...direct })],
    ['time_to_goal', (all) => ({ is: 'average', unit: 'ms', ...all.timeToGoal?.average })],
    [
      'time_on_task',
      ({ timeOnTask: { values, ...average } }) => ({ is: 'average', unit: 'ms', ...average }),
    ],
    ['ease', ({ ease }) => ({ is: 'average', unit: 'points', ...ease.average })],
    [
      'lostness',
      ({ lostness }) => {
        const { leftOut, ...average } = lostness ?? { leftOut: 0 };
        return { is: 'average', unit: 'points', ...average };
      },
    ],
  ] as [string, (summary: ResultSummary) => unknown][])('%s is too', async (name, expected) => {
    const summary = await world.ask<ResultSummary>('', '');
    expect(numberOf(await add({ evidence: [number(name)] }))).toEqual(expected(summary));
  });

  it('of fewer than five people has each time, as on the Summary', async () => {
    const person = world.all.find((one) => one.revision === 2 && isCounted(one));
    const filter = `text=${encodeURIComponent(person?.name ?? '')}`;
    const { timeOnTask } = await world.ask<ResultSummary>('', filter);
    expect([timeOnTask.n, timeOnTask.values?.length]).toEqual([1, 1]);
    const few = numberOf(await add({ evidence: [number('time_on_task', null, filter)] }));
    expect(few).toMatchObject({ values: timeOnTask.values });
    const all = numberOf(await add({ evidence: [number('time_on_task')] }));
    expect(all).not.toHaveProperty('values');
  });

  it('of a screen or of people is k of n of those whom the filter keeps', async () => {
    const { kept } = filterPeople(world.all, '');
    const back = kept.filter((person) => visitsOf(person, 2).length > 1);
    const visitors = kept.filter((person) => presented(person).includes(2));
    const failed = kept.filter((person) => isCounted(person) && !isSuccess(person));
    const ended = failed.filter(({ path: screens }) => screens.at(-1)?.screen === 3);
    const left = count(kept.map(outcomeOf)).get('left') ?? 0;
    const counted = kept.filter(isCounted);
    const expected: [string, string, number, number][] = [
      ['came_back', 'of=came_back&at=2', back.length, visitors.length],
      ['ended_here', 'of=ended_here&at=3', ended.length, failed.length],
      ['outcome', 'of=people&outcome=left', left, counted.length],
      ['people', 'of=people&outcome=left', left, kept.length],
      ['people', 'of=visited&at=2', visitors.length, kept.length],
    ];
    for (const [kind, moments, k, n] of expected) {
      const value = numberOf(await add({ evidence: [number(kind, moments)] }));
      expect([kind, moments, value]).toEqual([kind, moments, expect.objectContaining({ k, n })]);
    }
  });

  it('of another outcome than the page filters is of all whom the rest of its filter keeps', async () => {
    const { kept } = filterPeople(world.all, '');
    const gaveUp = count(kept.map(outcomeOf)).get('gave_up') ?? 0;
    const evidence = [number('people', 'of=people&outcome=gave_up', 'outcome=left')];
    expect(numberOf(await add({ evidence }))).toMatchObject({ k: gaveUp, n: kept.length });
  });

  it('has the heading that the server words, not one of the caller', async () => {
    const headings: [string, string | null, string, string][] = [
      ['success', null, 'Reached the goal', ''],
      ['time_on_task', null, 'Time on task', ''],
      ['came_back', 'of=came_back&at=2', 'people came back to ', ''],
      ['outcome', 'of=people&outcome=left', 'people: Left', 'Closed the tab'],
    ];
    for (const [kind, moments, title, subtitle] of headings) {
      const { evidence } = await add({ evidence: [number(kind, moments)] });
      expect(evidence).toMatchObject([
        {
          number: {
            title: expect.stringContaining(title),
            subtitle: expect.stringContaining(subtitle),
          },
        },
      ]);
      expect(JSON.stringify(evidence)).not.toContain('hated');
    }
  });

  it('stays as it was among the findings, and follows the results in the report', async () => {
    const added = await add({ evidence: [number('people', 'of=people&outcome=left')] });
    const before = numberOf(added);
    const leaver = world.all.find(
      ({ revision, ...person }) =>
        revision === 2 && person.outcome === 'left' && !person.isExcluded,
    );
    successBody(
      await owner.delete(
        `${path}/recording/x/y/${encodeURIComponent(`${leaver?.name}_${1_700_000_000_000 + (leaver?.number ?? 0)}`)}`,
      ),
    );
    const [evidence] = added.evidence;
    const { numbers } = successBody<{ numbers: { id: string; value: NumberValue }[] }>(
      await owner.get(`${path}/report/numbers`),
    );
    const now = numbers.find(({ id }) => id === evidence?.id)?.value;
    const stored = (await listed()).find(({ id }) => id === added.id);
    expect(stored && numberOf(stored)).toEqual(before);
    const [was, is] = [before, now].map((value) => (value?.is === 'share' ? value.k : -1));
    expect(is).toBe((was ?? 0) - 1);
    const { findings } = successBody<Report>(await owner.get(`${path}/report`));
    const reported = findings.find(({ id }) => id === added.id);
    expect(reported && numberOf(reported)).toEqual(now);
  });
});

describe('a finding', () => {
  it('by rule is kept once for a place and a filter', async () => {
    const input = {
      sentence: '3 came back to Home.',
      isByRule: true,
      evidence: [number('came_back', 'of=came_back&at=2')],
    };
    const first = await add(input);
    const again = await add({ ...input, sentence: 'Otherwise' });
    expect(again).toEqual(first);
    const other = await add({
      ...input,
      evidence: [number('came_back', 'of=came_back&at=2', 'revision=1')],
    });
    expect(other.id).not.toBe(first.id);
  });

  it('of two people who change it at once is the first one’s; the other sees both', async () => {
    const { id } = await add({ sentence: 'Before', evidence: [number('ease')] });
    const seen = (await listed()).find((finding) => finding.id === id);
    const evidence = seen?.evidence.map((each) => each.id);
    const change = (client: TestClient, sentence: string) =>
      client.put(`/api/findings/${id}`, { version: 1, sentence, text: 'T', evidence });
    const saved = successBody<Finding>(await change(member, 'Grace’s'));
    expect(saved).toMatchObject({ sentence: 'Grace’s', version: 2, evidence: seen?.evidence });
    const refused = await change(owner, 'Ada’s');
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', present: { sentence: 'Grace’s', version: 2 } },
    });
    // A lost response is requested again.
    expect(successBody(await change(member, 'Grace’s'))).toEqual(saved);
  });

  it('takes evidence whatever its version, and gives some back', async () => {
    const { id, version } = await add({});
    const add1 = successBody<Finding>(
      await member.post(`/api/findings/${id}/evidence`, number('ease')),
    );
    const add2 = successBody<Finding>(
      await owner.post(`/api/findings/${id}/evidence`, number('direct')),
    );
    expect(add2.version).toBe(version + 2);
    expect(add2.evidence.map((each) => each.kind === 'number' && each.number.number)).toEqual([
      'ease',
      'direct',
    ]);
    const [ease, direct] = add2.evidence.map((each) => each.id);
    const body = { version: add2.version, sentence: 'S', text: '', evidence: [direct, ease] };
    const swapped = successBody<Finding>(await owner.put(`/api/findings/${id}`, body));
    expect(swapped.evidence.map((each) => each.id)).toEqual([direct, ease]);
    const alone = successBody<Finding>(
      await owner.put(`/api/findings/${id}`, {
        ...body,
        version: swapped.version,
        evidence: [ease],
      }),
    );
    expect(alone.evidence.map((each) => each.id)).toEqual([ease]);
    expect(add1.evidence).toHaveLength(1);
  });

  it('moves; two moves at once both happen', async () => {
    const ids: string[] = [];
    for (const sentence of ['A', 'B', 'C', 'D']) ids.push((await add({ sentence })).id);
    const [a, b, c, d] = ids;
    const place = (client: TestClient, id: string | undefined, after: string | null | undefined) =>
      client.put(`/api/findings/${id}/place`, { after });
    await Promise.all([place(owner, a, b), place(member, d, null)]);
    const order = (await listed()).map(({ id }) => id).filter((id) => ids.includes(id));
    expect(order).toEqual([d, b, a, c]);
    expect((await listed())[0]?.id).toBe(d);
    expect(await place(owner, a, a)).toMatchObject({ status: 404 });
  });

  it('stands before those that are less severe, wherever it is moved', async () => {
    const minor = await add({ sentence: 'Minor', severity: 2 });
    const worst = await add({ sentence: 'Worst', severity: 4 });
    const other = await add({ sentence: 'Worst too', severity: 4 });
    const order = async () => (await listed()).slice(0, 3).map(({ id }) => id);
    expect(await order()).toEqual([worst.id, other.id, minor.id]);
    const moved = await owner.put(`/api/findings/${minor.id}/place`, { after: null });
    expect(successBody<{ findings: string[] }>(moved).findings.slice(0, 3)).toEqual(await order());
    expect(await order()).toEqual([worst.id, other.id, minor.id]);
    successBody(await owner.put(`/api/findings/${other.id}/place`, { after: null }));
    expect(await order()).toEqual([other.id, worst.id, minor.id]);
  });

  it('is deleted in the version that was seen', async () => {
    const { id } = await add({});
    successBody(await member.post(`/api/findings/${id}/evidence`, number('ease')));
    const stale = await owner.delete(`/api/findings/${id}?version=1`);
    expect(stale).toMatchObject({ status: 409, body: { present: { version: 2 } } });
    successBody(await owner.delete(`/api/findings/${id}?version=2`));
    expect((await listed()).map((finding) => finding.id)).not.toContain(id);
  });
});

it('the report says what was asked and who took part', async () => {
  const { revisions, findings } = successBody<Report>(await owner.get(`${path}/report`));
  const people = (revision: number, isOutside: boolean) =>
    world.all.filter((one) => one.revision === revision && isTaken(one) !== isOutside).length;
  // One was deleted above.
  expect(revisions).toMatchObject([
    { number: 2, task: 't2', people: people(2, false) - 1, excluded: people(2, true) },
    { number: 1, task: 't', people: people(1, false), excluded: people(1, true) },
  ]);
  expect(findings.map(({ id }) => id)).toEqual((await listed()).map(({ id }) => id));
});
