// Keyed signatures and random tokens: session tokens, cross-site tokens, signed image addresses.
import {
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** What a signature is for; each purpose has a key of its own, derived by HKDF (RFC 5869). */
export type Purpose = 'session-token' | 'cross-site' | 'screen-image' | 'sign-in-attempt';

export interface Secrets {
  /** HMAC-SHA-256 of the text in base64url. */
  sign(purpose: Purpose, text: string): string;
  /** Constant-time comparison. */
  verify(purpose: Purpose, text: string, signature: string): boolean;
}

/** @param secret at least 16 characters, from SESSION_SECRET or the data folder. */
export function createSecrets(secret: string): Secrets {
  const keys = new Map<Purpose, KeyObject>();
  const keyOf = (purpose: Purpose): KeyObject => {
    const known = keys.get(purpose);
    if (known) return known;
    // As an object it is read once and not at each of the signatures every request needs.
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
    keys.set(purpose, key);
    return key;
  };
  const sign = (purpose: Purpose, text: string) =>
    createHmac('sha256', keyOf(purpose)).update(text).digest('base64url');
  return {
    sign,
    verify: (purpose, text, signature) => equalTexts(sign(purpose, text), signature),
  };
}

/** A token of 256 random bits in base64url. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token, so that a copy of the database signs nobody in. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function equalTexts(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
