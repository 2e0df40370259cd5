// Reports of a page load: once each, in order, without an effect on the page, and with one id for each day.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openingId } from '#contract/ids.ts';
import { Opening } from './opening.ts';
import type { SharedLink } from './shared-link.ts';

const link = { test: { uniqueId: 'abcdefghijklmnopqrstuv' }, revisionId: 'r' } as SharedLink;
let reports: { address: string; obstacle: unknown }[];
let answer: () => Promise<Response>;

beforeEach(() => {
  reports = [];
  answer = async () => Response.json({ message: 'x' });
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('fetch', (address: string, { body }: RequestInit) => {
    reports.push({ address, obstacle: JSON.parse(String(body)).obstacle });
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A browser's storage. */
function stubStorage(): Map<string, string> {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
  return stored;
}
const other = { test: { uniqueId: 'vutsrqponmlkjihgfedcba' } } as SharedLink;

it('has a random id of the form the server takes, also without storage', () => {
  const ids = Array.from({ length: 200 }, () => new Opening().idOf(link));
  expect(ids.every((id) => openingId.safeParse(id).success)).toBe(true);
  expect(new Set(ids).size).toBe(200);
});

it('has one id for a link and a day', () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T10:00:00Z') });
  const stored = stubStorage();
  const id = new Opening().idOf(link);
  expect(new Opening().idOf(link)).toBe(id);
  const ofOther = new Opening().idOf(other);
  expect(ofOther).not.toBe(id);
  expect([new Opening().idOf(other), new Opening().idOf(link)]).toEqual([ofOther, id]);
  const opening = new Opening();
  expect(opening.idOf(link)).toBe(id);
  vi.setSystemTime(new Date('2026-11-24T00:00:01Z'));
  expect(new Opening().idOf(link)).not.toBe(id);
  expect(opening.idOf(link)).toBe(id);
  expect([...stored.values()].join()).not.toContain(id);
});

it('has a new id where the stored one is of another shape', () => {
  const stored = stubStorage();
  const day = new Date().toISOString().slice(0, 10);
  stored.set('tryoutOpenings', JSON.stringify({ day, ids: { [link.test.uniqueId]: 'x' } }));
  expect(openingId.safeParse(new Opening().idOf(link)).success).toBe(true);
});

it('tells the opening once, and each change of what stands in the way, one after the other', async () => {
  const opening = new Opening();
  const answers: (() => void)[] = [];
  answer = () =>
    new Promise((resolve) => answers.push(() => resolve(Response.json({ message: 'x' }))));
  for (const obstacle of [null, null, 'no_microphone', 'no_microphone', null] as const) {
    void opening.report(link, obstacle);
  }
  for (const sent of [1, 2, 3]) {
    await vi.waitFor(() => expect(reports).toHaveLength(sent));
    answers.shift()?.();
  }
  expect(reports.map(({ obstacle }) => obstacle)).toEqual([null, 'no_microphone', null]);
  expect(new Set(reports.map(({ address }) => address))).toEqual(
    new Set([`/api/link/${link.test.uniqueId}/openings/${opening.idOf(link)}`]),
  );
});

it('goes on after a call that failed', async () => {
  const infoLog = vi.spyOn(console, 'info').mockReturnValue();
  answer = () => Promise.reject(new TypeError('no network'));
  const opening = new Opening();
  void opening.report(link, null);
  await vi.waitFor(() => expect(infoLog).toHaveBeenCalledOnce());
  void opening.report(link, 'test_full');
  await vi.waitFor(() => expect(reports).toHaveLength(2));
});
