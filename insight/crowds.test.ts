// Selection of the clicks that are painted as marks, and the number of clicks in the strongest
// place.
import { describe, expect, it } from 'vitest';
import { markedClicks, mostOnOnePlace } from './crowds.ts';

const REACH = 25;

describe('crowds', () => {
  const row = (count: number, apart: number) =>
    Array.from({ length: count }, (_, at) => ({ x: 10 + at * apart, y: 5, missed: false }));

  it('take the marks of four clicks within reach of each other, and leave stray ones theirs', () => {
    const stray = { x: 90, y: 90, missed: false };
    expect(markedClicks([...row(3, 2), stray], REACH)).toHaveLength(4);
    expect(markedClicks([...row(4, 2), stray], REACH)).toEqual([stray]);
    expect(markedClicks(row(4, 26), REACH)).toHaveLength(4);
  });

  it('keep one cross where any of their clicks missed, on the busiest place', () => {
    const hits = row(5, 2);
    const misses = [14, 15, 90].map((x) => ({ x, y: 5, missed: true }));
    const [near, , far] = misses;
    expect(markedClicks([...hits, ...misses], REACH)).toEqual([far, near]);
    expect(markedClicks([...misses, ...hits].toReversed(), REACH)).toEqual([far, near]);
  });

  it('count the strongest place, across the cells that they are looked up in', () => {
    expect(mostOnOnePlace([], REACH)).toBe(0);
    expect(mostOnOnePlace(row(5, 12), REACH)).toBe(5);
    expect(mostOnOnePlace(row(2, 25), REACH)).toBe(2);
    expect(mostOnOnePlace(row(3, 26), REACH)).toBe(1);
    const same = Array.from({ length: 1000 }, () => ({ x: 24.6, y: 25.2 }));
    expect(mostOnOnePlace([...same, { x: 25, y: 24 }, { x: 80, y: 80 }], REACH)).toBe(1001);
  });
});
