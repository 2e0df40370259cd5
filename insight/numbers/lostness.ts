// Lostness: how much a person wandered, from 0 (straight) up to √2 (Smith 1996).

interface Walk {
  /** S: screens presented, each as often as it came. */
  visits: number;
  /** N: different screens among them. */
  different: number;
  /** R: different screens of the shortest route. */
  shortest: number;
}

/**
 * √((N/S − 1)² + (R/N − 1)²).
 * @returns null without visits or a route, and for a person who saw fewer screens than the shortest route has: they
 *   stopped too early, or knew a shorter way, and Smith's measure has no value for either
 */
export function lostness({ visits, different, shortest }: Walk): number | null {
  if (visits === 0 || shortest === 0 || different < shortest) return null;
  return Math.hypot(different / visits - 1, shortest / different - 1);
}
