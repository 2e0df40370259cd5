// A browser's name and system in words, for lists of sign-ins and recordings: 'Firefox on Windows'. A hint for people's eyes;
// nothing is decided by it.

/** What browsers call themselves holds the names of others: the more particular stands first. */
const browsers = [
  ['edg', 'Edge'],
  ['opr/', 'Opera'],
  ['samsungbrowser/', 'Samsung Internet'],
  ['firefox/', 'Firefox'],
  ['fxios/', 'Firefox'],
  ['crios/', 'Chrome'],
  ['chrome/', 'Chrome'],
  ['safari/', 'Safari'],
] as const;

const systems = [
  ['ipad', 'iPad'],
  ['iphone', 'iPhone'],
  ['android', 'Android'],
  ['cros ', 'ChromeOS'],
  ['windows', 'Windows'],
  ['macintosh', 'macOS'],
  ['linux', 'Linux'],
] as const;

/** Real ones have about 150 characters. */
const MOST_CHARACTERS = 500;

/** @returns words of our own only, never what the header holds; empty when it names nothing known. */
export function deviceName(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, MOST_CHARACTERS).toLowerCase();
  const nameIn = (table: readonly (readonly [string, string])[]) =>
    table.find(([mark]) => text.includes(mark))?.[1];
  return [nameIn(browsers), nameIn(systems)].filter((name) => name !== undefined).join(' on ');
}

/** Of a request; null when its header names nothing known. */
export function deviceOf({
  headers,
}: {
  headers: { 'user-agent'?: string | undefined };
}): string | null {
  return deviceName(headers['user-agent']) || null;
}
