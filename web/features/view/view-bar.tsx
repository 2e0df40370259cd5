// The bar above all pages of a link for viewing.
import type { ReactNode } from 'react';
import { useTheme } from '#web/lib/theme.ts';
import { Logo } from '#web/ui/logo.tsx';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';

export function ViewBar({ children }: { children?: ReactNode }) {
  return (
    <header className="border-line border-b bg-surface print:hidden">
      <div className="creator-measure flex h-14 items-center gap-3 px-4 sm:px-6">
        <Logo compact />
        {children}
        <span className="grow" />
        <ThemeToggle {...useTheme()} />
      </div>
    </header>
  );
}
