// A table that scrolls by itself when the page is too narrow for it.
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export function Table({ label, className, ...rest }: ComponentProps<'table'> & { label: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard.
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table className={classNames('w-full text-left text-sm', className)} {...rest} />
    </section>
  );
}

export function HeadCell({ className, ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      className={classNames('px-4 py-3 font-semibold text-muted', className)}
      {...rest}
    />
  );
}

export function Row({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr className={classNames('border-line border-t hover:bg-hover', className)} {...rest} />;
}

export function Cell({ className, ...rest }: ComponentProps<'td'>) {
  return <td className={classNames('px-4 py-3 align-middle', className)} {...rest} />;
}
