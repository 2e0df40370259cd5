// Tests of the rules by which #words of a text become tags.
import { describe, expect, it } from 'vitest';
import { tagsOf, textParts } from './tags.ts';

describe('tags of a text', () => {
  it.each([
    ['#Price and #price', ['price']],
    ['(#first,#second)', ['first', 'second']],
    ['#straßen-name_2 #ΣΟΦΟΣ', ['straßen-name_2', 'σοφος']],
    ['#العربية #日本', ['العربية', '日本']],
    ['a#b, page.html#part, x/#y, &#39; ##z', []],
    ['#1 problem, #-, #', []],
    [`#${'a'.repeat(50)} #${'b'.repeat(51)}`, ['a'.repeat(50)]],
    ['#e\u0301tude', ['étude']],
  ])('%s', (text, tags) => expect(tagsOf(text)).toEqual(tags));

  it('are twenty at most', () => {
    const text = Array.from({ length: 30 }, (_, at) => `#tag${at}`).join(' ');
    expect(tagsOf(text)).toHaveLength(20);
  });
});

it('parts of a text make the text', () => {
  const text = 'Reads #twice, then #1 <b>#Price</b>';
  const parts = textParts(text);
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.flatMap(({ tag }) => tag ?? [])).toEqual(['twice', 'price']);
});
