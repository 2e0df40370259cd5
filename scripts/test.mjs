// `npm test`: sets up all it needs, runs every check and every test, and counts them.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { endWith, root, run } from './project.mjs';
import { provisionBrowser } from './provision-browser.mjs';
import { provisionCeph } from './provision-ceph.mjs';

const CHECKS = [
  { name: 'lint and format', command: 'biome', args: ['check', '.'] },
  { name: 'types', command: 'tsc', args: ['-b'] },
  { name: 'dead code', command: 'knip', args: ['--no-progress'] },
  { name: 'planted violations', command: 'node', args: ['scripts/planted-violations.mjs'] },
];

const SUITES = [
  { name: 'unit and endpoint tests', config: 'testing/vitest.config.ts' },
  { name: 'journeys in a browser', config: 'e2e/vitest.config.ts' },
];

async function main() {
  const node = await ensureInstalled();
  provisionBrowser();
  provisionCeph();
  const results = [];
  for (const check of CHECKS) results.push(await runCheck(check));
  results.push(await build(node));
  for (const suite of SUITES) results.push(await runSuite(suite));
  report(results);
}

function announce(name) {
  process.stdout.write(`\n── ${name}\n`);
}

async function runCheck({ name, command, args }) {
  announce(name);
  const code = await run(command, args);
  if (code === 0) return { passed: 1, failures: [] };
  return { passed: 0, failures: [`${name}: exit code ${code}`] };
}

async function build(node) {
  announce('build');
  try {
    await ensureBuilt(node);
    return { passed: 1, failures: [] };
  } catch (error) {
    return { passed: 0, failures: [`build: ${error.message}`] };
  }
}

/** Vitest shows its own report and writes one to count by. */
async function runSuite({ name, config }) {
  announce(name);
  const folder = mkdtempSync(join(tmpdir(), 'tryout-report-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await run('vitest', ['run', '--config', config, ...reporters]);
  const result = readReport(name, file);
  rmSync(folder, { recursive: true });
  if (code !== 0 && result.failures.length === 0) {
    result.failures.push(`${name}: exit code ${code} without a failed test; see above`);
  }
  return result;
}

function readReport(name, file) {
  try {
    const { testResults, numPassedTests } = JSON.parse(readFileSync(file, 'utf8'));
    return { passed: numPassedTests, failures: testResults.flatMap(failuresOf) };
  } catch (error) {
    return { passed: 0, failures: [`${name}: no report (${error.message}); see above`] };
  }
}

/** Failed tests of a file; the file itself when it could not even be loaded. */
function failuresOf({ name, status, message, assertionResults }) {
  const path = name.startsWith(root) ? name.slice(root.length + 1) : name;
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0 && status === 'failed') return [`${path}: ${firstLine(message)}`];
  return failed.map(
    (test) => `${path} > ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`,
  );
}

function firstLine(text) {
  return (text ?? '').split('\n')[0];
}

function report(results) {
  const failures = results.flatMap((result) => result.failures);
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  if (failures.length > 0) process.stdout.write(`\nFailed:\n  ${failures.join('\n  ')}\n`);
  process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}

main().catch((error) => {
  endWith(error);
  process.stdout.write('\n0 passed, 1 failed\n');
});
