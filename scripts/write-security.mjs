// Writes the tables of docs/ that come from the code: events of the security log, roles.
import { writeTables } from '../testing/documentation-tables.ts';

for (const file of writeTables()) process.stdout.write(`docs/${file} written\n`);
