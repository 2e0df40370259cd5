// The text of a text step, made of elements: what an author typed never becomes HTML.
import { type Block, type Inline, parseText } from '#contract/text-blocks.ts';

export function FormattedText({ text }: { text: string }) {
  return (
    <div className="formatted grid gap-4 wrap-anywhere sm:text-lg">
      {parseText(text).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes.
        <BlockView key={index} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'paragraph') {
    return (
      <p dir="auto" className="whitespace-pre-line">
        <Inlines content={block.content} />
      </p>
    );
  }
  const List = block.isOrdered ? 'ol' : 'ul';
  return (
    <List dir="auto" className="grid list-disc gap-1 pl-5">
      {block.items.map((content, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes.
        <li key={index}>
          <Inlines content={content} />
        </li>
      ))}
    </List>
  );
}

function Inlines({ content }: { content: readonly Inline[] }) {
  return content.map((inline, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes.
    <InlineView key={index} inline={inline} />
  ));
}

function InlineView({ inline }: { inline: Inline }) {
  switch (inline.kind) {
    case 'text':
      return inline.text;
    case 'strong':
      return (
        <strong>
          <Inlines content={inline.content} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Inlines content={inline.content} />
        </em>
      );
    case 'link':
      return (
        <a
          href={inline.href}
          target="_blank"
          rel="noreferrer"
          className="text-accent underline underline-offset-4"
        >
          {inline.text}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      );
  }
}
