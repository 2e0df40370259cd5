// Tags: the #words of a note or of a clip's title, and those that members give the text of an answer.
import { z } from 'zod/mini';
import { listOf } from './lists.ts';

/** Maximum length of a tag, without its #. */
export const TAG_MAX_CHARACTERS = 50;
/** Maximum number of tags of one text; further #words are plain text. */
export const TAGS_MAX = 20;

/** A # without a word directly before it, followed by letters, digits, - or _. */
const pattern = /(?<![\p{L}\p{M}\p{N}_&/#])#([\p{L}\p{M}\p{N}_-]+)/gu;
const letter = /\p{L}/u;

/** One tag as it is stored: lower case, without its #. */
export const tag = z
  .string()
  .check(z.minLength(1), z.maxLength(TAG_MAX_CHARACTERS), z.regex(/^[\p{L}\p{M}\p{N}_-]+$/u));

/** A tag as a person or a program gives it, without a #; it becomes the stored one. */
export const tagInput = z
  .pipe(z.pipe(z.string(), z.transform(storedTag)), tag)
  .check(z.regex(letter, 'A tag needs a letter.'));

function storedTag(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Tags of a filter: a session needs one of them. */
export const tagFilter = listOf(tag);

/** A piece of a text: a tag as it is written, or the text between tags. */
export interface TextPart {
  text: string;
  /** The tag as it is stored, or null for plain text. */
  tag: string | null;
}

/**
 * A text in its parts. '#1' is a number and no tag; what is longer than TAG_MAX_CHARACTERS is text.
 * @param text what a person typed
 */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: written, 1: name = '', index } of text.matchAll(pattern)) {
    const stored = storedTag(name);
    if (!letter.test(name) || stored.length > TAG_MAX_CHARACTERS) continue;
    if (index > end) parts.push({ text: text.slice(end, index), tag: null });
    parts.push({ text: written, tag: stored });
    end = index + written.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), tag: null });
  return parts;
}

/** The tags of a text, each once, in order. */
export function tagsOf(text: string): string[] {
  const tags = new Set(textParts(text).flatMap(({ tag }) => tag ?? []));
  return [...tags].slice(0, TAGS_MAX);
}
