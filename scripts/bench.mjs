// `npm run bench`: installs and builds everything, then runs the benchmarks (bench/main.ts describes the options).
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { endWith, run } from './project.mjs';

async function main() {
  const node = await ensureInstalled();
  if ((await run(node, ['scripts/provision.mjs', 'browsers'])) !== 0) process.exit(1);
  await ensureBuilt(node);
  process.exitCode = await run(node, ['bench/main.ts', ...process.argv.slice(2)]);
}

main().catch(endWith);
