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

/** First letters of the first and the last word, in any script. */
function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s_.-]+/u)
    .filter(Boolean);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words;
  return picked.map((word) => [...(word ?? '')][0] ?? '').join('') || '?';
}
