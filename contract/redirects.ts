// Addresses to which participants return: of a panel that invited them, with what it wants to know.
import { z } from 'zod/mini';
import { LINK_MAX_CHARACTERS } from './limits.ts';
import { placeholder } from './redirect-address.ts';
import { isPlainText } from './text.ts';

/** Last label of a host on the public internet; an address in numbers has none. */
const publicEnd = /\.(?!(?:local|localhost|internal|lan|home|corp|arpa)$)[a-z][a-z0-9-]*$/;

function isPublicAddress(template: string): boolean {
  if (!isPlainText(template) || /\s/.test(template)) return false;
  const [one, other] = ['1', '2'].map((text) => template.replace(placeholder, text));
  if (one === undefined || other === undefined) return false;
  if (!URL.canParse(one) || !URL.canParse(other)) return false;
  const url = new URL(one);
  return (
    url.protocol === 'https:' &&
    url.origin === new URL(other).origin &&
    url.username === '' &&
    url.password === '' &&
    publicEnd.test(url.hostname.toLowerCase())
  );
}

const INVALID =
  'Please enter an address that begins with https://, such as https://panel.example/done?id={{PID}}.';

/** An address with placeholders; https only, and not of a private network. */
export const redirect = z
  .string(INVALID)
  .check(
    z.trim(),
    z.maxLength(LINK_MAX_CHARACTERS, 'This address is too long.'),
    z.refine(isPublicAddress, INVALID),
  );
