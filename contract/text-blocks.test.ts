// Table test of the small part of Markdown that a text step knows.
import { expect, it } from 'vitest';
import { type Block, type Inline, parseText } from './text-blocks.ts';

/** Writes blocks in one line: p(…), ul(…|…), ol(…|…), strong as *…*, emphasis as _…_, links as <address words>. */
function written(blocks: readonly Block[]): string {
  return blocks
    .map((block) =>
      block.kind === 'paragraph'
        ? `p(${inlines(block.content)})`
        : `${block.isOrdered ? 'ol' : 'ul'}(${block.items.map(inlines).join('|')})`,
    )
    .join(' ');
}

function inlines(content: readonly Inline[]): string {
  return content
    .map((inline) => {
      if (inline.kind === 'text') return inline.text;
      if (inline.kind === 'link') return `<${inline.href} ${inline.text}>`;
      const mark = inline.kind === 'strong' ? '*' : '_';
      return `${mark}${inlines(inline.content)}${mark}`;
    })
    .join('');
}

it.each([
  ['', ''],
  ['One.\nTwo.\n\n\nThree.', 'p(One.\nTwo.) p(Three.)'],
  ['One.\r\n\r\nTwo.', 'p(One.) p(Two.)'],
  ['Take **your time** and *think aloud*.', 'p(Take *your time* and _think aloud_.)'],
  ['**a *b* c**', 'p(*a _b_ c*)'],
  ['5 * 3 ** 2', 'p(5 * 3 ** 2)'],
  ['** no ** and * no *', 'p(** no ** and * no *)'],
  ['**open and *open', 'p(**open and *open)'],
  ['****', 'p(****)'],
  ['Two things:\n- one\n- **two**\nand more', 'p(Two things:) ul(one|*two*) p(and more)'],
  ['- one\n\n- two\n\n1. first\n2. second', 'ul(one|two) ol(first|second)'],
  ['1990. was a year', 'ol(was a year)'],
  ['-no list, 1.5 neither', 'p(-no list, 1.5 neither)'],
  ['[our shop](https://example.com/a?b=c)!', 'p(<https://example.com/a?b=c our shop>!)'],
  ['[write](mailto:a@example.com)', 'p(<mailto:a@example.com write>)'],
  ['[x](javascript:alert(1))', 'p([x](javascript:alert(1)))'],
  ['[x](JaVaScRiPt:alert)', 'p([x](JaVaScRiPt:alert))'],
  ['[x]( https://example.com)', 'p([x]( https://example.com))'],
  ['[x](java\tscript:alert)', 'p([x](java\tscript:alert))'],
  [
    '[x](data:text/html,hi) [y](/local) [z](//other)',
    'p([x](data:text/html,hi) [y](/local) [z](//other))',
  ],
  ['[x](https://) [](https://example.com)', 'p([x](https://) [](https://example.com))'],
  ['[a [b](https://example.com)', 'p([a <https://example.com b>)'],
  ['<b onclick="x">bold</b>', 'p(<b onclick="x">bold</b>)'],
  ['# No heading', 'p(# No heading)'],
])('%j', (text, expected) => {
  expect(written(parseText(text))).toBe(expected);
});
