// A screen's node tree → the nodes that presses in it lead to: what a participant can see by clicking on.
import { screenId } from '#contract/screens.ts';
import type { DesignNode } from './design-tool.schema.ts';

/** These present another frame or overlay; scrolling and changes of a variant stay on the screen. */
const presenting: ReadonlySet<string> = new Set(['NAVIGATE', 'SWAP', 'OVERLAY']);
/** A screen has dozens of links at most; hundreds are a menu of a whole catalogue. */
const DESTINATIONS_MAX = 500;

/** Node ids in the order of the layers, each once. */
export function leadsTo(screen: DesignNode): string[] {
  const found = new Set<string>();
  const nodes = [screen];
  for (let node = nodes.pop(); node && found.size < DESTINATIONS_MAX; node = nodes.pop()) {
    for (const id of destinationsOf(node)) {
      const read = screenId.safeParse(id);
      if (read.success) found.add(read.data);
    }
    nodes.push(...(node.children ?? []).toReversed());
  }
  return [...found].slice(0, DESTINATIONS_MAX);
}

function destinationsOf({ transitionNodeID, interactions = [] }: DesignNode): string[] {
  const actions = interactions.flatMap((interaction) => interaction.actions);
  const newer = actions.flatMap((one) =>
    one && presenting.has(one.navigation) ? [one.destinationId] : [],
  );
  return transitionNodeID ? [transitionNodeID, ...newer] : newer;
}
