// A body with more errors than the library of schemas can pass on is refused like others.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseInput } from './parse-input.ts';

it('refuses a body whose errors do not fit into one call, in one sentence', () => {
  const tooMany = z.unknown().transform(() => {
    // The library does this with the errors of a list: the number of arguments depends on the stack.
    return Math.max(...Array<number>(10_000_000).fill(0));
  });
  expect(() => tooMany.parse({})).toThrow(RangeError);
  expect(() => parseInput(tooMany, {})).toThrow('This has too many wrong entries.');
});
