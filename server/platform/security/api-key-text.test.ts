// The text of API keys: what one is, what is none, and where one hides.
import { expect, it } from 'vitest';
import { holdsApiKey, isApiKey, newApiKey } from './api-key-text.ts';

it('a new key is one, and no other is the same', () => {
  const keys = Array.from({ length: 200 }, newApiKey);
  expect(keys.every((key) => /^tryout_[0-9A-Za-z]{36}$/.test(key) && isApiKey(key))).toBe(true);
  expect(new Set(keys).size).toBe(200);
});

it('one that is mistyped is none', () => {
  const key = newApiKey();
  const at = 12;
  const other = key[at] === 'x' ? 'y' : 'x';
  expect(isApiKey(`${key.slice(0, at)}${other}${key.slice(at + 1)}`)).toBe(false);
  for (const text of ['', 'tryout_', key.slice(0, -1), `${key}0`, `${key}\n`, ` ${key}`]) {
    expect(isApiKey(text)).toBe(false);
  }
});

it('is found anywhere in an address, and words like it are not', () => {
  const key = newApiKey();
  expect(holdsApiKey(`/api/tests?key=${key}`)).toBe(true);
  expect(holdsApiKey(`/api/tests/${key}/x#y`)).toBe(true);
  expect(holdsApiKey(`/?tryout_${'a'.repeat(36)}&x=${key}`)).toBe(true);
  expect(holdsApiKey(`/api/tests/tryout_${'a'.repeat(36)}`)).toBe(false);
  expect(holdsApiKey('/api/tests/tryout_checkout')).toBe(false);
});
