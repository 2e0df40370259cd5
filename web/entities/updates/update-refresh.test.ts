// Queries that a change makes stale, the pace of their refetches, and the exclusion of old answers.
import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SessionId, TestId } from '#contract/ids.ts';
import { staleBy } from '#web/entities/query-keys.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { createUpdateRefresh } from './update-refresh.ts';

const testId = '01890a5d-ac96-774b-bcce-b302099a8057' as TestId;
const sessionId = '01890a5d-ac96-774b-bcce-b302099a8058' as SessionId;
const change = { kind: 'session.running', testId, sessionId } as const;

let client: QueryClient;
beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
});
afterEach(() => {
  client.clear();
  vi.useRealTimers();
});

/** A query in view that counts its requests; answers after `ms`. */
function watch(queryKey: readonly unknown[], ms = 10) {
  const fetcher = vi.fn(() => new Promise((resolve) => setTimeout(() => resolve(1), ms)));
  const observer = new QueryObserver(client, { queryKey, queryFn: fetcher, staleTime: 10_000 });
  observer.subscribe(() => undefined);
  return fetcher;
}

test.each([
  ['test.created', [`tests/list ${testId}`]],
  [
    'test.changed',
    [
      `tests/list ${testId}`,
      'templates',
      `tests/${testId}`,
      `recording/${testId}`,
      `report/${testId}`,
      `results/${testId}`,
      'view-links',
    ],
  ],
  [
    'session.deleted',
    [
      'exports',
      `tests/list ${testId}`,
      `tests/${testId}`,
      `tests/${testId} ${sessionId}`,
      `recording/${testId}`,
      `recording-heatmaps/${testId}`,
      `notes/${testId}`,
      `clips/${testId}`,
      `reels/${testId}`,
      `findings/${testId}`,
      `report/${testId}`,
      `results/${testId}`,
      `transcripts/${testId}`,
      'view-links',
    ],
  ],
  [
    'session.noted',
    [
      ...[`notes/${testId}`, `clips/${testId}`, `reels/${testId}`, `findings/${testId}`],
      `report/${testId}`,
      ...[`results/${testId}`, `recording/${testId}`, `tests/${testId} ${sessionId}`],
    ],
  ],
  ['reel.changed', [`reels/${testId}`]],
  ['draft.changed', [`drafts/${testId}`]],
  ['workspace.changed', ['sign-in', 'retention', 'user-info', 'workspaces']],
] as const)('%s', (kind, keys) => {
  const update = { kind, testId, sessionId } as Parameters<typeof staleBy>[0];
  expect(
    staleBy(update).map(({ queryKey, id }) => [queryKey.join('/'), id ?? []].flat().join(' ')),
  ).toEqual(keys);
});

test('a note is news for results whose filter asks for words or tags, and for what the bar offers', async () => {
  const all = watch(['results', testId, 'summary', {}]);
  const own = [
    watch(['results', testId, 'summary', { text: 'basket' }]),
    watch(['results', testId, 'moments', { tag: 'price', of: 'people' }]),
    watch(['results', testId, 'choices', {}]),
    watch(['recording', testId, 'a_1', { filter: { tag: 'price' }, sort: 'newest' }]),
  ];
  const other = watch(['recording', testId, 'a_1', { filter: {}, sort: 'newest' }]);
  await vi.advanceTimersByTimeAsync(10);
  const refresh = createUpdateRefresh(client);
  refresh.change({ kind: 'session.noted', testId, sessionId });
  await vi.advanceTimersByTimeAsync(10_000);
  for (const fetcher of own) expect(fetcher).toHaveBeenCalledTimes(2);
  expect(all).toHaveBeenCalledTimes(1);
  expect(other).toHaveBeenCalledTimes(1);
  // Both come when both are due.
  refresh.change({ kind: 'session.noted', testId, sessionId });
  refresh.change(change);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(all).toHaveBeenCalledTimes(2);
  refresh.stop();
});

