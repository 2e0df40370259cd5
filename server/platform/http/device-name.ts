// A browser's name and system in words, for lists of sign-ins and recordings: 'Firefox on Windows'. It is a hint for
// people; the server decides nothing by it.

/** Names in browsers' headers. They contain the names of others, so the more particular one comes first. */
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

/** Maximum length of a header that is read. Real ones have about 150 characters. */
const MOST_CHARACTERS = 500;

/** @returns words of our own only, never text of the header; empty if it contains no known name. */
export function deviceName(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, MOST_CHARACTERS).toLowerCase();
  const nameIn = (table: readonly (readonly [string, string])[]) =>
    table.find(([mark]) => text.includes(mark))?.[1];
  return [nameIn(browsers), nameIn(systems)].filter((name) => name !== undefined).join(' on ');
}

/** The device of a request, or null if its header contains no known name. */
export function deviceOf({
  headers,
}: {
  headers: { 'user-agent'?: string | undefined };
}): string | null {
  return deviceName(headers['user-agent']) || null;
}
