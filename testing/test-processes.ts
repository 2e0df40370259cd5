// The order and the processes in which test files run, for unit tests and journeys alike.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

export const root = join(import.meta.dirname, '..');

/**
 * Matches code that replaces modules or the environment, or measures memory and steps, which all files of a process
 * share. Spies and fake clocks are restored after each file (restored.setup.ts).
 */
const PROCESS_WIDE =
  /\bvi\.(?:mock|resetModules|stubEnv|stubGlobal)\(|process\.env\.\w+ =|\bprocess\.memoryUsage\(|\bv8\.|\bcreateHook\(|step-meter/;

/** Modules of these folders belong to one page and may hold its state. */
const OF_ONE_PAGE = /^(?:web|capture)\/.*(?<!\.browser)\.test\.tsx?$/;

/** Servers that tests start load in half the time what an earlier one has compiled. `npm start` uses the folder too. */
const NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'tryout-compiled');

/**
 * Two Vitest projects: `isolated` with files that need a process of their own, and `shared` with the others, which run
 * one after the other in few processes. No module that they load holds state (module-state.test.ts).
 */
export function projectsOf(files: readonly string[]) {
  const isolated = files.filter(
    (file) => OF_ONE_PAGE.test(file) || PROCESS_WIDE.test(readFileSync(join(root, file), 'utf8')),
  );
  const shared = files.filter((file) => !isolated.includes(file));
  return [
    { extends: true as const, test: { name: 'isolated', include: isolated } },
    {
      extends: true as const,
      test: {
        name: 'shared',
        include: shared,
        isolate: false,
        env: { NODE_COMPILE_CACHE },
        setupFiles: ['testing/restored.setup.ts'],
      },
    },
  ];
}

/**
 * Names the other configuration when all test files of the command line belong to it. Vitest would answer 'No test files
 * found' and list all files of this one.
 * @throws Error
 */
export function requireOwnFiles(
  files: readonly string[],
  otherConfig: string,
  commandLine: readonly string[] = process.argv,
): void {
  const named = commandLine
    .filter((argument) => /\.test\.tsx?$/.test(argument))
    .map((path) => relative(root, resolve(path)))
    .filter((path) => existsSync(join(root, path)));
  if (named.length === 0 || named.some((path) => files.includes(path))) return;
  throw new Error(`${named.join(', ')}: run with --config ${otherConfig}`);
}

/** Files that take much longer than their size suggests. */
export const LONG_FILES = [
  'bench/soak.test.ts',
  'capture/in-browser/storage.browser.test.ts',
  'capture/in-browser/survival.browser.test.ts',
  'e2e/accessibility-states.test.ts',
  'e2e/killed-server.test.ts',
  'server/interrupted-start.test.ts',
  'server/platform/db/embedded/embedded-database.test.ts',
  'server/platform/db/plans.test.ts',
  'server/platform/db/restarts.test.ts',
  'server/platform/http/bad-input.test.ts',
  'server/platform/http/hostile-input.test.ts',
  'server/results/result-answers.test.ts',
  'server/sessions/lock-order.test.ts',
  'server/view-links/password-rules.test.ts',
  'testing/fuzz/fuzz.test.ts',
  'testing/patterns.test.ts',
];

/** Long files begin first, so that none of them runs alone at the end; larger files follow, as Vitest sorts them. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      LONG_FILES.some((file) => moduleId.endsWith(`/${file}`));
    // Files of one project stay together: a process that all of them share ends when another project's file is next.
    const projects = new Set(sorted.map(({ project }) => project));
    return [...projects].flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}
