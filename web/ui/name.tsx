// Text that a person typed, isolated from ours: its direction, or an override in it, reorders nothing.
import { removeBreakers } from '#contract/bidi-isolate.ts';

export function Name({ children, className }: { children: string; className?: string }) {
  return <bdi className={className}>{removeBreakers(children)}</bdi>;
}
