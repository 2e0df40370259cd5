// A hint under a field with a small mark: plain, good news, or a caution.
import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const tones = {
  plain: { icon: Info, look: 'text-muted' },
  good: { icon: CircleCheck, look: 'text-success' },
  caution: { icon: TriangleAlert, look: 'text-warning' },
};

export function MoodText({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  const { icon: Icon, look } = tones[tone];
  return (
    <p role="status" className={classNames('flex gap-2', look)}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  );
}
