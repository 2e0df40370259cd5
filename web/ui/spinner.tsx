// A turning ring; says what is waited for when it stands alone.
import { LoaderCircle } from 'lucide-react';
import { classNames } from './class-names.ts';

const sizes = { sm: 'size-4', md: 'size-6', lg: 'size-9' };

export function Spinner({ size = 'md', label }: { size?: keyof typeof sizes; label?: string }) {
  const ring = <LoaderCircle aria-hidden className={classNames('animate-spin', sizes[size])} />;
  if (label === undefined) return ring;
  return (
    <div role="status" className="flex items-center justify-center gap-3 p-6 text-muted">
      {ring}
      <span className="text-sm">{label}</span>
    </div>
  );
}
