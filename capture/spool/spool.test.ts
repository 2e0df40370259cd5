// The stored form of a session, as another version of the page may have stored it.
import { expect, it } from 'vitest';
import { newSession } from './session.fixture.ts';
import { newlySpooled, spooledSession } from './spool.ts';

it('tasks in the form of another version are left out, and the session remains', () => {
  const session = newlySpooled(newSession());
  const study = { revisionId: crypto.randomUUID(), privateToken: 'x' };
  const { study: tasks, ...stored } = spooledSession.parse({ ...session, study });
  expect(tasks).toBeUndefined();
  expect(stored).toEqual(session);
});
