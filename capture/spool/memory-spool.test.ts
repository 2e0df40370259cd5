// Runs the rules of every spool on the one in memory; IndexedDB is tested inside a browser (in-browser/).
import { describe, it } from 'vitest';
import { MemorySpool } from './memory-spool.ts';
import { CONFORMANCE_MAX_BYTES, spoolRules } from './spool.conformance.ts';

describe('spool in memory', () => {
  it.each(spoolRules)('$name', async ({ check }) => {
    await check(new MemorySpool(CONFORMANCE_MAX_BYTES));
  });
});
