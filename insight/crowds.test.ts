// Which clicks are shown as marks, and how many the strongest place holds.
import { describe, expect, it } from 'vitest';
import { mostOnOnePlace, sparseClicks } from './crowds.ts';

const REACH = 25;

describe('crowds', () => {
  const row = (count: number, apart: number) =>
    Array.from({ length: count }, (_, at) => ({ x: 10 + at * apart, y: 5 }));

  it('take the marks of four clicks within reach of each other, and leave stray ones theirs', () => {
    const stray = { x: 90, y: 90 };
    expect(sparseClicks([...row(3, 2), stray], REACH)).toHaveLength(4);
    expect(sparseClicks([...row(4, 2), stray], REACH)).toEqual([stray]);
    expect(sparseClicks(row(4, 26), REACH)).toHaveLength(4);
  });

  it('count the strongest place, across the cells that they are looked up in', () => {
    expect(mostOnOnePlace([], REACH)).toBe(0);
    expect(mostOnOnePlace(row(5, 12), REACH)).toBe(5);
    expect(mostOnOnePlace(row(3, 26), REACH)).toBe(1);
    const same = Array.from({ length: 1000 }, () => ({ x: 24.6, y: 25.2 }));
    expect(mostOnOnePlace([...same, { x: 25, y: 24 }, { x: 80, y: 80 }], REACH)).toBe(1001);
  });
});
