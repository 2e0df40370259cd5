// A titled group on the design page.
import type { ReactNode } from 'react';

export function SampleGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-5">
      <h2 className="border-line border-b pb-2 text-xl">{title}</h2>
      {children}
    </section>
  );
}
