// `npm run sample-study`: fills a running installation with the sample study (testing/study/main.ts).
import { ensureInstalled } from './install.mjs';
import { endWith, run } from './project.mjs';

async function main() {
  const node = await ensureInstalled();
  process.exitCode = await run(node, ['testing/study/main.ts', ...process.argv.slice(2)]);
}

main().catch(endWith);
