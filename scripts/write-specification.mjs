// Writes docs/specification.md, the conformance table. With --check only reports whether it is current.
import { readFileSync, writeFileSync } from 'node:fs';
import { readChecks, readLines, renderTable, TABLE_FILE } from '../e2e/specification/table.ts';

const table = renderTable(readLines(), readChecks());
if (!process.argv.includes('--check')) writeFileSync(TABLE_FILE, table);
else if (readFileSync(TABLE_FILE, 'utf8') !== table) {
  process.stderr.write(
    'docs/specification.md is out of date: node scripts/write-specification.mjs\n',
  );
  process.exitCode = 1;
}
