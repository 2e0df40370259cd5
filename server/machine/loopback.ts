// Whether a host is this very machine.

/** A loopback address (RFC 1122 section 3.2.1.3, RFC 4291 section 2.5.3) or its usual name. */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
  );
}
