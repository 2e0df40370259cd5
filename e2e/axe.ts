// The rules of WCAG 2.2 AA as far as axe can check them.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Rules beyond those of WCAG's levels: visible text is part of the name, and headings skip no level. */
const MORE_RULES = {
  'label-content-name-mismatch': { enabled: true },
  'heading-order': { enabled: true },
};

/**
 * @param rules only these, for a second look at the same elements.
 * @returns a sentence for each rule that the page breaks.
 */
export async function brokenRules(page: Page, rules?: readonly string[]): Promise<string[]> {
  // The target-size of dots of clicks that overlap is left out: their position is the information.
  const axe = new AxeBuilder({ page }).exclude('[data-overlapping-targets]');
  const runOnly = {
    type: rules ? ('rule' as const) : ('tag' as const),
    values: [...(rules ?? TAGS)],
  };
  // The other mode evaluates each frame's results in a page of its own, which costs as much as the rules.
  axe.setLegacyMode(page.frames().length === 1);
  const more = rules ? {} : { rules: MORE_RULES };
  const options = { runOnly, resultTypes: ['violations' as const], ...more };
  const { violations } = await axe.options(options).analyze();
  return violations.map(
    ({ id, nodes }) => `${id} at ${nodes.map((node) => node.target).join(', ')}`,
  );
}
