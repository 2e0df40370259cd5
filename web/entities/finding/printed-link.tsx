// A clip's link on paper: a QR code, and the address in words for readers of a PDF.
import type { ClipLink } from './clip-link.ts';

/** The address to type: without what leads to one clip of a report, which has all of them. */
function wordsOf(address: string): string {
  const { host, pathname } = new URL(address);
  return host + pathname;
}

export function PrintedLink({ address, size, path }: ClipLink) {
  return (
    <p className="hidden items-start gap-2 print:flex">
      <svg
        role="img"
        aria-label="QR code of the clip"
        // The standard asks for a margin of four modules.
        viewBox={`-4 -4 ${size + 8} ${size + 8}`}
        className="size-[22mm] shrink-0 bg-white [print-color-adjust:exact]"
      >
        <path d={path} fill="#000" />
      </svg>
      <span className="min-w-0 self-center text-muted text-xs">
        Watch the clip:{' '}
        <a href={address} className="break-all">
          {wordsOf(address)}
        </a>
      </span>
    </p>
  );
}
