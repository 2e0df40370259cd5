// Questions that open their answers; the browser's own <details>, so that searching the page finds both.
import { Plus } from 'lucide-react';
import { type ReactNode, useId } from 'react';

export function Accordion({ items }: { items: { question: string; answer: ReactNode }[] }) {
  const group = useId();
  return (
    <div className="divide-y divide-line border-line border-y">
      {items.map((item) => (
        <details key={item.question} name={group} className="group">
          <summary className="flex list-none items-center justify-between gap-6 py-5 text-pretty font-semibold text-lg hover:text-accent">
            {item.question}
            <Plus
              aria-hidden
              className="size-5 shrink-0 transition-transform duration-300 group-open:rotate-45"
            />
          </summary>
          <div className="max-w-prose pb-6 text-muted">{item.answer}</div>
        </details>
      ))}
    </div>
  );
}
