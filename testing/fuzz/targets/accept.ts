// `Accept` as anything: a page or JSON, and a list made by the book is read by the book.
import fc from 'fast-check';
import { prefersHtml } from '#server/platform/http/pages.ts';
import { fuzzTarget } from '../fuzz-target.ts';
import { textOf } from '../odd-values.ts';

/** A list as RFC 9110 section 12.5.1 writes it, and what it must be read as. */
const written = fc
  .tuple(
    fc.integer({ min: 0, max: 1000 }),
    fc.integer({ min: 0, max: 1000 }),
    fc.constantFrom(', ', ',', ' ,\t', ',,'),
  )
  .map(([html, json, between]) => ({
    header: ['image/png', `text/html;q=${html / 1000}`, `application/json; q=${json / 1000}`].join(
      between,
    ),
    expected: html > 0 && html >= json,
  }));

const pieces = [
  ...[
    'text/html',
    'application/json',
    'TEXT/HTML',
    '*/*',
    'text/*',
    'application/xhtml+xml',
    ' ',
    '\t',
  ],
  ...[';q=', '; q=0.5', ';q=1', ';q=0', ';q=1e9', ';level=1', ',', ', ', ';', '=', '"', '/', '\\'],
];

export const target = fuzzTarget<{ header: string; expected?: boolean }>({
  name: 'accept',
  arbitrary: fc.oneof(
    { weight: 1, arbitrary: written },
    { weight: 3, arbitrary: fc.record({ header: textOf(...pieces) }) },
  ),
  run({ header, expected }) {
    const read = prefersHtml(header);
    if (typeof read !== 'boolean') throw new Error(String(read));
    if (expected !== undefined && read !== expected) throw new Error(`read as ${read}`);
  },
  allowedSteps: ({ header }) => 1000 + 20 * header.length,
});
