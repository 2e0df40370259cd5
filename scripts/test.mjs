// `npm test`: sets up all it needs, runs every check and every test, and counts them.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { endWith, root, run, runQuietly } from './project.mjs';

const CHECKS = [
  { name: 'lint and format', command: 'biome', args: ['check', '.'] },
  { name: 'types', command: 'tsc', args: ['-b'] },
  { name: 'dead code', command: 'knip', args: ['--no-progress'] },
  { name: 'planted violations', command: 'node', args: ['scripts/planted-violations.mjs'] },
];

const UNIT_TESTS = { name: 'unit and endpoint tests', config: 'testing/vitest.config.ts' };
const JOURNEYS = { name: 'journeys in a browser', config: 'e2e/vitest.config.ts' };

async function main() {
  const [node, provided] = await Promise.all([
    ensureInstalled(),
    run(process.execPath, ['scripts/provision.mjs']),
  ]);
  if (provided !== 0) throw new Error('The tests lack programs; see above.');
  // The unit tests wait more than they compute: the checks and the build fit beside them.
  const [unit, checks] = await Promise.all([runSuite(UNIT_TESTS), runChecks(node)]);
  report([...checks, unit, await runJourneys()]);
}

async function runChecks(node) {
  const results = [];
  for (const check of CHECKS) results.push(await runCheck(check));
  return [...results, await build(node)];
}

async function runCheck({ name, command, args }) {
  const { code, output } = await runQuietly(command, args);
  process.stdout.write(`\n── ${name}\n${output}`);
  if (code === 0) return { passed: 1, failures: [] };
  return { passed: 0, failures: [`${name}: exit code ${code}`] };
}

async function build(node) {
  process.stdout.write('\n── build\n');
  try {
    await ensureBuilt(node);
    return { passed: 1, failures: [] };
  } catch (error) {
    return { passed: 0, failures: [`build: ${error.message}`] };
  }
}

/**
 * Journeys share what earlier ones of their file made: a file with one that failed is tried once more as a whole, and
 * what failed at the first try alone is named.
 */
async function runJourneys() {
  const first = await runSuite(JOURNEYS);
  const failed = first.files.filter((file) => !hasPassed(file));
  if (failed.length === 0) return first;
  const second = await runSuite(
    { name: 'failed journeys, once more', config: JOURNEYS.config },
    failed.map(({ path }) => path),
  );
  const rescued = new Set(second.files.filter(hasPassed).map(({ path }) => path));
  return {
    passed: countFiles(first.files.filter(hasPassed)).passed + second.passed,
    failures: second.failures,
    again: failed.filter(({ path }) => rescued.has(path)).flatMap(({ failures }) => failures),
  };
}

function hasPassed({ failures }) {
  return failures.length === 0;
}

/** Vitest shows its own report and writes one to count by. */
async function runSuite({ name, config }, paths = []) {
  process.stdout.write(`\n── ${name}\n`);
  const folder = mkdtempSync(join(tmpdir(), 'tryout-report-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await run('vitest', ['run', ...paths, '--config', config, ...reporters]);
  const result = readReport(name, file);
  rmSync(folder, { recursive: true });
  if (code !== 0 && result.failures.length === 0) {
    result.failures.push(`${name}: exit code ${code} without a failed test; see above`);
  }
  return result;
}

function readReport(name, file) {
  try {
    const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
    return countFiles(testResults.map(resultOf));
  } catch (error) {
    return { files: [], passed: 0, failures: [`${name}: no report (${error.message}); see above`] };
  }
}

function countFiles(files) {
  const passed = files.reduce((sum, file) => sum + file.passed, 0);
  return { files, passed, failures: files.flatMap(({ failures }) => failures) };
}

/** Of a file: how many tests passed and which failed; the file itself when it could not even be loaded. */
function resultOf({ name, status, message, assertionResults }) {
  const path = pathOf(name);
  const passed = assertionResults.filter((test) => test.status === 'passed').length;
  const failures = assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => `${path} > ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`);
  if (failures.length === 0 && status === 'failed') failures.push(`${path}: ${firstLine(message)}`);
  return { path, passed, failures };
}

function pathOf(name) {
  return name.startsWith(root) ? name.slice(root.length + 1) : name;
}

function firstLine(text) {
  return (text ?? '').split('\n')[0];
}

function report(results) {
  const failures = results.flatMap((result) => result.failures);
  const again = results.flatMap((result) => result.again ?? []);
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  if (again.length > 0)
    process.stdout.write(`\nPassed at the second try:\n  ${again.join('\n  ')}\n`);
  if (failures.length > 0) process.stdout.write(`\nFailed:\n  ${failures.join('\n  ')}\n`);
  process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}

main().catch((error) => {
  endWith(error);
  process.stdout.write('\n0 passed, 1 failed\n');
});
