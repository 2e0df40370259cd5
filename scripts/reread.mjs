// `npm run reread`: reads every session again (server/reread.ts), with the server's own Node.
import { ensureInstalled } from './install.mjs';
import { endWith, run } from './project.mjs';

async function main() {
  process.exitCode = await run(await ensureInstalled(), ['server/reread.ts']);
}

main().catch(endWith);
