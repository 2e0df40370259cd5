// `npm run check`: linter, compiler, dead code and planted violations, each of them to its end.
import { endWith, run } from './project.mjs';

export const CHECKS = [
  { name: 'lint and format', command: 'biome', args: ['check', '.'] },
  // One checker: several infer the types of the contract again, each for itself, at twice the computing time.
  { name: 'types', command: 'tsc', args: ['-b', '--checkers', '1'] },
  { name: 'dead code', command: 'knip', args: ['--no-progress'] },
  { name: 'planted violations', command: 'node', args: ['scripts/planted-violations.mjs'] },
];

async function main() {
  const codes = [];
  for (const { command, args } of CHECKS) codes.push(await run(command, args));
  process.exitCode = Math.max(...codes);
}

if (process.argv[1] === import.meta.filename) main().catch(endWith);
