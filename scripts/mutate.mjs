// `npm run mutate`: plants one random fault at a time in product code and runs the tests of the file, in copies of the
// last commit. Journeys and *.browser.test.ts are left out. Options: --room server/results (several times), --count 60,
// --seed 1, --jobs 2. A survivor passes the tests and the compiler; a hang counts as noticed.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { randomNumbers } from '../testing/random-numbers.ts';
import { faultsOf } from './planted/faults.mjs';
import { endWith, projectEnvironment, root } from './project.mjs';

const ROOMS = [
  ...['sessions', 'uploads', 'recordings', 'results', 'view-links', 'my-recording'].map(
    (room) => `server/${room}`,
  ),
  'capture',
];

/** Time that the tests of one fault may take, in milliseconds: those of server/sessions need half of it on a busy machine. */
const TESTS_MS = 240_000;

/** Time that the compiler may take, in milliseconds: a first build on a busy machine takes minutes. */
const COMPILER_MS = 600_000;

const TESTS = '{contract,insight,capture,server,sample,web,testing}/**/*.test.{ts,tsx}';
const NOT_PRODUCT = /^capture\/in-browser\/|\.test\.tsx?$|\.(?:fixture|conformance|page|d)\.ts$/;

const SURVIVED = 'SURVIVED';

const { values: options } = parseArgs({
  options: {
    room: { type: 'string', multiple: true, default: ROOMS },
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
  },
});

/** Returns the test files that concern a product file: those named alike or importing it, then others of its folder. */
function testsOf(file, testFiles) {
  const stem = basename(file).split('.')[0];
  const isNear = ({ path, text }) =>
    basename(path).startsWith(`${stem}.`) || text.includes(`/${basename(file)}'`);
  const others = testFiles.filter((test) => !isNear(test) && dirname(test.path) === dirname(file));
  return [testFiles.filter(isNear), others]
    .map((group) => group.map(({ path }) => path))
    .filter((group) => group.length > 0);
}

/** Returns the faults of one room in random order, each with the tests that concern its file. */
function faultsOfRoom(room, testFiles, random) {
  return globSync(`${room}/**/*.ts`, { cwd: root })
    .filter((file) => !NOT_PRODUCT.test(file))
    .toSorted()
    .map((file) => ({ file, tests: testsOf(file, testFiles) }))
    .filter(({ tests }) => tests.length > 0)
    .flatMap((place) =>
      faultsOf(place.file, committed(place.file)).map((f) => ({ ...place, ...f })),
    )
    .map((fault) => ({ fault, order: random(2 ** 32) }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ fault }) => ({ ...fault, room }))
    .filter(isFirstOfLine);
}

/** One fault of a line is enough, because a condition has several. */
function isFirstOfLine({ file, line }, index, faults) {
  return faults.findIndex((fault) => fault.file === file && fault.line === line) === index;
}

/** Takes a fault of each room in turn, so that small rooms have their part. */
function sample(rooms, count) {
  const longest = Math.max(...rooms.map((faults) => faults.length));
  const turns = Array.from({ length: longest }, (_, index) => rooms.map((faults) => faults[index]));
  return turns.flat().filter(Boolean).slice(0, count);
}

function committed(file) {
  return execFileSync('git', ['show', `HEAD:${file}`], { cwd: root, encoding: 'utf8' });
}

/** Groups of processes that run now. */
const running = new Set();

/** A signal ended the run: the verdict on the present fault is none. */
let isStopped = false;

function kill(pid) {
  process.kill(-pid, 'SIGKILL');
}

/** Runs a program in a copy, at low priority, and kills its whole group when its time is over. */
function runIn(copy, args, limitMs) {
  return new Promise((resolve) => {
    const PATH = `${join(copy, 'node_modules', '.bin')}${delimiter}${projectEnvironment().PATH}`;
    const env = { ...process.env, PATH, NO_COLOR: '1' };
    const child = spawn('nice', ['-n', '10', ...args], { cwd: copy, env, detached: true });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => (output += text));
    running.add(child.pid);
    const timer = setTimeout(() => kill(child.pid), limitMs);
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      running.delete(child.pid);
      resolve({ code, hangs: signal !== null, output });
    });
  });
}

/** Plants a fault, runs its tests, the nearest first, and the compiler, and restores the file. */
async function tryFault(copy, { file, tests, start, end, text }) {
  const original = readFileSync(join(copy, file), 'utf8');
  writeFileSync(join(copy, file), original.slice(0, start) + text + original.slice(end));
  let verdict = null;
  for (const group of tests) verdict ??= await noticedBy(copy, group);
  if (verdict === null) {
    const { code } = await runIn(copy, ['tsc', '-b', '--checkers', '1'], COMPILER_MS);
    verdict = code === 0 ? SURVIVED : 'noticed by the compiler';
  }
  writeFileSync(join(copy, file), original);
  return verdict;
}

/** Returns the first failed test in words, or null if all pass. */
async function noticedBy(copy, tests) {
  const args = ['--config', 'testing/vitest.config.ts', '--bail', '1', '--maxWorkers', '2'];
  const { code, hangs, output } = await runIn(copy, ['vitest', 'run', ...args, ...tests], TESTS_MS);
  if (code === 0) return null;
  if (hangs) return `noticed: no end after ${TESTS_MS / 1000} s`;
  return `noticed by ${/FAIL +(.*)/.exec(output)?.[1] ?? 'an error outside of tests'}`;
}

/** Tries faults from the shared queue in a copy of the last commit until none is left. */
async function work(queue, results) {
  const copy = join(mkdtempSync(join(tmpdir(), 'tryout-mutate-')), 'tree');
  execFileSync('git', ['worktree', 'add', '-q', '--detach', copy, 'HEAD'], { cwd: root });
  try {
    execFileSync('cp', ['-al', join(root, 'node_modules'), copy]);
    // With what the compiler wrote before, it compiles only what the fault changes.
    const types = join(root, '.types');
    if (existsSync(types)) execFileSync('cp', ['-a', types, copy]);
    for (let fault = queue.shift(); fault; fault = queue.shift()) {
      const verdict = await tryFault(copy, fault);
      if (isStopped) return;
      results.push({ room: fault.room, survived: verdict === SURVIVED });
      process.stdout.write(`${fault.file}:${fault.line}  ${fault.change}  ${verdict}\n`);
    }
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', copy], { cwd: root });
    rmSync(dirname(copy), { recursive: true, force: true });
  }
}

async function main() {
  const testFiles = globSync(TESTS, { cwd: root })
    .filter((path) => !/\.browser\.test\.ts$|^testing\/walls\//.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  const random = randomNumbers(Number(options.seed));
  const rooms = options.room.map((room) => faultsOfRoom(room, testFiles, random));
  const queue = sample(rooms, Number(options.count));
  const results = [];
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      isStopped = true;
      for (const pid of running) kill(pid);
    });
  }
  await Promise.all(Array.from({ length: Number(options.jobs) }, () => work(queue, results)));
  for (const room of options.room) {
    const own = results.filter((result) => result.room === room);
    const survived = own.filter((result) => result.survived).length;
    process.stdout.write(`${room}: noticed ${own.length - survived} of ${own.length}\n`);
  }
}

main().catch(endWith);
