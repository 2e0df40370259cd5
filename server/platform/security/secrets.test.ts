// Sealed texts: opened only by the same secret for the same purpose, and only unchanged.
import { createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSecrets, hashToken, randomPrivateToken, randomToken } from './secrets.ts';

const secrets = createSecrets('a secret of the test suite');
const text = 'Grüße, a link: https://example.org/#token';

describe('sealed texts', () => {
  it('open again, and hide the text', () => {
    const sealed = secrets.seal('sealed-mail', text);
    expect(sealed).toMatch(/^[\w-]+$/);
    expect(Buffer.from(sealed, 'base64url').includes('token')).toBe(false);
    expect(secrets.open('sealed-mail', sealed)).toBe(text);
    expect(secrets.open('sealed-mail', secrets.seal('sealed-mail', ''))).toBe('');
    expect(secrets.seal('sealed-mail', text)).not.toBe(sealed);
  });

  it('do not open for another purpose or by another secret', () => {
    const sealed = secrets.seal('sealed-mail', text);
    expect(secrets.open('sealed-design-token', sealed)).toBeNull();
    expect(createSecrets('another secret of sixteen').open('sealed-mail', sealed)).toBeNull();
  });

  it('do not open with any byte changed, cut short or empty [11.3.3]', () => {
    const bytes = Buffer.from(secrets.seal('sealed-mail', text), 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (bytes[at] ?? 0) ^ 1;
      expect(secrets.open('sealed-mail', changed.toString('base64url'))).toBeNull();
      expect(secrets.open('sealed-mail', bytes.subarray(0, at).toString('base64url'))).toBeNull();
    }
  });
});

/** The key of a purpose, computed here again: HKDF-SHA-256, 256 bits. */
const keyOf = (purpose: string) =>
  Buffer.from(hkdfSync('sha256', 'a secret of the test suite', '', purpose, 32));

it('seals are AES-256-GCM with a nonce of 96 bits and a whole tag, and no nonce comes twice [11.2.3, 11.3.2]', () => {
  const nonces = new Set<string>();
  for (let count = 0; count < 200; count += 1) {
    const sealed = Buffer.from(secrets.seal('sealed-mail', text), 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', keyOf('sealed-mail'), sealed.subarray(0, 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const opened = [decipher.update(sealed.subarray(12, -16)), decipher.final()];
    expect(Buffer.concat(opened).toString()).toBe(text);
    nonces.add(sealed.subarray(0, 12).toString('hex'));
  }
  expect(nonces.size).toBe(200);
});

it('signatures are HMAC-SHA-256 by a key for each purpose [9.2.2, 11.6.1]', () => {
  const signature = secrets.sign('session-token', text);
  const expected = createHmac('sha256', keyOf('session-token')).update(text).digest('base64url');
  expect(signature).toBe(expected);
  expect(secrets.verify('session-token', text, signature)).toBe(true);
  for (const purpose of ['cross-site', 'screen-image', 'own-video', 'view-link'] as const) {
    expect(secrets.verify(purpose, text, signature)).toBe(false);
  }
});

it('tokens have 256 and 128 random bits, and their hash has 256 [6.5.3, 6.5.4, 6.6.3]', () => {
  const tokens = Array.from({ length: 500 }, randomToken);
  const privateTokens = Array.from({ length: 500 }, randomPrivateToken);
  expect(new Set([...tokens, ...privateTokens]).size).toBe(1000);
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  for (const token of privateTokens) expect(Buffer.from(token, 'base64url')).toHaveLength(16);
  expect(hashToken(tokens[0] ?? '')).toHaveLength(32);
});
