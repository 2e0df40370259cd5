// Values of visitors' cookies: signed for one cookie of one link, until their end.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ViewLinkId } from '#contract/ids.ts';
import { VIEW_HOURS } from '#contract/limits.ts';
import { newId } from '#server/platform/new-id.ts';
import { createSecrets } from '#server/platform/security/secrets.ts';
import { isViewCookieValue, LINK_COOKIE, VIEW_COOKIE, viewCookieValue } from './view-cookies.ts';

const secrets = createSecrets('a secret of the test suite');
const link = { id: newId<ViewLinkId>(), password_hash: 'one' };
const isValid = (value: string, more: Partial<typeof link> = {}, cookie = VIEW_COOKIE) =>
  isViewCookieValue(secrets, cookie, { link: { ...link, ...more }, value });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('are valid until their end', () => {
  const value = viewCookieValue(secrets, VIEW_COOKIE, link);
  vi.advanceTimersByTime(VIEW_HOURS * 3_600_000 - 2000);
  expect(isValid(value)).toBe(true);
  vi.advanceTimersByTime(2000);
  expect(isValid(value)).toBe(false);
});

it('are of one link, one cookie and one password', () => {
  const value = viewCookieValue(secrets, VIEW_COOKIE, link);
  expect(isValid(value, { id: newId<ViewLinkId>() })).toBe(false);
  expect(isValid(value, { password_hash: 'other' })).toBe(false);
  expect(isValid(value, {}, LINK_COOKIE)).toBe(false);
  const ofLink = viewCookieValue(secrets, LINK_COOKIE, link);
  expect(isValid(ofLink, { password_hash: 'other' }, LINK_COOKIE)).toBe(true);
});

it.each([
  ['a later end', (value: string) => `9${value}`],
  [
    'another signature',
    (value: string) => value.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')),
  ],
  ['no end', (value: string) => value.replace(/^\d+/, '')],
  ['more behind it', (value: string) => `${value}x`],
])('with %s are refused', (_, change) => {
  expect(isValid(change(viewCookieValue(secrets, VIEW_COOKIE, link)))).toBe(false);
});
