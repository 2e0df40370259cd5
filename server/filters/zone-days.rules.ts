// The first moment of a day in a time zone, for the days of the filter.

const DAY_MS = 86_400_000;

/**
 * Returns the first moment of a day in milliseconds since 1970.
 * @param day `2026-03-29`
 * @param zone a time zone that the runtime has, such as `Europe/Athens`
 * @param daysLater 1 for the day after
 */
export function dayStartMs(day: string, zone: string, daysLater = 0): number {
  const clockMs = Date.parse(day) + daysLater * DAY_MS;
  const first = clockMs - offsetMs(clockMs, zone);
  const second = clockMs - offsetMs(first, zone);
  // The clock jumps over midnight: the day begins after the jump.
  return offsetMs(second, zone) === offsetMs(first, zone) ? second : Math.max(first, second);
}

/** Returns how far a zone's clock is ahead of UTC. No session is older than 1970, so older days need no history. */
function offsetMs(atMs: number, zone: string): number {
  const at = new Date(Math.max(0, atMs));
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const clockMs = Date.UTC(
    ...([part('year'), part('month') - 1, part('day')] as const),
    ...([part('hour'), part('minute'), part('second')] as const),
  );
  return clockMs - (at.getTime() - at.getUTCMilliseconds());
}
