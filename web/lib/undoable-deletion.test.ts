// A deletion is sent when its toast goes, and not at all after an undo; a refused one makes the thing visible again.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { dismissToast, toasts } from './toasts.ts';
import { deleteWithUndo, hiddenIds } from './undoable-deletion.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const { id } of toasts.getSnapshot()) dismissToast(id);
  vi.useRealTimers();
});

const texts = () => toasts.getSnapshot().map(({ text }) => text);
const deletion = (send = vi.fn(async () => undefined as unknown)) => {
  const id = crypto.randomUUID();
  deleteWithUndo({ id, text: 'Note deleted.', send });
  return { id, send, isHidden: () => hiddenIds.getSnapshot().has(id) };
};

it('waits for ten seconds, then deletes', async () => {
  const { send, isHidden } = deletion();
  await vi.advanceTimersByTimeAsync(9900);
  expect([send.mock.calls.length, isHidden(), texts()]).toEqual([0, true, ['Note deleted.']]);
  await vi.advanceTimersByTimeAsync(200);
  expect([send.mock.calls.length, isHidden(), texts()]).toEqual([1, false, []]);
});

it('is taken back by an undo', async () => {
  const { send, isHidden } = deletion();
  toasts.getSnapshot()[0]?.action?.does();
  expect([isHidden(), texts()]).toEqual([false, []]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(send).not.toHaveBeenCalled();
});

it('is sent when its toast is dismissed, also by more toasts than fit', () => {
  const all = Array.from({ length: 5 }, () => deletion());
  expect(all.map(({ send }) => send.mock.calls.length)).toEqual([1, 0, 0, 0, 0]);
  dismissToast(toasts.getSnapshot()[0]?.id ?? 0);
  expect(all.map(({ send }) => send.mock.calls.length)).toEqual([1, 1, 0, 0, 0]);
});

it.each([
  ['changed_meanwhile', 409, 'Another member has just changed it.'],
  ['internal', 500, 'It could not be deleted. Please try again.'],
  ['not_found', 404, undefined],
])('after a refusal by %s it is visible again', async (code, status, sentence) => {
  const error = new ApiError(status, { code, message: 'x' });
  const { isHidden } = deletion(vi.fn(async () => await Promise.reject(error)));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isHidden()).toBe(false);
  expect(texts()).toEqual(sentence === undefined ? [] : [expect.stringContaining(sentence)]);
});
