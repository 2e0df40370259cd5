// `npm run fuzz`: installs everything, then fuzzes (testing/fuzz/main.ts describes the options).
import { ensureInstalled } from './install.mjs';
import { endWith, run } from './project.mjs';

async function main() {
  const node = await ensureInstalled();
  process.exitCode = await run(node, ['testing/fuzz/main.ts']);
}

main().catch(endWith);
