// Counts and places of the heat viewer in words.
import type { ScreenHeat } from '#contract/result-screens.ts';
import type { NamedScreen } from '#contract/screen-names.ts';
import { peopleCount } from '#insight/numbers/words.ts';
import type { TintedPlace } from '#insight/tints.ts';

export type HotSpot = ScreenHeat['hotSpots'][number];

/** '33 clicks by 17 people' */
export function clicksByPeople(
  { clicks, people }: { clicks: number; people: number },
  noun = 'click',
) {
  return `${counted(clicks, noun)} by ${peopleCount(people)}`;
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** A layer's name as the design has it; a spot without one by where it is, in pixels of the image. */
export function spotName({ layer, box }: Pick<HotSpot, 'layer' | 'box'>): string {
  if (layer !== null && layer.trim() !== '') return layer;
  if (box === null) return 'Unnamed layer';
  return `Spot at ${Math.round(box.x + box.width / 2)}, ${Math.round(box.y + box.height / 2)}`;
}

/** Returns the effect of a click: 'Nothing reacts', '3 · Basket', 'Reacts, stays here'; on a picture whether it is the goal. */
export function spotEffect(
  { reacts, leadsTo }: Pick<HotSpot, 'reacts' | 'leadsTo'>,
  picture: NamedScreen['picture'],
): string {
  if (picture === 'without_goal') return '';
  if (picture === 'with_goal') return reacts ? 'Goal' : 'Not the goal';
  if (leadsTo !== null) return `${leadsTo.number} · ${leadsTo.name}`;
  return reacts ? 'Reacts, stays here' : 'Nothing reacts';
}

/** Returns the places of a screen whose area is known, each with its people or, where each click counts, its clicks. */
export function tintedPlaces({
  hotSpots,
  weight,
  screen,
}: Pick<ScreenHeat, 'hotSpots' | 'weight' | 'screen'>): TintedPlace[] {
  // Without a goal no press on a picture is in vain.
  const isPlain = screen.picture === 'without_goal';
  return hotSpots.flatMap(({ place, box, people, clicks, reacts }) => {
    if (box === null) return [];
    const count = weight === 'person' ? people : clicks;
    return [{ box, count, reacts: reacts || isPlain, isLayer: place.startsWith('layer:') }];
  });
}
