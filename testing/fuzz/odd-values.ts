// Inputs that fuzz targets share: texts and JSON values, most of them small, some long or deep.
import fc, { type Arbitrary } from 'fast-check';

/** A text of one piece again and again, as what is slow with long input needs it. */
const longText = fc
  .tuple(
    fc.constantFrom(
      ' ',
      'a',
      '0',
      '%',
      '%61',
      ',',
      ';',
      '"',
      '\\',
      '/',
      '_',
      '1:2;',
      '🌿',
      '\u0000',
    ),
    fc.integer({ min: 1, max: 2000 }),
    fc.string({ maxLength: 3 }),
  )
  .map(([piece, times, end]) => piece.repeat(times) + end);

const oddTexts = [
  '',
  ' ',
  '.',
  '..',
  '/',
  '//',
  '\\',
  '%',
  '%00',
  '\u0000',
  '\ud800',
  'null',
  'NaN',
];
const oddNames = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];

/** Any text. */
export const oddText: Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'grapheme-ascii' }) },
  { weight: 4, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 2, arbitrary: fc.constantFrom(...oddTexts, ...oddNames) },
  { weight: 1, arbitrary: longText },
);

/** Pieces of a format, in an order that it may not allow, with any text between them. */
export function textOf(...pieces: string[]): Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...pieces) },
    { weight: 1, arbitrary: oddText },
  );
  const few = fc.array(piece, { maxLength: 12 });
  const many = fc
    .tuple(piece, fc.integer({ min: 1, max: 500 }))
    .map(([text, times]) => Array<string>(times).fill(text));
  return fc
    .oneof({ weight: 8, arbitrary: few }, { weight: 1, arbitrary: many })
    .map((texts) => texts.join(''));
}

const deepValue = fc
  .tuple(fc.constantFrom('[', '{"a":'), fc.integer({ min: 1, max: 3000 }))
  .map(([open, times]) => `${open.repeat(times)}1${(open === '[' ? ']' : '}').repeat(times)}`)
  .map((json): unknown => JSON.parse(json));
const longArray = fc
  .tuple(fc.jsonValue({ maxDepth: 1 }), fc.integer({ min: 1, max: 3000 }))
  .map(([item, times]): unknown => Array(times).fill(item));
const manyKeys = fc
  .integer({ min: 1, max: 500 })
  .map((times): unknown =>
    Object.fromEntries(Array.from({ length: times }, (_, at) => [`k${at}`, at])),
  );

/** Any JSON value, including names that objects inherit. */
export const oddValue: Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: fc.jsonValue() },
  { weight: 6, arbitrary: oddText },
  { weight: 4, arbitrary: fc.double() },
  { weight: 2, arbitrary: fc.dictionary(fc.constantFrom(...oddNames), fc.jsonValue()) },
  { weight: 1, arbitrary: deepValue },
  { weight: 1, arbitrary: longArray },
  { weight: 1, arbitrary: manyKeys },
);
