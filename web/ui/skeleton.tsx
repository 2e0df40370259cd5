// The shape of what is about to come.
import { classNames } from './class-names.ts';

/** Give it its size by `className`; the region around it says that it is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('shimmer rounded-md', className)} />;
}
