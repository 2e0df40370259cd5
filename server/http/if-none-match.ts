// Conditional requests: whether a client has this very representation already.

/** Whether `If-None-Match` lists this validator, weak or strong, or any (RFC 9110 section 13.1.2). */
export function isKnown(etag: string, header: string | undefined): boolean {
  const listed = header?.split(',').map((item) => item.trim().replace(/^W\//, '')) ?? [];
  return listed.includes(etag) || listed.includes('*');
}
