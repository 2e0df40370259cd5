// Passwords of links for viewing: scrypt (RFC 7914) with a salt of its own, costs stored beside it.
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** OWASP's choice where memory matters: 16 MB and 50 ms of a core a try. */
const COSTS = { N: 2 ** 14, r: 8, p: 5 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** `scrypt$N$r$p$salt$key`, salt and key in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, COSTS);
  const { N, r, p } = COSTS;
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [, N = '', r = '', p = '', salt = '', key = ''] = stored.split('$');
  const expected = Buffer.from(key, 'base64url');
  const costs = { N: Number(N), r: Number(r), p: Number(p) };
  const found = await derive(password, Buffer.from(salt, 'base64url'), costs);
  return found.length === expected.length && timingSafeEqual(found, expected);
}

function derive(password: string, salt: Buffer, costs: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // One spelling of what looks alike: a phone may send letters and accents apart.
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, costs, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
