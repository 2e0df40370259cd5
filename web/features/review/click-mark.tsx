// A click in signs and words: a yellow dot, or a red one with a cross for a misclick.

/** Readable on light and dark grounds: the rim carries the contrast on one, the core on the other. */
export function ClickMark({ misclick = false }: { misclick?: boolean }) {
  return (
    <svg viewBox="0 0 14 14" aria-hidden className="size-3.5 shrink-0">
      {misclick ? (
        <>
          <circle cx="7" cy="7" r="6.25" className="fill-danger-solid" />
          <path
            d="m4.7 4.7 4.6 4.6m0-4.6-4.6 4.6"
            className="stroke-on-danger"
            strokeWidth="1.75"
            strokeLinecap="round"
          />
        </>
      ) : (
        <circle cx="7" cy="7" r="5.5" className="fill-heat-5 stroke-heat-1" strokeWidth="1.5" />
      )}
    </svg>
  );
}

/** `1 click`, `3 clicks`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