test('asks at once, then ever less often, and once more for what came last', async () => {
  const recording = watch(['recording', testId, 'a_1']);
  const other = watch(['recording', 'other-test', 'a_1']);
  await vi.advanceTimersByTimeAsync(10);
  const refresh = createUpdateRefresh(client);
  refresh.change(change);
  await vi.advanceTimersByTimeAsync(0);
  expect(recording).toHaveBeenCalledTimes(2);
  for (let at = 0; at < 200; at += 1) {
    refresh.change(change);
    await vi.advanceTimersByTimeAsync(100);
  }
  // After 0, 0.25, 0.75, 1.75, 3.75, 7.75, 11.75, 15.75 and 19.75 of these 20 seconds.
  expect(recording).toHaveBeenCalledTimes(10);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(recording).toHaveBeenCalledTimes(11);
  refresh.change(change);
  await vi.advanceTimersByTimeAsync(0);
  expect(recording).toHaveBeenCalledTimes(12);
  expect(other).toHaveBeenCalledTimes(1);
});

test('asks for results less often than for the rest', async () => {
  const results = watch(['results', testId, 'summary', {}]);
  await vi.advanceTimersByTimeAsync(10);
  const refresh = createUpdateRefresh(client);
  for (let at = 0; at < 50; at += 1) {
    refresh.change(change);
    await vi.advanceTimersByTimeAsync(100);
  }
  // Asked first, at the first change, and after 2 of these 5 seconds.
  expect(results).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(5000);
  expect(results).toHaveBeenCalledTimes(4);
});

test('asks for nothing in a hidden tab until it is shown', async () => {
  const recording = watch(['recording', testId, 'a_1']);
  await vi.advanceTimersByTimeAsync(10);
  const refresh = createUpdateRefresh(client);
  focusManager.setFocused(false);
  refresh.change(change);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(recording).toHaveBeenCalledTimes(1);
  focusManager.setFocused(undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(recording).toHaveBeenCalledTimes(2);
});

test('asks again when the first answer was on its way as the change came', async () => {
  const recording = watch(['recording', testId, 'a_1'], 300);
  const refresh = createUpdateRefresh(client);
  refresh.change(change);
  await vi.advanceTimersByTimeAsync(299);
  expect(recording).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(300);
  expect(recording).toHaveBeenCalledTimes(2);
});

test('waits for what is being sent, which leads on', async () => {
  const recording = watch(['recording', testId, 'a_1']);
  await vi.advanceTimersByTimeAsync(10);
  const refresh = createUpdateRefresh(client);
  const sending = client.getMutationCache().build(client, {
    mutationFn: () => new Promise((resolve) => setTimeout(resolve, 400)),
  });
  void sending.execute(undefined);
  await vi.advanceTimersByTimeAsync(0);
  refresh.change(change);
  await vi.advanceTimersByTimeAsync(399);
  expect(recording).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(20);
  expect(recording).toHaveBeenCalledTimes(2);
});

test('asks for everything in view when changes may have been missed', async () => {
  const fetchers = [
    ['tests', 'list', ''],
    ['recording', testId, 'a_1'],
    ['user-info'],
    ['about'],
  ].map((key) => watch(key));
  await vi.advanceTimersByTimeAsync(10);
  createUpdateRefresh(client).all();
  await vi.advanceTimersByTimeAsync(20);
  expect(fetchers.map((query) => query.mock.calls.length)).toEqual([2, 2, 2, 1]);
});

test('what does not exist is asked for again after a change alone', async () => {
  const missing = new ApiError(404, { code: 'not_found', message: 'Not found.' });
  const queryFn = vi.fn(() => Promise.reject(missing));
  const queryKey = ['tests', testId];
  new QueryObserver(client, { queryKey, queryFn, retry: false }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(10);
  const refresh = createUpdateRefresh(client);
  refresh.all();
  await vi.advanceTimersByTimeAsync(300);
  expect(queryFn).toHaveBeenCalledTimes(1);
  refresh.change({ kind: 'test.changed', testId });
  await vi.advanceTimersByTimeAsync(300);
  expect(queryFn).toHaveBeenCalledTimes(2);
});
