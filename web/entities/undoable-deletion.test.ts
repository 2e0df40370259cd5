// A deletion is sent at once; an undo restores it on the server, also after a reload; a sign-out waits for it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ClipId, NoteId, TestId } from '#contract/ids.ts';
import { dismissToast, toasts } from '#web/lib/toasts.ts';
import { finishDeletions } from './deletions-under-way.ts';
import { deleteWithUndo, offerEarlierUndos } from './undoable-deletion.ts';

const testId = crypto.randomUUID() as TestId;
let requests: string[];
/** Answers of the server, by method. */
let answers: Record<string, () => Promise<Response>>;

const stored = new Map<string, string>();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => void stored.set(key, text),
  removeItem: (key: string) => void stored.delete(key),
};

beforeEach(() => {
  vi.useFakeTimers();
  stored.clear();
  requests = [];
  answers = {};
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('location', { origin: 'https://tryout.example' });
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('fetch', (address: string, { method, body }: RequestInit) => {
    const { pathname } = new URL(address, 'https://tryout.example');
    requests.push([method, pathname, ...(body ? [body] : [])].join(' '));
    return answers[method ?? '']?.() ?? Promise.resolve(Response.json({ message: 'Done.' }));
  });
});
afterEach(() => {
  for (const { id } of toasts.getSnapshot()) dismissToast(id);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const texts = () => toasts.getSnapshot().map(({ text }) => text);
const undo = () => toasts.getSnapshot()[0]?.actions[0]?.does();
const settle = () => vi.advanceTimersByTimeAsync(10);
function deletion() {
  const id = crypto.randomUUID() as NoteId;
  deleteWithUndo({ testId, kind: 'note', id, version: 1 });
  const restored = `POST /api/tests/${testId}/restore ${JSON.stringify({ kind: 'note', id })}`;
  return { deleted: `DELETE /api/notes/${id}`, restored };
}
const refuse = (status: number, code: string) => async () =>
  Response.json({ code, message: 'x' }, { status });

it('is sent at once, and restored by an undo', async () => {
  const { deleted, restored } = deletion();
  expect([requests, texts()]).toEqual([[deleted], ['Note deleted.']]);
  undo();
  await settle();
  expect([requests, texts()]).toEqual([[deleted, restored], []]);
});

it('says where a clip was used, as soon as the server knows', async () => {
  const message = 'Clip deleted. It was in the reel R.';
  answers.DELETE = async () => Response.json({ message });
  deleteWithUndo({ testId, kind: 'clip', id: crypto.randomUUID() as ClipId, version: 1 });
  expect(texts()).toEqual(['Clip deleted.']);
  await settle();
  expect(texts()).toEqual([message]);
});

it('is restored after its answer, when the undo comes before', async () => {
  const answer = Promise.withResolvers<Response>();
  answers.DELETE = () => answer.promise;
  const { deleted, restored } = deletion();
  undo();
  await settle();
  expect(requests).toEqual([deleted]);
  answer.resolve(Response.json({ message: 'Done.' }));
  await settle();
  expect(requests).toEqual([deleted, restored]);
});

it('is offered again after a reload, until its time is over', async () => {
  const { restored } = deletion();
  await settle();
  toasts.set([]);
  offerEarlierUndos();
  expect(texts()).toEqual(['Note deleted.']);
  undo();
  await settle();
  expect(requests.at(-1)).toBe(restored);
  deletion();
  await settle();
  toasts.set([]);
  await vi.setSystemTime(Date.now() + 301_000);
  offerEarlierUndos();
  expect(texts()).toEqual([]);
});

it('is not offered again once its toast is gone', async () => {
  deletion();
  await vi.advanceTimersByTimeAsync(11_000);
  offerEarlierUndos();
  expect([texts(), stored.get('restorableDeletions')]).toEqual([[], undefined]);
});

it('is finished before a sign-in ends, and a failed one keeps it', async () => {
  const answer = Promise.withResolvers<Response>();
  answers.DELETE = () => answer.promise;
  deletion();
  const isFinished = vi.fn();
  const finished = finishDeletions().then(isFinished);
  await settle();
  expect(isFinished).not.toHaveBeenCalled();
  answer.resolve(Response.json({ message: 'Done.' }));
  await finished;
  answers.DELETE = refuse(500, 'internal');
  deletion();
  await expect(finishDeletions()).rejects.toThrow('A deletion failed.');
});

it.each([
  ['changed_meanwhile', 409, 'Another member has just changed it.'],
  ['internal', 500, 'It could not be deleted. Please try again.'],
  ['not_found', 404, 'It could not be deleted, because it does not exist any more.'],
])('after a refusal by %s it offers no undo', async (code, status, sentence) => {
  answers.DELETE = refuse(status, code);
  deletion();
  await settle();
  expect(texts()).toEqual([expect.stringContaining(sentence)]);
});
