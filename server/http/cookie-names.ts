// Names of the cookies that only the server reads. A browser takes `__Host-` only from https, for the whole host and
// for no other one: a neighbouring site under the same domain can't slip one in (RFC 6265bis, section 4.1.3.2).

/** On plain http, which only loopback has; and behind https until the update that brought `__Host-`. */
export const SIGN_IN_COOKIE = 'tryout-sign-in';
const ATTEMPT_COOKIE = 'tryout-sign-in-attempt';

export function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}

export function signInCookie(publicUrl: string): string {
  return hostName(SIGN_IN_COOKIE, publicUrl);
}

export function attemptCookie(publicUrl: string): string {
  return hostName(ATTEMPT_COOKIE, publicUrl);
}

function hostName(name: string, publicUrl: string): string {
  return isSecure(publicUrl) ? `__Host-${name}` : name;
}
