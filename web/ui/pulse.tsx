// A dot that says 'now' beside a word; still where less motion is asked for (motion.css).

export function Pulse() {
  return <span aria-hidden className="size-1.5 animate-pulse rounded-full bg-current" />;
}
