// Reports of a page load: once each, in order, and without an effect on the page.
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
});

it('has a random id of the form the server takes', () => {
  const ids = Array.from({ length: 200 }, () => new Opening().id);
  expect(ids.every((id) => openingId.safeParse(id).success)).toBe(true);
  expect(new Set(ids).size).toBe(200);
});

it('tells the opening once, and each change of what stands in the way, one after the other', async () => {
  const opening = new Opening();
  const answers: (() => void)[] = [];
  answer = () =>
    new Promise((resolve) => answers.push(() => resolve(Response.json({ message: 'x' }))));
  for (const obstacle of [null, null, 'no_microphone', 'no_microphone', null] as const) {
    opening.report(link, obstacle);
  }
  for (const sent of [1, 2, 3]) {
    await vi.waitFor(() => expect(reports).toHaveLength(sent));
    answers.shift()?.();
  }
  expect(reports.map(({ obstacle }) => obstacle)).toEqual([null, 'no_microphone', null]);
  expect(new Set(reports.map(({ address }) => address))).toEqual(
    new Set([`/api/link/${link.test.uniqueId}/openings/${opening.id}`]),
  );
});

it('goes on after a call that failed', async () => {
  const infoLog = vi.spyOn(console, 'info').mockReturnValue();
  answer = () => Promise.reject(new TypeError('no network'));
  const opening = new Opening();
  opening.report(link, null);
  await vi.waitFor(() => expect(infoLog).toHaveBeenCalledOnce());
  opening.report(link, 'test_full');
  await vi.waitFor(() => expect(reports).toHaveLength(2));
});
