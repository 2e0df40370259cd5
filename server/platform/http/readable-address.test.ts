// Addresses with a stray '%', as people get them from messages that were cut or retyped.
import { expect, it } from 'vitest';
import { readableAddress } from './readable-address.ts';

it.each([
  ['/api/tests/100%/a', '/api/tests/100%25/a'],
  ['/api/tests/%E0%A4%A', '/api/tests/%EF%BF%BDA'],
  ['/api/tests/z%ff_1?x=%', '/api/tests/z%EF%BF%BD_1?x=%25'],
  ['/%2F%25/%C3%A9', '/%2F%25/%C3%A9'],
  ['//example.org/%', '/example.org/%25'],
  ['/\\example.org/%', '/example.org/%25'],
])('%s is read as %s', (url, readable) => {
  expect(readableAddress(url)).toBe(readable);
});
