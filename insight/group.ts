// Groups clicks by prototype address and then by presented screen (specification, section 3).
import type { Click } from './clicks.ts';

/** Prototype address → screen id → that screen's clicks in the order they came. */
export type ClickGroups = Map<string, Map<string, Click[]>>;

/** Clicks of one address each; the same address in several readings is one group. */
export function groupClicks(
  readings: readonly { prototypeUrl: string; clicks: readonly Click[] }[],
): ClickGroups {
  const groups: ClickGroups = new Map();
  for (const { prototypeUrl, clicks } of readings) {
    const screens = groups.get(prototypeUrl) ?? new Map<string, Click[]>();
    for (const click of clicks) {
      const ofScreen = screens.get(click.screenId);
      if (ofScreen) ofScreen.push(click);
      else screens.set(click.screenId, [click]);
    }
    if (screens.size > 0) groups.set(prototypeUrl, screens);
  }
  return groups;
}
