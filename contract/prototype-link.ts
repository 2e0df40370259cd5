// The link to what a task is done on: a prototype of the design tool, a web page, or a picture.
import { z } from 'zod/mini';
import { LINK_MAX_CHARACTERS } from './limits.ts';
import { pictureOfLink } from './picture-link.ts';
import { isPlainText } from './text.ts';

/** 'An http(s) URL containing a dot' (section 5). The dot is looked for once: no step grows with another. */
function isLink(text: string): boolean {
  const [, rest] = /^https?:\/\/(\S+)$/i.exec(text) ?? [];
  const hasDotInside = rest?.slice(1, -1).includes('.') ?? false;
  return hasDotInside && isPlainText(text) && URL.canParse(text);
}

export const prototypeLink = z.string('Please enter a valid URL').check(
  z.trim(),
  z.maxLength(LINK_MAX_CHARACTERS, 'Please enter a valid URL'),
  z.refine((text) => isLink(text) || pictureOfLink(text) !== null, 'Please enter a valid URL'),
);
