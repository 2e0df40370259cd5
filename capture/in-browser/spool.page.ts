// Runs inside the browser: the spool's rules on IndexedDB, each on a database of its own.
import { openDB } from 'idb';
import { openIndexedDbSpool } from '../spool/indexeddb-spool.ts';
import { newSession } from '../spool/session.fixture.ts';
import { CONFORMANCE_MAX_BYTES, spoolRules } from '../spool/spool.conformance.ts';
import { newlySpooled } from '../spool/spool.ts';

/** Name of a rule → why it is broken, or null. */
async function checkSpool(): Promise<Record<string, string | null>> {
  const outcomes: Record<string, string | null> = {};
  for (const [index, { name, check }] of spoolRules.entries()) {
    const options = { name: `rule-${index}`, maxBytes: CONFORMANCE_MAX_BYTES };
    const spool = await openIndexedDbSpool(options);
    outcomes[name] = await check(spool).then(
      () => null,
      (error: unknown) => String(error),
    );
    spool.close();
  }
  return outcomes;
}

/** Opens a spool that an older version of the page stored, and stores answers and a draft in it. */
async function openOlderSpool(
  version: 1 | 3,
): Promise<{ testNames: string[]; ease: (number | null)[]; drafts: unknown[] }> {
  const name = `version-${version}`;
  const session = newlySpooled(newSession({ testName: 'From before' }));
  const older = await openDB(name, version, {
    upgrade(db) {
      db.createObjectStore('sessions', { keyPath: 'sessionId' });
      for (const table of ['pieces', 'events', 'heatmaps']) db.createObjectStore(table);
      if (version === 3) db.createObjectStore('taskAnswers', { keyPath: ['sessionId', 'step'] });
    },
  });
  await older.put('sessions', session);
  const { sessionId, token } = session;
  const earlier = { sessionId, token, step: 2, answers: { didIt: true, ease: 7, helped: null } };
  if (version === 3) await older.put('taskAnswers', earlier);
  older.close();
  const spool = await openIndexedDbSpool({ name });
  await spool.keepAnswers({
    sessionId,
    token,
    step: 0,
    answers: { didIt: null, ease: 4, helped: null },
  });
  const testNames = (await spool.list()).map(({ testName }) => testName);
  const ease = (await spool.answers()).map((entry) =>
    'answers' in entry ? entry.answers.ease : null,
  );
  await spool.putStep(sessionId, { step: 2, draft: 'typed', given: null, isClosed: false });
  const drafts = (await spool.steps(sessionId)).map(({ draft }) => draft);
  return { testNames, ease, drafts };
}

Object.assign(globalThis, { checkSpool, openOlderSpool });
