// Places that the same people pressed are one line, and what explains failures stands before what does not.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findingsOf, type PlaceCounts, type ScreenCounts } from './findings.ts';
import { areSamePeople, joinPlaces, placesToCompare } from './joined-places.ts';

const setOf = (size: number, from = 0) =>
  new Set(Array.from({ length: size }, (_, at) => from + at));

describe('the same people', () => {
  it.each([
    [6, 6, true],
    [5, 4, true],
    [6, 4, false],
    [10, 8, true],
    [10, 7, false],
    [4, 3, false],
    [4, 5, false],
  ])('%d and %d of them: %s', (all, some, isSame) => {
    expect(areSamePeople(setOf(all), setOf(some))).toBe(isSame);
  });
  it('are not as many others', () => {
    expect(areSamePeople(setOf(6), setOf(6, 1))).toBe(false);
    expect(areSamePeople(setOf(6), setOf(5, 2))).toBe(false);
  });
});

const pressed = fc.record({
  screen: fc.integer({ min: 1, max: 2 }),
  pressers: fc.option(
    fc
      .oneof(
        fc.array(fc.nat(11), { minLength: 1, maxLength: 12 }),
        fc.nat(12).map((left) => [...setOf(12)].filter((person) => person !== left)),
      )
      .map((numbers) => new Set(numbers)),
    { freq: 8 },
  ),
});
const places = fc
  .array(pressed, { maxLength: 12 })
  .map((all) =>
    all
      .map((one, at) => ({ ...one, place: `layer:${at}`, people: one.pressers?.size ?? 12 }))
      .sort((a, b) => b.people - a.people),
  );

describe('lines', () => {
  it('have each place once, and the people of a line are those of its first place but for a fifth', () => {
    fc.assert(
      fc.property(places, (all) => {
        const lines = joinPlaces(all);
        const names = (some: readonly { place: string }[]) => some.map(({ place }) => place).sort();
        expect(names(lines.flat())).toEqual(names(all));
        for (const [first, ...others] of lines) {
          for (const other of others) {
            expect(other.screen).toBe(first.screen);
            expect(other.people).toBeGreaterThanOrEqual(0.8 * first.people);
            const isOfFirst = (person: number) => first.pressers?.has(person);
            expect([...(other.pressers ?? [])].every(isOfFirst)).toBe(true);
          }
        }
      }),
    );
  });
  it('of the same people are one', () => {
    fc.assert(
      fc.property(places, (all) => {
        const firsts = joinPlaces(all).flatMap(([{ screen, pressers }]) =>
          pressers ? [`${screen} ${[...pressers].sort()}`] : [],
        );
        expect(new Set(firsts).size).toBe(firsts.length);
      }),
    );
  });
  it('are as many if only places with a similar number of people are compared', () => {
    fc.assert(
      fc.property(places, (all) => {
        const compared = new Set(placesToCompare(all));
        const known = all.map((one) => (compared.has(one) ? one : { ...one, pressers: null }));
        const names = (lines: { place: string }[][]) =>
          lines.map((line) => line.map(({ place }) => place));
        expect(names(joinPlaces(known))).toEqual(names(joinPlaces(all)));
      }),
    );
  });
});

describe('findings', () => {
  const counts = (screen: number, more: Partial<ScreenCounts> = {}): ScreenCounts => ({
    ...{ screen, visitors: 27, failedVisitors: 0, cameBack: 0, mostTimes: 0, misses: 0 },
    ...{ endedHere: 0, thoughtDone: 0, presentedToFailed: 0, presentedToThoughtDone: 0 },
    ...more,
  });
  const place = (name: string, more: Partial<PlaceCounts> = {}): PlaceCounts => ({
    ...{ screen: 1, place: name, people: 6, failed: 3, presses: 6, chance: 1 / 60 },
    pressers: setOf(6),
    ...more,
  });
  const calm = [2, 3, 4, 5, 6].map((number) => counts(number));
  const plants = counts(1, { misses: 30, failedVisitors: 12 });
  // A card is larger than a label, so that six people may press it by chance.
  const [label, card] = [place('layer:label'), place('layer:card', { chance: 0.12, presses: 9 })];

  it('are one line for one behaviour, which is beyond chance if a place of it is', () => {
    const apart = findingsOf([plants, ...calm], [label, { ...card, pressers: setOf(6, 1) }]);
    expect(apart.findings).toMatchObject([{ place: 'layer:label', also: [] }]);
    expect(apart.mayBeChance).toMatchObject([{ place: 'layer:card', also: [] }]);
    for (const both of [
      [label, card],
      [card, label],
    ]) {
      const joined = findingsOf([plants, ...calm], both);
      expect(joined.findings).toMatchObject([
        {
          ...{ place: 'layer:label', people: 6, of: 27, presses: 15 },
          also: [{ place: 'layer:card', people: 6 }],
          failures: { ofPressers: 3, ofOthers: 9, others: 21 },
        },
      ]);
      expect(joined.mayBeChance).toEqual([]);
    }
  });
  it('have the people of the place that most of them pressed', () => {
    const more = { ...card, people: 7, failed: 4, pressers: setOf(7) };
    const { findings } = findingsOf([plants, ...calm], [label, more]);
    expect(findings).toMatchObject([
      { place: 'layer:card', people: 7, also: [{ place: 'layer:label', people: 6 }] },
    ]);
  });
  it('about failing stand before a dead click that has nothing to do with it', () => {
    const screens = [
      counts(1, { misses: 40, failedVisitors: 12, endedHere: 10, presentedToFailed: 20 }),
      counts(2, { endedHere: 2, presentedToFailed: 40 }),
      ...calm.slice(1),
    ];
    const [unrelated, related] = [
      place('layer:all', { people: 24, failed: 11, pressers: setOf(24) }),
      place('layer:who failed', { people: 8, failed: 8, pressers: setOf(8) }),
    ];
    const kinds = (knowsFailures: boolean) =>
      findingsOf(screens, [unrelated, related], knowsFailures).findings.map((found) =>
        found.kind === 'nothing_reacts' ? found.place : found.kind,
      );
    expect(kinds(true)).toEqual(['ended_here', 'layer:who failed', 'layer:all']);
    expect(kinds(false)).toEqual(['ended_here', 'layer:all', 'layer:who failed']);
  });
});
