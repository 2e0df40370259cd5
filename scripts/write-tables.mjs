// `npm run write-tables`: writes server/platform/db/tables.ts from the migrations (testing/tables/).
import { ensureInstalled } from './install.mjs';
import { endWith, run } from './project.mjs';

/** The test that compares the file with a migrated database; Vitest writes what it compares with. */
const TEST = ['--config', 'testing/vitest.config.ts', 'testing/tables/tables.test.ts'];

async function main() {
  await ensureInstalled();
  process.exitCode = await run('vitest', ['run', '--update', ...TEST]);
}

main().catch(endWith);
