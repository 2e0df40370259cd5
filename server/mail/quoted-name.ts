// A name that a person typed, inside a mail of ours: never an address that a mail program makes a link.

/** Longer than names of companies as people write them, too short for a message of its own. */
const NAME_IN_MAIL_MAX_CHARACTERS = 60;

/** Without dots, slashes, colons and @ no text reads as an address; controls and marks of direction go too. */
const unusable = /[^\p{L}\p{M}\p{N} '’&,()+-]/gu;

/** @returns the name in quotes with its letters, digits and little else; null when nothing of it is left. */
export function quotedName(name: string): string | null {
  const plain = name.normalize('NFKC').replace(unusable, ' ').replace(/ {2,}/g, ' ').trim();
  const characters = [...plain];
  if (characters.length === 0) return null;
  if (characters.length <= NAME_IN_MAIL_MAX_CHARACTERS) return `“${plain}”`;
  return `“${characters.slice(0, NAME_IN_MAIL_MAX_CHARACTERS).join('')}…”`;
}
