// Heading of a section of the landing page.
import type { ReactNode } from 'react';

export function SectionHeading({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="max-w-2xl">
      <h2 className="text-4xl">{title}</h2>
      {children && <p className="mt-4 text-lg text-muted">{children}</p>}
    </div>
  );
}
