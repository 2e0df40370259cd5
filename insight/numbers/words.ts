// Counts and times in words, alike on pages and in headings that the server writes.

/** '3,216' */
export function wholeText(count: number): string {
  return count.toLocaleString('en');
}

/** '1 person', '14 people' */
export function peopleCount(people: number): string {
  return people === 1 ? '1 person' : `${wholeText(people)} people`;
}

/** '5.2 s', '44 s', '2 min 5 s'. @param ms milliseconds */
export function secondsText(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 9.95) return `${(Math.round(seconds * 10) / 10).toString()} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const rest = whole % 60;
  return rest === 0 ? `${Math.floor(whole / 60)} min` : `${Math.floor(whole / 60)} min ${rest} s`;
}
