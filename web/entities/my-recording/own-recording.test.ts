// A withdrawal that the server did not confirm is no withdrawal: it is reported, and the private link stays.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PrivateToken } from '#contract/ids.ts';
import { askForRecording, withdrawRecording } from './own-recording.ts';
import { keepPrivateLink, privateLinksOf } from './private-links.ts';

const token = 'a'.repeat(22) as PrivateToken;
const links = () => privateLinksOf('test');
const stored = new Map<string, string>();

function answerWith(status: number): void {
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Something.' }, { status }));
}

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('location', { origin: 'https://tryout.example' });
  vi.stubGlobal('document', { cookie: '' });
  keepPrivateLink({ token, uniqueId: 'test' });
});
afterEach(() => vi.unstubAllGlobals());

it.each([200, 404])('a withdrawal that is answered with %i forgets the link', async (status) => {
  answerWith(status);
  await withdrawRecording(token);
  expect(links()).toEqual([]);
});

it.each([403, 429, 500, 503])('one that is answered with %i fails and keeps it', async (status) => {
  answerWith(status);
  await expect(withdrawRecording(token)).rejects.toMatchObject({ status });
  expect(links()).toEqual([token]);
});

it('a recording that is gone is null, and one that was not answered an error', async () => {
  answerWith(503);
  await expect(askForRecording(token)).rejects.toMatchObject({ status: 503 });
  expect(links()).toEqual([token]);
  answerWith(404);
  expect(await askForRecording(token)).toBeNull();
  expect(links()).toEqual([]);
});
