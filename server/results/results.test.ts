// results.*: every number against the same people counted in JavaScript, with and without filters.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcome } from '#contract/outcomes.ts';
import type { ResultChoices, ResultSummary } from '#contract/results.ts';
import { meanOnScale } from '#insight/numbers/mean.ts';
import { proportionOf } from '#insight/numbers/share.ts';
import { averageTime } from '#insight/numbers/times.ts';
import {
  answerTests,
  count,
  filterPeople,
  filters,
  isCounted,
  isSuccess,
  isTaken,
  openWorld,
  outcomeOf,
  presented,
  tagsOfPerson,
  times,
  type World,
} from '#testing/reference-counts.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.app.close());

describe.each(Object.entries(filters))('with the filter %s', (_name, query) => {
  it('sums up', async () => {
    const { of, asking, kept, outside, answering } = filterPeople(world.all, query);
    const summary = await world.ask<ResultSummary>('', query);
    const byOutcome = count(asking.map(outcomeOf));
    expect(summary).toMatchObject({ people: kept.length, total: of.length, beingRead: 0 });
    expect(summary.outcomes).toEqual(
      outcome.options.flatMap((each) =>
        byOutcome.has(each) ? [{ outcome: each, people: byOutcome.get(each) }] : [],
      ),
    );
    const outsideOf = count(outside.map(outcomeOf));
    expect(summary.outside).toEqual(
      outcome.options.flatMap((each) =>
        outsideOf.has(each) ? [{ outcome: each, people: outsideOf.get(each) }] : [],
      ),
    );
    // The parts add up to the recordings that match the filter.
    const parts = summary.outside.reduce((sum, each) => sum + each.people, summary.people);
    expect(parts).toBe(asking.length);
    const n = kept.filter(isCounted).length;
    const isThere = !query.includes('999');
    const isRate = isThere && !query.includes('outcome=');
    const success = proportionOf(kept.filter(isSuccess).length, n);
    expect(summary.success).toEqual(isRate ? success : null);
    const direct = kept.filter((person) => outcomeOf(person) === 'direct').length;
    expect(summary.direct).toEqual(isRate ? proportionOf(direct, n) : null);
    expect(summary.timeToGoal?.average ?? null).toEqual(isThere ? averageTime(times(kept)) : null);
    expect(summary.timeToGoal?.values?.map(({ ms }) => ms) ?? []).toEqual(
      times(kept).sort((a, b) => a - b),
    );
    const onTask = kept
      .filter((person) => isCounted(person) && person.path.length > 0)
      .map(({ path, endedAtMs }) => endedAtMs - (path[0]?.atMs ?? 0));
    expect(summary.timeOnTask).toEqual({
      ...averageTime(onTask),
      values: onTask.length < 5 ? onTask.toSorted((a, b) => a - b) : null,
    });
    const eases = answering.flatMap(({ answers }) => answers?.ease ?? []);
    expect(summary.ease.counts).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((ease) => eases.filter((each) => each === ease).length),
    );
    expect(summary.ease.average).toEqual(
      meanOnScale(
        eases.toSorted((a, b) => a - b),
        { low: 1, high: 7 },
      ),
    );
    const outsiders = answering.filter((person) => !kept.includes(person));
    expect(summary.ease.outside).toBe(
      outsiders.filter(({ answers }) => (answers?.ease ?? null) !== null).length,
    );
    const did = count(answering.map(({ answers }) => answers?.didIt ?? null));
    expect(summary.didIt).toEqual({
      yes: did.get(true) ?? 0,
      no: did.get(false) ?? 0,
      outside: outsiders.filter(({ answers }) => (answers?.didIt ?? null) !== null).length,
    });
    const wrote = answering.filter(answerTests.helped).sort((a, b) => b.number - a.number);
    expect(summary.helped).toBe(wrote.length);
    expect(summary.comments).toEqual(
      wrote.slice(0, 20).map((person) => ({
        sessionId: person.id,
        number: person.number,
        participantName: person.name,
        outcome: outcomeOf(person),
        text: person.answers?.helped,
      })),
    );
  });

  it('offers values with their people', async () => {
    const { of, kept } = filterPeople(world.all, query);
    const choices = await world.ask<ResultChoices>('/choices', query);
    expect(choices).toMatchObject({ people: kept.length, total: of.length });
    for (const { number, people } of choices.screens) {
      const visitors = of.filter((person) => presented(person).includes(number));
      expect([number, people]).toEqual([number, visitors.length]);
    }
    const devices = count(of.flatMap(({ device }) => device ?? []));
    expect(new Map(choices.devices.map(({ device, people }) => [device, people]))).toEqual(devices);
    for (const { answer, people } of choices.answers) {
      expect([answer, people]).toEqual([answer, of.filter(answerTests[answer]).length]);
    }
    const tags = count(of.flatMap(tagsOfPerson));
    expect(new Map(choices.tags.map(({ tag, people }) => [tag, people]))).toEqual(tags);
    const each = (number: number) =>
      world.all.filter((person) => person.revision === number && isTaken(person)).length;
    expect(choices.revisions).toMatchObject([
      { number: 2, people: each(2) },
      { number: 1, people: each(1) },
    ]);
  });
});
