// A list of what is included, each with a check mark.
import { Check } from 'lucide-react';

export function CheckList({ items }: { items: readonly string[] }) {
  return (
    <ul className="grid content-start gap-3.5">
      {items.map((item) => (
        <li key={item} className="flex gap-3">
          <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
          {item}
        </li>
      ))}
    </ul>
  );
}
