// Findings in order: moved by dragging and by buttons; what moved is read out.
import { useState } from 'react';
import type { Finding } from '#contract/findings.ts';
import type { FindingId, TestId } from '#contract/ids.ts';
import type { EvidenceContext } from '#web/entities/finding/evidence-view.tsx';
import { usePlaceFinding } from '#web/entities/finding/finding.query.ts';
import { sentenceOf } from '#web/lib/api-error.ts';
import { type Edge, movedBy, movedTo } from '#web/lib/sortable.ts';
import { toast } from '#web/lib/toasts.ts';
import { FindingItem } from './finding-item.tsx';

interface FindingListProps {
  testId: TestId;
  findings: readonly Finding[];
  of: EvidenceContext;
  mayChange: boolean;
}

export function FindingList({ testId, findings, of, mayChange }: FindingListProps) {
  const place = usePlaceFinding(testId);
  /** While a move is on its way; others' changes come after it. */
  const [order, setOrder] = useState<readonly string[] | null>(null);
  const [said, setSaid] = useState('');
  const ids = findings.map(({ id }) => id as string);
  const keys = order?.filter((id) => ids.includes(id)) ?? ids;
  const shown = keys.flatMap((key) => findings.find(({ id }) => id === key) ?? []);

  const move = (id: FindingId, to: readonly string[]) => {
    const at = to.indexOf(id);
    if (at === keys.indexOf(id)) return;
    setOrder(to);
    setSaid(`Moved to place ${at + 1} of ${to.length}.`);
    const after = (to[at - 1] ?? null) as FindingId | null;
    place.mutate(
      { findingId: id, after },
      {
        onError: (error) =>
          toast.error(sentenceOf(error, 'The finding was not moved. Please try again.')),
        onSettled: () => setOrder(null),
      },
    );
  };
  return (
    <>
      <ol className="grid gap-6 print:mt-6 print:block">
        {shown.map((finding, at) => (
          <FindingItem
            key={finding.id}
            testId={testId}
            finding={finding}
            of={of}
            mayChange={mayChange}
            number={at + 1}
            isLast={at === shown.length - 1}
            onMoveBy={(by) => move(finding.id, movedBy(keys, finding.id, by))}
            onDropped={(id, edge: Edge) =>
              move(id as FindingId, movedTo(keys, id, { to: finding.id, edge }))
            }
          />
        ))}
      </ol>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </>
  );
}
