// Sealed texts: opened only by the same secret for the same purpose, and only unchanged.
import { describe, expect, it } from 'vitest';
import { createSecrets } from './secrets.ts';

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

  it('do not open with any byte changed, cut short or empty', () => {
    const bytes = Buffer.from(secrets.seal('sealed-mail', text), 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (bytes[at] ?? 0) ^ 1;
      expect(secrets.open('sealed-mail', changed.toString('base64url'))).toBeNull();
      expect(secrets.open('sealed-mail', bytes.subarray(0, at).toString('base64url'))).toBeNull();
    }
  });
});
