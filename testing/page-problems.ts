// Collects what goes wrong in a page: a test ends with `expect(problems).toEqual([])`.
import type { BrowserContext } from 'playwright-core';

/**
 * Sentences for each error that any page of the context logs or throws from now on.
 * @param expected messages that this test provokes on purpose.
 */
export function collectProblems(
  context: BrowserContext,
  expected: readonly RegExp[] = [],
): readonly string[] {
  const problems: string[] = [];
  const add = (problem: string) => {
    if (!expected.some((pattern) => pattern.test(problem))) problems.push(problem);
  };
  context.on('console', (message) => {
    if (message.type() !== 'error') return;
    add(`console.error: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => add(`uncaught: ${error.error().message}`));
  return problems;
}
