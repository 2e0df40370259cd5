// Numbers of results in words: each with its n, shares with their interval of 95 %, below five people counts alone.
import type { Average, Proportion } from '#contract/numbers.ts';
import { SHARE_FROM } from '#insight/numbers/share.ts';
import { peopleCount, secondsText, wholePercent, wholeText } from '#insight/numbers/words.ts';

/** '36 of 54' */
export function countText({ k, n }: Pick<Proportion, 'k' | 'n'>): string {
  return `${wholeText(k)} of ${wholeText(n)}`;
}

/** '67 %'; null below n = 5. */
export function shareText({ share }: Pick<Proportion, 'share'>): string | null {
  return share === null ? null : `${wholePercent(share)} %`;
}

/** '53–78 %'; null below n = 5. */
export function shareInterval({ low, high }: Pick<Proportion, 'low' | 'high'>): string | null {
  if (low === null || high === null) return null;
  return `${wholePercent(low)}–${wholePercent(high)} %`;
}

/** '67 %, 95 % interval 53–78 %'; null below n = 5. */
export function shareWithInterval(proportion: Proportion): string | null {
  const interval = shareInterval(proportion);
  return interval === null ? null : `${shareText(proportion)}, 95 % interval ${interval}`;
}

/** '38–51 s', '58 s – 1 min 10 s' */
export function secondsInterval({ low, high }: Pick<Average, 'low' | 'high'>): string | null {
  if (low === null || high === null) return null;
  const [from, to] = [secondsText(low), secondsText(high)];
  const isShort = from.endsWith(' s') && !from.includes('min') && !to.includes('min');
  return isShort ? `${from.slice(0, -2)}–${to}` : `${from} – ${to}`;
}

/**
 * '21 s, 34 s, 1 min 2 s: 3 people'; null from five people, who have a middle time.
 * @param timesMs in ascending order, or null if there are many
 */
export function singleTimesText(n: number, timesMs: readonly number[] | null): string | null {
  if (n >= SHARE_FROM) return null;
  const times = timesMs ?? [];
  if (times.length === 0) return peopleCount(n);
  return `${times.map(secondsText).join(', ')}: ${peopleCount(n)}`;
}

export const averageNames: Record<Average['kind'], string> = {
  geometric_mean: 'geometric mean',
  median: 'median',
  mean: 'mean',
};
