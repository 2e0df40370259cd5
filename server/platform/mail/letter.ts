// Turns a few sentences and one link into a mail's text and HTML, in the product's looks.
import { z } from 'zod';
import { escapeHtml } from '#server/platform/http/escape-html.ts';

export interface Letter {
  to: string;
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  action?: { label: string; link: string };
}

export const mail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});
export type Mail = z.infer<typeof mail>;

/** Text and HTML of a letter; every value is escaped. */
export function writeLetter(letter: Letter): Mail {
  const { to, subject, heading, paragraphs, action } = letter;
  const link = action ? [`${action.label}: ${action.link}`] : [];
  const text = `${[heading, ...paragraphs, ...link].join('\n\n')}\n`;
  const body = [
    `<h1 style="font-size:20px;margin:0 0 16px">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map((line) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`),
    ...(action ? [button(action)] : []),
  ].join('\n');
  const style =
    'font:16px/1.5 system-ui,sans-serif;color:#1c1b1a;background:#fff;max-width:32rem;margin:0 auto;padding:24px';
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title><body style="${style}">\n${body}\n</body></html>\n`;
  return { to, subject: subject.replace(/[\r\n]+/g, ' '), text, html };
}

function button({ label, link }: { label: string; link: string }): string {
  const style =
    'display:inline-block;background:#1c1b1a;color:#fff;padding:12px 20px;border-radius:8px;text-decoration:none';
  const [address, text] = [escapeHtml(link), escapeHtml(label)];
  // Once more as text: some programs show no buttons, and some people read an address before opening it.
  return `<p style="margin:0 0 16px"><a href="${address}" style="${style}">${text}</a></p>
<p style="margin:0;font-size:14px;color:#5c5a57;overflow-wrap:anywhere">Or open this address: ${address}</p>`;
}

/** Longer than names of companies as people write them, too short for a message of its own. */
const NAME_IN_MAIL_MAX_CHARACTERS = 60;

/**
 * Characters to remove. No text reads as an address without dots, slashes, colons and @; controls and marks of
 * direction go too.
 */
const unusable = /[^\p{L}\p{M}\p{N} '’&,()+-]/gu;

/** @returns the name in quotes with its letters, digits and little else, or null if nothing of it is left. */
export function quotedName(name: string): string | null {
  const plain = name.normalize('NFKC').replace(unusable, ' ').replace(/ {2,}/g, ' ').trim();
  const characters = [...plain];
  if (characters.length === 0) return null;
  if (characters.length <= NAME_IN_MAIL_MAX_CHARACTERS) return `“${plain}”`;
  return `“${characters.slice(0, NAME_IN_MAIL_MAX_CHARACTERS).join('')}…”`;
}
