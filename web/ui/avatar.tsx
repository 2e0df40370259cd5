// A person by the initials of their name.
import { classNames } from './class-names.ts';

export function Avatar({ name, className }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent text-sm uppercase',
        className,
      )}
    >
      {initials(name)}
    </span>
  );
}

/**
 * Splits a text into visible characters, such as a letter with its accent or an emoji of several
 * parts.
 */
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** First letters of the first and the last word, in any script; invisible marks do not count. */
function initials(name: string): string {
  const words = name.split(/[\s_.-]+/u).map((word) => word.replace(/^\p{Cf}+/u, ''));
  const seen = words.filter(Boolean);
  const picked = seen.length > 1 ? [seen[0], seen.at(-1)] : seen;
  return picked.map(firstOf).join('') || '?';
}

function firstOf(word = ''): string {
  const [first] = characters.segment(word);
  return first?.segment ?? '';
}
