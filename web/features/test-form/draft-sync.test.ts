// Two pages type in the draft of one test, with a server that fails at times: in the end both have what both typed.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Draft, DraftInput } from '#contract/drafts.ts';
import type { Test } from '#contract/tests.ts';
import type { TestValues } from '#web/entities/test/form-values.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { DraftSync, firstValues } from './draft-sync.ts';
import { valuesOfTest } from './test-changes.ts';

vi.mock('#web/lib/api.ts', () => ({ call: vi.fn() }));

const task = (number: number, text: string) => ({
  ...{ kind: 'task' as const, number, task: text, figmaUrl: '', goal: null, asks: [] },
});
let stored: TestValues;
let draft: Draft | null;
let versions: number;
/** Runs before each call is answered. */
let answering: () => void;
const requests: string[] = [];

const failure = (status: number, code: string) => new ApiError(status, { code, message: 'No.' });

beforeEach(() => {
  vi.useFakeTimers();
  stored = valuesOfTest({ name: 'Shop', steps: [task(1, 'A'), task(2, 'B')] });
  [draft, versions, answering] = [null, 0, () => undefined];
  requests.length = 0;
  vi.mocked(call).mockImplementation(answer as unknown as typeof call);
});
afterEach(() => vi.useRealTimers());

interface Request {
  body: DraftInput;
  query: { version: string };
}

async function answer(row: { method: string; path: string }, { body, query }: Request) {
  await new Promise((resolve) => setTimeout(resolve, 20));
  requests.push(row.method);
  answering();
  if (row.method === 'POST') return { version: draft?.version ?? null, editors: [] };
  if (row.method === 'GET') return { draft: structuredClone(draft) };
  const isOld = (row.method === 'PUT' ? body : query).version !== (draft?.version ?? null);
  if (isOld) throw failure(409, 'draft_changed');
  versions += 1;
  const change = { version: `v${versions}`, savedAt: '2026-11-28T14:02:00.000Z' };
  draft = row.method === 'PUT' ? { ...structuredClone(body), ...change, savedBy: 'Ada' } : null;
  return change;
}

const discarded = vi.fn();

function openForm() {
  let values = structuredClone(firstValues(draft, stored));
  const sync: DraftSync = new DraftSync(
    '019a9e04-1c55-7d10-9b52-3f0a6f5a2c11' as Test['_id'],
    {
      read: () => structuredClone(values),
      show: (next) => {
        values = structuredClone(next);
        sync.changed();
      },
      readStored: async () => stored,
      onDiscarded: discarded,
    },
    { draft: structuredClone(draft), stored },
  );
  return {
    sync,
    type: (at: number, text: string) => {
      values.steps = values.steps.map((step, place) =>
        place === at && step.kind === 'task' ? { ...step, task: text } : step,
      );
      sync.changed();
    },
    rename: (name: string) => {
      values.name = name;
      sync.changed();
    },
    texts: () => [values.name, ...values.steps.map((step) => step.kind === 'task' && step.task)],
    phase: () => sync.state.getSnapshot().phase,
  };
}

const pass = (ms = 3000) => vi.advanceTimersByTimeAsync(ms);

it('saves after a pause in typing, and nothing without a change', async () => {
  const ada = openForm();
  for (const text of ['A,', 'A, ty', 'A, typed']) {
    ada.type(0, text);
    await pass(300);
  }
  expect([ada.phase(), requests]).toEqual(['saving', []]);
  await pass();
  expect([ada.phase(), requests]).toEqual(['same', ['PUT']]);
  expect(openForm().texts()).toEqual(['Shop', 'A, typed', 'B']);
  await Promise.all([ada.sync.check(), pass()]);
  expect(requests).toEqual(['PUT', 'POST']);
});

