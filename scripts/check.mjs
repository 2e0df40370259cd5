// `npm run check`: runs linter, compiler, dead code check, planted violations and walls, all of them to the end.
import { endWith, run } from './project.mjs';

export const CHECKS = [
  { name: 'lint and format', command: 'biome', args: ['check', '.'] },
  // One checker, because several would each infer the types of the contract, at twice the computing time.
  { name: 'types', command: 'tsc', args: ['-b', '--checkers', '1'] },
  { name: 'dead code', command: 'knip', args: ['--no-progress'] },
  { name: 'planted violations', command: 'node', args: ['scripts/planted-violations.mjs'] },
  { name: 'walls', command: 'vitest', args: ['run', '--config', 'testing/walls/vitest.config.ts'] },
];

async function main() {
  const codes = [];
  for (const { command, args } of CHECKS) codes.push(await run(command, args));
  process.exitCode = Math.max(...codes);
}

if (process.argv[1] === import.meta.filename) main().catch(endWith);
