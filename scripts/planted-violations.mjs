// Tests the checks: plants violations in temporary folders under the project's rules, and requires that linter,
// compiler and knip report each of them, and no clean file.
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cleanPlants, lintPlants } from './planted/lint.mjs';
import { ownFiles, soundPlants, typePlants } from './planted/types.mjs';
import { endWith, projectEnvironment, root } from './project.mjs';

/** Runs a check that is expected to fail, and returns its output. */
function output(cwd, command, args) {
  // The output has several hundred diagnostics with source excerpts.
  const options = { cwd, env: projectEnvironment(), maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile(command, args, options, (_error, stdout, stderr) => resolve({ stdout, stderr }));
  });
}

/** Creates a folder with the project's configuration and these files. */
function plant(folder, files) {
  mkdirSync(folder);
  for (const name of ['package.json', 'biome.json', 'knip.json', 'tsconfig.base.json']) {
    copyFileSync(join(root, name), join(folder, name));
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** @returns {Promise<string[]>} a sentence for each violation missed and each false alarm */
async function checkLinter(folder) {
  plant(folder, [...cleanPlants, ...lintPlants.map(([path, , text]) => [path, text])]);
  const args = ['lint', '--reporter=json', '--max-diagnostics=none', '.'];
  const { stdout, stderr } = await output(folder, 'biome', args);
  if (!stdout.startsWith('{')) return [`the linter did not run: ${stderr}`];
  const reported = new Set(
    JSON.parse(stdout).diagnostics.map(
      ({ category, location }) => `${pathOf(location)} ${category.replace('lint/', '')}`,
    ),
  );
  const missed = lintPlants
    .filter(([path, rule]) => !reported.has(`${path} ${rule}`))
    .map(([path, rule]) => `the linter missed ${rule} in ${path}`);
  return [...missed, ...falseAlarms('linter', cleanPlants, reported)];
}

function pathOf(location) {
  const path = typeof location.path === 'string' ? location.path : (location.path?.file ?? '');
  return path.replace(/^\.\//, '');
}

async function checkCompiler(folder) {
  plant(folder, [...soundPlants, ...ownFiles, ...typePlants.map(([path, , text]) => [path, text])]);
  for (const [path] of soundPlants) {
    const project = dirname(path);
    const { references: _references, ...config } = JSON.parse(
      readFileSync(join(root, project, 'tsconfig.json'), 'utf8'),
    );
    writeFileSync(join(folder, project, 'tsconfig.json'), JSON.stringify(config));
  }
  const projects = soundPlants.map(([path]) => dirname(path));
  const { stdout } = await output(folder, 'tsc', ['-b', '--pretty', 'false', ...projects]);
  const reported = new Set(
    [...stdout.matchAll(/^(\S+)\(\d+,\d+\): error (TS\d+):/gm)].map(
      ([, path, error]) => `${path} ${error}`,
    ),
  );
  const missed = typePlants
    .filter(([path, error]) => !reported.has(`${path} ${error}`))
    .map(([path, error]) => `the compiler missed ${error} in ${path}`);
  return [...missed, ...falseAlarms('compiler', soundPlants, reported)];
}

const DEAD_CODE = [
  ['server/main.ts', "import { used } from './half-used.ts';\nused();\n"],
  ['server/half-used.ts', 'export const used = () => 1;\nexport const unusedExport = 2;\n'],
  ['server/dead-file.ts', 'export const a = 1;\n'],
];

async function checkKnip(folder) {
  plant(folder, DEAD_CODE);
  const { stdout } = await output(folder, 'knip', ['--include', 'files,exports']);
  return ['server/dead-file.ts', 'unusedExport']
    .filter((name) => !stdout.includes(name))
    .map((name) => `knip missed ${name}`);
}

function falseAlarms(check, plants, reported) {
  const paths = new Set([...reported].map((line) => line.split(' ')[0]));
  return plants
    .filter(([path]) => paths.has(path))
    .map(([path]) => `the ${check} complained about ${path}, which is clean`);
}

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'tryout-planted-'));
  try {
    const problems = await Promise.all([
      checkLinter(join(folder, 'lint')),
      checkCompiler(join(folder, 'types')),
      checkKnip(join(folder, 'knip')),
    ]);
    if (problems.flat().length > 0) throw new Error(problems.flat().join('\n'));
  } finally {
    rmSync(folder, { recursive: true });
  }
  const count = lintPlants.length + typePlants.length + 2;
  process.stdout.write(`${count} planted violations, all caught\n`);
}

main().catch(endWith);
