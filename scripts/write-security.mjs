// `npm run write-security`: writes the tables of docs/ that come from the code (testing/documentation-tables.ts).
import { ensureInstalled } from './install.mjs';
import { endWith, run } from './project.mjs';

async function main() {
  process.exitCode = await run(await ensureInstalled(), ['testing/documentation-tables.ts']);
}

main().catch(endWith);
