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

/** Opens a spool that an older version of the page stored, and stores answers in it. */
async function openOlderSpool(): Promise<{ testNames: string[]; ease: (number | null)[] }> {
  const name = 'older';
  const session = newlySpooled(newSession({ testName: 'From before' }));
  const older = await openDB(name, 1, {
    upgrade(db) {
      db.createObjectStore('sessions', { keyPath: 'sessionId' });
      for (const table of ['pieces', 'events', 'heatmaps']) db.createObjectStore(table);
    },
  });
  await older.put('sessions', session);
  older.close();
  const spool = await openIndexedDbSpool({ name });
  const { sessionId, token } = session;
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
  return { testNames, ease };
}

Object.assign(globalThis, { checkSpool, openOlderSpool });
