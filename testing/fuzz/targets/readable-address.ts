// Addresses cut or typed by hand: the readable form can be read, leads to this site and stays as it is.
import fc from 'fast-check';
import { readableAddress } from '#server/platform/http/readable-address.ts';
import { fuzzTarget } from '../fuzz-target.ts';
import { textOf } from '../odd-values.ts';

const pieces = [
  '/',
  '\\',
  '%',
  '%2',
  '%2F',
  '%zz',
  '%E0%A4',
  '%F0%9F%8C%BF',
  'api',
  '..',
  '?',
  '#',
  '%25',
  '%00',
];

export const target = fuzzTarget<string>({
  name: 'readable-address',
  arbitrary: fc.oneof(textOf(...pieces), textOf('%', '%E0', '%A4')).map((text) => `/${text}`),
  run(url) {
    const readable = readableAddress(url);
    decodeURIComponent(readable);
    if (/^[/\\]{2}/.test(readable)) throw new Error(`${readable} leads elsewhere`);
    if (readableAddress(readable) !== readable) throw new Error(`${readable} is not readable yet`);
  },
  allowedSteps: (url) => 200 + 10 * url.length,
});
