// A link as a line has room for it: where it leads and what it opens.

/** `figma.com/…/Little-Fern`: host and last part of the path, without the query. A text that is no link stays. */
export function shortLink(link: string): string {
  // Not URL.parse: Chrome 123 and Safari 17.5 have none.
  if (!URL.canParse(link)) return link;
  const url = new URL(link);
  const parts = url.pathname.split('/').filter(Boolean).map(readable);
  const host = url.host.replace(/^www\./, '');
  const last = parts.at(-1);
  if (last === undefined) return host;
  return parts.length === 1 ? `${host}/${last}` : `${host}/…/${last}`;
}

/** As people read it, not percent-encoded; as it stands when it can't be decoded. */
function readable(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
