// The text of an API key: a prefix that scanners of leaked secrets recognise, 178 random bits, and a checksum, so that
// a mistyped key costs no query and no other word is taken for one.
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'tryout_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62 to the 30th is more than 2 to the 178th. */
const RANDOM_CHARACTERS = 30;
/** 62 to the 6th is more than 2 to the 32nd. */
const CHECKSUM_CHARACTERS = 6;

const anywhere = /tryout_[0-9A-Za-z]{36}/g;

/** A new key: `tryout_` and 36 characters of 0–9, A–Z, a–z. */
export function newApiKey(): string {
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET[randomInt(62)]).join('');
  return `${PREFIX}${random}${checksumOf(random)}`;
}

/** Returns whether a credential has the form of an API key. It may still be none. */
export function isCalledApiKey(text: string): boolean {
  return text.startsWith(PREFIX);
}

export function isApiKey(text: string): boolean {
  if (!/^tryout_[0-9A-Za-z]{36}$/.test(text)) return false;
  const random = text.slice(PREFIX.length, -CHECKSUM_CHARACTERS);
  return text.endsWith(checksumOf(random));
}

/** Returns whether a text, such as an address, contains a key. */
export function holdsApiKey(text: string): boolean {
  return [...text.matchAll(anywhere)].some(([found]) => isApiKey(found));
}

/** CRC-32 in six digits to the base 62. */
function checksumOf(random: string): string {
  let rest = crc32(random);
  let digits = '';
  for (let at = 0; at < CHECKSUM_CHARACTERS; at += 1) {
    digits = `${ALPHABET[rest % 62]}${digits}`;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
