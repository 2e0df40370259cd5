// `npm run write-specification`: writes docs/specification.md, the conformance table (e2e/specification/table.ts).
import { ensureInstalled } from './install.mjs';
import { endWith, run } from './project.mjs';

async function main() {
  process.exitCode = await run(await ensureInstalled(), ['e2e/specification/table.ts']);
}

main().catch(endWith);
