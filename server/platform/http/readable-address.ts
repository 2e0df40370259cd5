// Repairs an address that was cut or typed by hand, such as one with a '%' that encodes nothing.

/** Replacement of bytes that are no text (U+FFFD, percent-encoded). */
const REPLACEMENT = '%EF%BF%BD';

/** Returns the same address within this site, with every percent-encoding in it whole and valid UTF-8. */
export function readableAddress(url: string): string {
  return (
    url
      // Two slashes at the start would lead to another site.
      .replace(/^[/\\]+/, '/')
      .replace(/%(?![0-9a-f]{2})/gi, '%25')
      .replace(/(?:%[0-9a-f]{2})+/gi, (run) => (isText(run) ? run : REPLACEMENT))
  );
}

function isText(run: string): boolean {
  try {
    decodeURIComponent(run);
    return true;
  } catch {
    return false;
  }
}
