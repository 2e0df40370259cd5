// A number with its noun, as sentences of the recording page say it.

/** `1 click`, `3 clicks`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
