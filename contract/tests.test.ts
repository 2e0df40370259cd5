// Tests of valid prototype links and of a test's settings.
import { describe, expect, it } from 'vitest';
import { prototypeLink } from './prototype-link.ts';
import { testSettingsInput } from './tests.ts';

describe('prototypeLink', () => {
  it.each([
    'https://www.figma.com/proto/AbC/x?node-id=1-2',
    'HTTP://a.b',
    ' https://example.com/a;b,c ',
    'http://127.0.0.1:23000/proto/x',
  ])('takes %s', (link) => {
    expect(prototypeLink.parse(link)).toBe(link.trim());
  });

  it.each([
    '',
    'https://',
    'https://localhost/x',
    'https://.',
    'ftp://a.b',
    'javascript:alert(1)//a.b',
    'https://a b.c',
    'https://a.b/\0',
    'https://a.b/\ud800',
    `https://a.b/${'x'.repeat(2048)}`,
  ])('refuses %j [1.2.2]', (link) => {
    expect(prototypeLink.safeParse(link).success).toBe(false);
  });

  it('is written in steps that grow with the length alone', () => {
    // A pattern that tries every dot would be busy for hours.
    expect(prototypeLink.safeParse(`https://${'.'.repeat(1_000_000)} x`).success).toBe(false);
  });
});

describe('testSettingsInput', () => {
  it.each([
    ['2030-01-01T00:00:00Z', true],
    ['2030-01-01T00:00:00+05:30', true],
    ['9999-12-31T23:59:59Z', true],
    ['9999-12-31T23:59:59-14:00', false],
    ['2030-01-01T00:00', false],
    ['2030-02-30T00:00:00Z', false],
  ])('close_date %s: %s', (close_date, taken) => {
    expect(testSettingsInput.safeParse({ close_date }).success).toBe(taken);
  });
});