it('merges what both typed at the same time, in different steps and in the same one', async () => {
  const [ada, bob] = [openForm(), openForm()];
  ada.type(0, 'A of Ada');
  bob.type(1, 'B of Bob');
  bob.rename('Shop of Bob');
  await pass();
  ada.type(1, 'B of Ada');
  await pass();
  const both = ['Shop of Bob', 'A of Ada', 'B of Ada'];
  await Promise.all([ada.sync.check(), bob.sync.check(), pass()]);
  expect([ada.texts(), bob.texts(), openForm().texts()]).toEqual([both, both, both]);
});

it('sends again what got no answer, and says so', async () => {
  const ada = openForm();
  answering = () => {
    throw failure(0, 'unreachable');
  };
  ada.type(0, 'Offline');
  await pass();
  expect([ada.phase(), draft]).toEqual(['failed', null]);
  ada.type(1, 'Still offline');
  await pass(20_000);
  answering = () => undefined;
  await pass(30_000);
  expect([ada.phase(), openForm().texts()]).toEqual(['same', ['Shop', 'Offline', 'Still offline']]);
});

it('sends a refused form again only when it has changed', async () => {
  const ada = openForm();
  answering = () => {
    throw failure(413, 'too_large');
  };
  ada.type(0, 'Too large');
  await pass(60_000);
  expect([ada.sync.state.getSnapshot(), requests]).toEqual([
    { phase: 'failed', savedAt: null, failure: 'No.' },
    ['PUT'],
  ]);
  answering = () => undefined;
  ada.type(0, 'Fits');
  await pass();
  expect(ada.phase()).toBe('same');
});

describe('the end of a draft', () => {
  it('discards it for all, whose own new typing stays, and puts it back', async () => {
    const [ada, bob] = [openForm(), openForm()];
    ada.type(0, 'A of Ada');
    await pass();
    await Promise.all([bob.sync.check(), pass()]);
    expect(bob.texts()).toEqual(['Shop', 'A of Ada', 'B']);
    const before = ada.sync.discard();
    await pass(100);
    bob.type(1, 'B of Bob');
    await Promise.all([bob.sync.check(), pass()]);
    expect(bob.texts()).toEqual(['Shop', 'A', 'B of Bob']);
    expect(discarded).toHaveBeenCalledTimes(1);
    const form = await before;
    if (form) ada.sync.restore(form);
    await pass();
    const both = ['Shop', 'A of Ada', 'B of Bob'];
    expect([ada.texts(), openForm().texts()]).toEqual([both, both]);
  });

  it('is saved as the test after what is being sent, and makes no call later', async () => {
    const ada = openForm();
    ada.type(0, 'First');
    await pass(1010);
    ada.type(0, 'Second');
    const send = vi.fn(async (version: string | null) => version);
    const saved = ada.sync.saveAsTest(send);
    await pass();
    expect([await saved, requests]).toEqual(['v1', ['PUT']]);
    ada.type(0, 'Late');
    ada.sync.leave();
    await pass();
    expect(requests).toEqual(['PUT']);
  });

  it('goes on when the test was refused', async () => {
    const ada = openForm();
    ada.type(0, 'First');
    const refused = ada.sync.saveAsTest(() => Promise.reject(failure(400, 'bad_input')));
    await expect(refused).rejects.toThrow('No.');
    await pass();
    expect(draft?.form.steps[0]).toMatchObject({ task: 'First' });
  });

  it('comes with the page that leaves it as the test is', async () => {
    const ada = openForm();
    ada.type(0, 'Typed');
    await pass();
    ada.type(0, 'A');
    ada.sync.leave();
    await pass();
    expect([draft, requests]).toEqual([null, ['PUT', 'DELETE']]);
  });

  it('takes over what was saved without it', async () => {
    const ada = openForm();
    ada.type(0, 'A, typed');
    await pass();
    stored = valuesOfTest({ name: 'Store', steps: [task(1, 'A'), task(2, 'B+'), task(3, 'C')] });
    ada.sync.testChanged(stored);
    await pass();
    const merged = ['Store', 'A, typed', 'B+', 'C'];
    expect([ada.texts(), openForm().texts()]).toEqual([merged, merged]);
    expect(draft?.base).toEqual(stored);
  });
});
