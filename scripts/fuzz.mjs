// `npm run fuzz`: sets up all it needs, then fuzzes (testing/fuzz/main.ts says how to choose).
import { ensureInstalled } from './install.mjs';
import { endWith, run } from './project.mjs';

async function main() {
  const node = await ensureInstalled();
  process.exitCode = await run(node, ['testing/fuzz/main.ts']);
}

main().catch(endWith);
