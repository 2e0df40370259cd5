// Names in mails: short, in quotes, and nothing that a mail program makes a link.
import { expect, it } from 'vitest';
import { quotedName } from './letter.ts';

it.each([
  ['Acme', '“Acme”'],
  ['Söhne & Töchter (Wien)', '“Söhne & Töchter (Wien)”'],
  ['東京デザイン', '“東京デザイン”'],
  ["O'Neill, Inc.", "“O'Neill, Inc”"],
  ['https://evil.example/login', '“https evil example login”'],
  ['evil.example', '“evil example”'],
  ['evil。example', '“evil example”'],
  ['evil．example', '“evil example”'],
  ['mailto:a@evil.example', '“mailto a evil example”'],
  ['a\r\nBcc: b@example.com', '“a Bcc b example com”'],
  ['<a href="https://evil.example">x</a>', '“a href https evil example x a”'],
  ['Acme \u202egro.live', '“Acme gro live”'],
  ['\u2066\u200b\u{1f33f}', null],
  ['..', null],
  ['x'.repeat(61), `“${'x'.repeat(60)}…”`],
])('%j [1.3.3]', (name, quoted) => {
  expect(quotedName(name)).toBe(quoted);
});
