// The header of an answer that is saved as a file, with a name in any script.

/**
 * The name in ASCII for old clients, and unchanged (RFC 6266 section 4.3).
 * @param fileName letters, digits, `_`, `-` and `.`; of any script
 */
export function attachment(fileName: string): string {
  const ascii = fileName.replaceAll(/[^\x20-\x7e]/gu, '_');
  if (ascii === fileName) return `attachment; filename="${fileName}"`;
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName)}`;
}
