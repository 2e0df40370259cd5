// Addresses whose parameters are nearly the filter of results.
import fc from 'fast-check';
import { cardAnswer } from '#contract/result-filter.ts';
import { filterFields } from '#web/entities/results/filter.ts';
import { textOf } from './odd-values.ts';

/** Values that some field accepts, and the separator of several values. */
const pieces = [
  ...['all', '1', '01', '1e3', '0x10', '-1', '1000000', '1000001', ',', ',,', ' ', '%', '_', "'"],
  ...['direct', 'indirect', 'left', 'excluded', 'stopped', 'running', ...cardAnswer.options],
  ...['1:yes', '2:daily', '3:skipped', '3:1..7', '3:-1.5..2', '3:..', '3:1...2', ':a', '1:'],
  ...['1>2>8', '2026-03-02', '2026-02-30', '0000-01-01', '9999-12-31', 'slow', '#slow', 'ß', 'İ'],
  ...["'; DROP TABLE tests; --", '$1', '\\', '🌿', '\u0000', '\ud800', '\u202e', 'Firefox'],
];

/** Parameters of an address. A field may occur several times. */
export type FilterAddress = [field: string, text: string][];

const value = fc.oneof(
  textOf(...pieces),
  fc.array(fc.constantFrom(...pieces), { maxLength: 4 }).map((values) => values.join()),
);
export const filterAddress: fc.Arbitrary<FilterAddress> = fc.array(
  fc.tuple(fc.constantFrom<string>(...filterFields, 't', '__proto__'), value),
  { maxLength: 8 },
);
