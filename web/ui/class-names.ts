// Joins class names, leaving out what is absent; used by every piece of ui/.

export function classNames(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}
