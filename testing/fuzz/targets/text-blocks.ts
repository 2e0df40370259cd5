// The text of a text step as anything: nothing of it is lost but marks, links have a safe scheme, and no input is slow.
import fc from 'fast-check';
import { type Inline, parseText } from '#contract/text-blocks.ts';
import { fuzzTarget } from '../fuzz-target.ts';
import { textOf } from '../odd-values.ts';

const pieces = [
  ...['*', '**', '***', '[', ']', '](', ')', '- ', '* ', '1. ', '\n', '\n\n', '\r\n', ' ', 'word'],
  ...['https://example.com', 'mailto:a@example.com', 'javascript:alert(1)', 'data:', '<b>', '\\'],
];

/** Returns the words of inlines. @throws Error for a link that is not safe to open */
function wordsOf(content: readonly Inline[]): string {
  return content
    .map((inline) => {
      if (inline.kind === 'text') return inline.text;
      if (inline.kind !== 'link') return wordsOf(inline.content);
      if (!/^(https?:|mailto:)/i.test(inline.href)) throw new Error(`a link to ${inline.href}`);
      return inline.text + inline.href;
    })
    .join('');
}

/** Returns the letters of a text: the numbers of ordered items are no part of the blocks. */
const letters = (text: string) => text.replace(/[^\p{L}]/gu, '');

export const target = fuzzTarget<{ text: string }>({
  name: 'text-blocks',
  arbitrary: fc.record({ text: textOf(...pieces) }),
  run({ text }) {
    const words = parseText(text)
      .flatMap((block) => (block.kind === 'paragraph' ? [block.content] : block.items))
      .map(wordsOf)
      .join('');
    if (letters(words) !== letters(text)) throw new Error(`read as ${words}`);
  },
  allowedSteps: ({ text }) => 2000 + 60 * text.length,
});
