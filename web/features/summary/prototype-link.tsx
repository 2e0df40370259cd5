// A prototype's link in one line: shortened, to open and to copy, with the whole of it as a hint.
import { ExternalLink } from 'lucide-react';
import { copyRefused } from '#web/lib/copy-refused.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Name } from '#web/ui/name.tsx';
import { shortLink } from './short-link.ts';

export function PrototypeLink({ href }: { href: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <a
        href={href}
        title={href}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-w-0 items-center gap-2 rounded-sm text-accent underline underline-offset-4 hover:text-accent-hover"
      >
        <span className="truncate">
          <Name>{shortLink(href)}</Name>
        </span>
        <ExternalLink aria-hidden className="size-4 shrink-0" />
        <span className="sr-only">(opens in a new tab)</span>
      </a>
      <CopyButton
        text={href}
        label="Copy prototype link"
        look="icon"
        className="-my-2"
        onFailure={copyRefused}
      />
    </span>
  );
}
