// Evaluates the reports of the suites of `npm test`: failures, the slowest files, and files that passed at the second
// try.

/** Most files that may pass at the second try; one more fails the run. */
export const RESCUED_MAX = 2;

const SLOWEST = 10;

/**
 * Converts one file of Vitest's JSON report to the number of passed tests and the failed ones. A file that could not be
 * loaded counts as a failure. Paths are relative to the folder `root`.
 */
export function resultOf({ name, status, message, assertionResults, startTime, endTime }, root) {
  const path = name.startsWith(root) ? name.slice(root.length + 1) : name;
  const passed = assertionResults.filter((test) => test.status === 'passed').length;
  const failures = assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => `${path} > ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`);
  if (failures.length === 0 && status === 'failed') failures.push(`${path}: ${firstLine(message)}`);
  return { path, passed, failures, durationMs: endTime - startTime };
}

export function hasPassed({ failures }) {
  return failures.length === 0;
}

/** Returns the files of the first try, with the failed ones replaced by their second try. */
export function withSecondTry(first, second) {
  const again = new Map(second.map((file) => [file.path, file]));
  return first.map((file) => (hasPassed(file) ? file : (again.get(file.path) ?? file)));
}

/** Returns the files that failed at the first try and passed at the second, with the failures of the first. */
export function rescuedFiles(first, second) {
  const passed = new Set(second.filter(hasPassed).map(({ path }) => path));
  return first.filter((file) => !hasPassed(file) && passed.has(file.path));
}

/** Returns lines about rescued files, and a failure if they exceed the budget. The ledger is testing/rescued.json. */
export function judgeRescued(rescued, ledger) {
  const listed = new Set(ledger.map(({ file }) => file));
  const lines = rescued.flatMap(({ path, failures }) => [
    `${path} (${listed.has(path) ? 'in the ledger' : 'new: add it to testing/rescued.json'})`,
    ...failures.map((failure) => `  ${failure}`),
  ]);
  const failures =
    rescued.length > RESCUED_MAX
      ? [`${rescued.length} files passed only at the second try; ${RESCUED_MAX} may`]
      : [];
  return { lines, failures };
}

/** Returns lines with the seconds and paths of the slowest files. */
export function slowestFiles(files) {
  return files
    .toSorted((a, b) => b.durationMs - a.durationMs)
    .slice(0, SLOWEST)
    .map(({ durationMs, path }) => `${(durationMs / 1000).toFixed(1).padStart(6)} s  ${path}`);
}

function firstLine(text) {
  return (text ?? '').split('\n')[0];
}
