// Keyed signatures, sealed texts and random tokens, and the secret behind them: SESSION_SECRET, else one that is
// created once and stored in the data folder.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PrivateToken } from '#contract/ids.ts';

/** The purpose of a signature. Each has a key of its own, derived by HKDF (RFC 5869). */
export type Purpose =
  | 'session-token'
  | 'cross-site'
  | 'screen-image'
  | 'own-video'
  | 'sign-in-attempt'
  | 'view-link'
  | 'view-token'
  | 'waiting-from'
  | 'mail-recipient';

/** The purpose of a sealed text. Each has an encryption key of its own. */
export type SealPurpose =
  | 'sealed-mail'
  | 'sealed-design-token'
  | 'sealed-webhook-secret'
  | 'sealed-view-token'
  | 'sealed-personal-token';

export interface Secrets {
  /** HMAC-SHA-256 of the text in base64url. */
  sign(purpose: Purpose, text: string): string;
  /** Constant-time comparison. */
  verify(purpose: Purpose, text: string, signature: string): boolean;
  /**
   * The text encrypted and authenticated by AES-256-GCM (NIST SP 800-38D): a random nonce of 96 bits,
   * the bytes and the tag of 128 bits, in base64url. The same text is sealed differently each time.
   */
  seal(purpose: SealPurpose, text: string): string;
  /** Returns the text, or null if it was not sealed for this purpose by this secret, or was changed since. */
  open(purpose: SealPurpose, sealed: string): string | null;
}

// NIST SP 800-38D recommends 96 bits for the nonce; the tag has the full length.
const nonceBytes = 12;
const tagBytes = 16;

/** @param secret at least 16 characters, from SESSION_SECRET or the data folder. */
export function createSecrets(secret: string): Secrets {
  const keys = new Map<Purpose | SealPurpose, KeyObject>();
  const keyOf = (purpose: Purpose | SealPurpose): KeyObject => {
    const known = keys.get(purpose);
    if (known) return known;
    // The key object is created once, because every request needs several signatures.
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
    keys.set(purpose, key);
    return key;
  };
  const sign = (purpose: Purpose, text: string) =>
    createHmac('sha256', keyOf(purpose)).update(text).digest('base64url');
  return {
    sign,
    verify: (purpose, text, signature) => equalTexts(sign(purpose, text), signature),
    seal: (purpose, text) => sealText(keyOf(purpose), text),
    open: (purpose, sealed) => openText(keyOf(purpose), sealed),
  };
}

function sealText(key: KeyObject, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  const bytes = [cipher.update(text, 'utf8'), cipher.final()];
  return Buffer.concat([nonce, ...bytes, cipher.getAuthTag()]).toString('base64url');
}

function openText(key: KeyObject, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < nonceBytes + tagBytes) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    // final() throws when the tag does not fit: another secret, another purpose, or changed bytes.
    return null;
  }
}

/** A token of 256 random bits in base64url. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The token of a participant's private link: 128 random bits in base64url. */
export function randomPrivateToken(): PrivateToken {
  return randomBytes(16).toString('base64url') as PrivateToken;
}

/** The stored hash of a token, so that a copy of the database gives no sign-in. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function equalTexts(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** @returns the stored secret, created at the first start; readable by its owner alone. */
export async function storedSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'session-secret');
  await mkdir(dataDir, { recursive: true });
  const unfinished = `${file}.${crypto.randomUUID()}`;
  try {
    await writeSynced(unfinished, randomToken());
    // A link appears with all its content and never replaces one: two first starts agree on one
    // secret, and a start that is killed half-way leaves no empty one, which anybody could guess.
    await link(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
  const secret = (await readFile(file, 'utf8')).trim();
  if (secret === '') throw new Error(`${file} is empty: remove it and start again.`);
  return secret;
}

async function writeSynced(path: string, content: string): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
