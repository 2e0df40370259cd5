// `npm test`: installs and builds everything, runs every check and every test, and counts them.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { CHECKS } from './check.mjs';
import { ensureInstalled } from './install.mjs';
import { endWith, root, run, runQuietly } from './project.mjs';
import {
  hasPassed,
  judgeRescued,
  rescuedFiles,
  resultOf,
  slowestFiles,
  withSecondTry,
} from './test-report.mjs';

const UNIT_TESTS = { name: 'unit and endpoint tests', config: 'testing/vitest.config.ts' };
const JOURNEYS = { name: 'journeys in a browser', config: 'e2e/vitest.config.ts' };

/** Prefix that gives checks a lower priority than the journeys. */
const GIVING_WAY = ['nice', '-n', '10'];

async function main() {
  const [node, provided] = await Promise.all([
    ensureInstalled(),
    run(process.execPath, ['scripts/provision.mjs']),
  ]);
  if (provided !== 0) throw new Error('The tests lack programs; see above.');
  const built = await build(node);
  // The journeys record and play in real time, so only the checks run beside them.
  const [journeys, checks] = await Promise.all([runSuite(JOURNEYS), runChecks()]);
  const units = await runSuite(UNIT_TESTS);
  const tried = [];
  for (const suite of [journeys, units]) tried.push(await tryAgain(suite));
  report([built, ...checks], tried);
}

async function runChecks() {
  const results = [];
  for (const check of CHECKS) results.push(await runCheck(check));
  return results;
}

async function runCheck({ name, command, args }) {
  const [nice, ...rest] = [...GIVING_WAY, command, ...args];
  const { code, output } = await runQuietly(nice, rest);
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

/** Runs each file with failures once more, alone and as a whole, because its tests may build on each other. */
async function tryAgain({ suite, files, failures }) {
  const failed = files.filter((file) => !hasPassed(file));
  if (failed.length === 0) return { files, failures, rescued: [] };
  const again = { name: `${suite.name}: failed files, once more`, config: suite.config };
  const failedPaths = failed.map(({ path }) => path);
  const second = await runSuite(again, failedPaths);
  return {
    files: withSecondTry(files, second.files),
    failures: [...failures, ...second.failures],
    rescued: rescuedFiles(files, second.files),
  };
}

/** Runs a suite of Vitest, which shows its own report and writes one to count by. `failures` belong to no file. */
async function runSuite(suite, paths = []) {
  process.stdout.write(`\n── ${suite.name}\n`);
  const folder = mkdtempSync(join(tmpdir(), 'tryout-report-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await run('vitest', ['run', ...paths, '--config', suite.config, ...reporters]);
  const { files, failures } = readReport(suite, file);
  rmSync(folder, { recursive: true });
  if (code !== 0 && failures.length === 0 && files.every(hasPassed)) {
    failures.push(`${suite.name}: exit code ${code} without a failed test; see above`);
  }
  return { suite, files, failures };
}

function readReport({ name }, file) {
  try {
    const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
    return { files: testResults.map((result) => resultOf(result, root)), failures: [] };
  } catch (error) {
    return { files: [], failures: [`${name}: no report (${error.message}); see above`] };
  }
}

function report(checks, suites) {
  const ledger = JSON.parse(readFileSync(join(root, 'testing', 'rescued.json'), 'utf8'));
  const files = suites.flatMap((suite) => suite.files);
  const rescued = judgeRescued(
    suites.flatMap((suite) => suite.rescued),
    ledger,
  );
  const failures = [...checks, ...suites, ...files, rescued].flatMap((result) => result.failures);
  const passed = [...checks, ...files].reduce((sum, result) => sum + result.passed, 0);
  writeList('Slowest files', slowestFiles(files));
  writeList('Passed at the second try', rescued.lines);
  writeList('Failed', failures);
  process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}

function writeList(title, lines) {
  if (lines.length > 0) process.stdout.write(`\n${title}:\n  ${lines.join('\n  ')}\n`);
}

main().catch((error) => {
  endWith(error);
  process.stdout.write('\n0 passed, 1 failed\n');
});
