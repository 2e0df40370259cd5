// The mark (a press on a screen, hot at its core) and the wordmark.
import { classNames } from './class-names.ts';

function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={classNames('size-8', className)}>
      <circle cx="14" cy="14" r="13" className="fill-heat-3" />
      <circle cx="14" cy="14" r="8.5" className="fill-heat-4" />
      <circle cx="14" cy="14" r="4" className="fill-heat-5" />
      <path
        d="M13.4 12.2 30 18.6c.9.4.9 1.6 0 1.9l-6.3 2.2-2.6 6.3c-.4.9-1.6.8-1.9-.1l-7-15.4c-.4-.8.4-1.6 1.2-1.3Z"
        className="fill-text stroke-canvas"
        strokeWidth="2"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** @param compact leaves the wordmark out where the screen is narrow. */
export function Logo({ compact = false }: { compact?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2">
      <LogoMark className="size-7" />
      <span
        className={classNames(
          'font-bold text-[1.3rem] leading-none tracking-[-0.045em]',
          compact && 'max-sm:hidden',
        )}
      >
        Tryout
      </span>
    </span>
  );
}
