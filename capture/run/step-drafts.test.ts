// The last draft of each step is stored, and a later visit reads it.
import { expect, it } from 'vitest';
import { MemorySpool } from '../spool/memory-spool.ts';
import { newSession } from '../spool/session.fixture.ts';
import { StepDrafts } from './step-drafts.ts';

const session = newSession();

it('stores the last draft of each step by one write at a time', async () => {
  const spool = new MemorySpool();
  await spool.begin(session);
  let writes = 0;
  const putStep = spool.putStep.bind(spool);
  spool.putStep = async (...args) => {
    writes += 1;
    await putStep(...args);
  };
  const steps = new StepDrafts(spool, session.sessionId);
  for (let length = 1; length <= 100; length += 1) steps.keep(3, { draft: 'a'.repeat(length) });
  steps.keep(5, { isClosed: true });
  await expect.poll(() => spool.steps(session.sessionId)).toHaveLength(2);
  const later = new StepDrafts(spool, session.sessionId, await spool.steps(session.sessionId));
  expect(later.get(3)).toEqual({
    step: 3,
    draft: 'a'.repeat(100),
    given: null,
    isClosed: false,
  });
  expect(later.get(5).isClosed).toBe(true);
  expect(later.get(9)).toEqual({ step: 9, draft: null, given: null, isClosed: false });
  expect(writes).toBeLessThan(5);
});
