// The text of a text step: paragraphs, **strong** and *emphasised* words, lists and links, a small part of Markdown. The
// result is data, so no HTML of an author reaches the page.

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'emphasis'; content: Inline[] }
  | { kind: 'link'; href: string; text: string };

export type Block =
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'list'; isOrdered: boolean; items: Inline[][] };

/** A line of a list: its mark and its text. */
const item = /^ {0,3}(?:[-*]|(\d{1,4})\.) +(\S.*)$/;

/** Returns the blocks of a text. Line breaks within a paragraph remain. */
export function parseText(text: string): Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) {
      blocks.push({ kind: 'paragraph', content: parseInline(paragraph.join('\n')) });
    }
    paragraph = [];
  };
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [found, number, content = ''] = item.exec(line) ?? [];
    if (found === undefined) {
      if (line.trim() === '') endParagraph();
      else paragraph.push(line.trim());
      continue;
    }
    endParagraph();
    const isOrdered = number !== undefined;
    const words = parseInline(content.trim());
    const last = blocks.at(-1);
    if (last?.kind === 'list' && last.isOrdered === isOrdered) last.items.push(words);
    else blocks.push({ kind: 'list', isOrdered, items: [words] });
  }
  endParagraph();
  return blocks;
}

/** Marks with their kinds; the longer one first. */
const marks = [
  ['**', 'strong'],
  ['*', 'emphasis'],
] as const;

function parseInline(text: string): Inline[] {
  const content: Inline[] = [];
  let plain = '';
  let at = 0;
  const add = (node: Inline, length: number) => {
    if (plain !== '') content.push({ kind: 'text', text: plain });
    plain = '';
    content.push(node);
    at += length;
  };
  while (at < text.length) {
    const link = text[at] === '[' ? linkAt(text, at) : null;
    if (link) {
      add(link.node, link.length);
      continue;
    }
    const marked = text[at] === '*' ? markedAt(text, at) : null;
    if (marked) {
      add(marked.node, marked.length);
      continue;
    }
    plain += text[at];
    at += 1;
  }
  if (plain !== '') content.push({ kind: 'text', text: plain });
  return content;
}

interface Found {
  node: Inline;
  /** Number of characters with the marks. */
  length: number;
}

/** Words between two equal marks that touch them: `**so**`, not `** so **`. */
function markedAt(text: string, at: number): Found | null {
  for (const [mark, kind] of marks) {
    if (!text.startsWith(mark, at)) continue;
    const start = at + mark.length;
    const end = text.indexOf(mark, start + 1);
    if (end < 0) continue;
    const words = text.slice(start, end);
    if (words.trim() !== words || words.startsWith('*')) continue;
    return { node: { kind, content: parseInline(words) }, length: end + mark.length - at };
  }
  return null;
}

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** `[words](address)` with an address of a scheme that is safe to open. */
function linkAt(text: string, at: number): Found | null {
  const middle = text.indexOf('](', at);
  const end = middle < 0 ? -1 : text.indexOf(')', middle);
  if (end < 0) return null;
  const words = text.slice(at + 1, middle);
  const address = text.slice(middle + 2, end);
  const isLink = words.trim() !== '' && !words.includes('[') && isSafe(address);
  if (!isLink) return null;
  return { node: { kind: 'link', href: address, text: words }, length: end + 1 - at };
}

function isSafe(address: string): boolean {
  const isWhole = !/\s/.test(address) && /^(?:https?:\/\/|mailto:)/i.test(address);
  return isWhole && URL.canParse(address) && SCHEMES.has(new URL(address).protocol);
}
