// Routes: loops fold exactly as stated, and the path can be read back from the text.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { columnsOfRoute, isCut, routeOf, stepsOfRoute } from './route.ts';

const screensOf = (text: string) => [...text].map(Number);

it.each([
  ['', ''],
  ['123', '1.2.3'],
  ['1213', '1.2.1.3'],
  ['12123', '1-2x2.3'],
  ['1212124', '1-2x3.4'],
  ['12121', '1-2x2.1'],
  ['9123123', '9.1-2-3x2'],
  ['12341234', '1.2.3.4.1.2.3.4'],
  ['1112', '1x3.2'],
  ['121212343434', '1-2x3.3-4x3'],
])('%s is the route %s', (text, route) => expect(routeOf(screensOf(text))).toBe(route));

it('its steps and columns are read from the text', () => {
  const route = routeOf([10, 11, 12, 11, 12, 13]);
  expect(route).toBe('10.11-12x2.13');
  expect(stepsOfRoute(route)).toEqual([
    { screens: [10], loops: 1 },
    { screens: [11, 12], loops: 2 },
    { screens: [13], loops: 1 },
  ]);
  expect(columnsOfRoute(route)).toEqual([
    { screen: 10, loops: 1, at: 0 },
    { screen: 11, loops: 1, at: 1 },
    { screen: 12, loops: 2, at: 2 },
    { screen: 13, loops: 1, at: 5 },
  ]);
  expect([stepsOfRoute(''), columnsOfRoute(''), isCut('')]).toEqual([[], [], false]);
});

it('is cut where a path has more than 50 steps, and fits a filter', () => {
  const loops = Array.from({ length: 60 }, (_, at) => 999_000 + at * 3);
  const screens = loops.flatMap((first) => [0, 1].flatMap(() => [first, first + 1, first + 2]));
  const route = routeOf(screens);
  expect(route.length).toBeLessThan(2000);
  expect([isCut(route), stepsOfRoute(route).length]).toEqual([true, 50]);
  expect(isCut(routeOf(screens.slice(0, 300)))).toBe(false);
  expect(routeOf(Array.from({ length: 20_000 }, (_, at) => at % 2))).toBe('0-1x10000');
});

it('tells the whole path again, and where each column stands in it', () => {
  const walk = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 40 });
  fc.assert(
    fc.property(walk, (screens) => {
      const route = routeOf(screens);
      const walked = stepsOfRoute(route).flatMap((step) =>
        Array<number[]>(step.loops).fill(step.screens).flat(),
      );
      expect(walked).toEqual(screens);
      for (const { screen, at } of columnsOfRoute(route)) expect(screens[at]).toBe(screen);
    }),
  );
});
