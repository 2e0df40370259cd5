// Text that a person typed, isolated from ours: its direction, or an override in it, reorders nothing.
import { withoutBreakers } from '#contract/isolated.ts';

export function Name({ children, className }: { children: string; className?: string }) {
  return <bdi className={className}>{withoutBreakers(children)}</bdi>;
}
