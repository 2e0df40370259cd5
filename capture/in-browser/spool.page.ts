// Runs inside the browser: the spool's rules on IndexedDB, each on a database of its own.
import { openIndexedDbSpool } from '../spool/indexeddb-spool.ts';
import { CONFORMANCE_MAX_BYTES, spoolRules } from '../spool/spool.conformance.ts';

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

Object.assign(globalThis, { checkSpool });
