// `npm run pictures`: installs and builds everything, then takes the pictures of the landing page and the README.
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { endWith, run } from './project.mjs';

async function main() {
  const node = await ensureInstalled();
  if ((await run(node, ['scripts/provision.mjs', 'browsers'])) !== 0) process.exit(1);
  await ensureBuilt(node);
  process.exitCode = await run(node, ['e2e/showcase/take.ts']);
}

main().catch(endWith);
