// Tables of pasted lists and what becomes of their lines.
import { expect, it } from 'vitest';
import { named, readPastedNames } from './pasted-names.ts';

it.each([
  ['', [], []],
  [' \n\n ', [], []],
  ['Ada', ['Ada'], []],
  ['\nAda\r\n Grace \n', ['Ada', 'Grace'], []],
  ['Ada\n\nGrace', ['Ada', 'Grace'], ['An empty line is left out.']],
  ['Ada\n \n\t\nGrace', ['Ada', 'Grace'], ['2 empty lines are left out.']],
  ['Ada\nGrace\nAda ', ['Ada', 'Grace'], ['More than once in the list, with one link each: Ada.']],
  ['Ada\nada\nP-7, Acme', ['Ada', 'ada', 'P-7, Acme'], []],
])('%j', (text, names, notes) => {
  expect(readPastedNames(text)).toEqual({ names, notes, problem: undefined });
});

it('names the line that cannot be used', () => {
  const { problem } = readPastedNames(`\n\nAda\n\n${'x'.repeat(201)}`);
  expect(problem).toBe('Line 3: Name can have at most 200 characters');
});

it('takes 500 names and no more', () => {
  const list = (length: number) => Array.from({ length }, (_, at) => `P${at}`).join('\n');
  expect(readPastedNames(list(500)).problem).toBeUndefined();
  expect(readPastedNames(`${list(500)}\nP1`).problem).toBeUndefined();
  expect(readPastedNames(list(501)).problem).toBe(
    'At most 500 links can be created at once; these are 501.',
  );
});

it('names the first ten', () => {
  const names = Array.from({ length: 12 }, (_, at) => `P${at}`);
  expect(named(names)).toBe('P0, P1, P2, P3, P4, P5, P6, P7, P8, P9 and 2 more');
});
