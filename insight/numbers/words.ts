// Counts and times in words, alike on pages and in headings that the server writes.

/** '3,216' */
export function wholeText(count: number): string {
  return count.toLocaleString('en');
}

/** '1 person', '14 people' */
export function peopleCount(people: number): string {
  return people === 1 ? '1 person' : `${wholeText(people)} people`;
}

/** '1 more person', '7 more people', '40 more people': no one plans with 37. */
export function morePeopleText(more: number): string {
  if (more === 1) return '1 more person';
  return `${wholeText(more <= 10 ? more : Math.ceil(more / 10) * 10)} more people`;
}

/** Percent of a share. Only all is 100 %, and only none is 0 %. */
export function wholePercent(share: number): number {
  if (share > 0 && share < 0.01) return 1;
  if (share < 1 && share > 0.99) return 99;
  return Math.round(share * 100);
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

/** With a minus sign instead of a hyphen, and no sign of a zero. */
export function numberText(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) > 0 ? `−${text}` : text;
}

interface EndOptions {
  /** The value of no difference: 0, of a ratio 1. */
  neutral: number;
  digits: number;
  /** The interval does not hold the neutral value. */
  isShown: boolean;
}

/**
 * Returns an end of the interval of a difference. That of a shown one has as many more digits as keep it from being
 * rounded to the value of no difference.
 */
export function endText(end: number, options: EndOptions): string {
  const { neutral, digits, isShown } = options;
  const isNeutral = Number(Math.abs(end).toFixed(digits)) === neutral;
  return isShown && isNeutral && digits < DIGITS_MAX
    ? endText(end, { ...options, digits: digits + 1 })
    : numberText(end, digits);
}

const DIGITS_MAX = 4;
