// Keeps a line of 'Where it went wrong' in the report, with its number, filter and definition as evidence.
import { useQuery } from '@tanstack/react-query';
import { Check, FilePlus2 } from 'lucide-react';
import type { Finding } from '#contract/findings.ts';
import type { TestId } from '#contract/ids.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import { findingsQuery, useAddFinding } from '#web/entities/finding/finding.query.ts';
import { numberEvidence } from '#web/entities/finding/number-evidence.ts';
import { useResultFilter } from '#web/entities/results/use-filter.ts';
import { sentenceOf } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import type { FindingWords } from './finding-words.ts';

interface KeepInReportProps {
  testId: TestId;
  words: FindingWords;
}

export function KeepInReport({ testId, words }: KeepInReportProps) {
  const { filter } = useResultFilter();
  const mayChange = useMayChange();
  const findings = useQuery({ ...findingsQuery(testId), enabled: mayChange });
  const keeping = useAddFinding(testId);
  if (!mayChange) return null;
  const { sentence, title, subtitle, query, number } = words;
  const evidence = numberEvidence({ number, filter, query, title, subtitle });
  const isKept = (findings.data ?? []).some((one) => keeps(one, evidence.number));
  const keep = () =>
    keeping.mutate(
      {
        sentence: sentence.map(({ text }) => text).join(''),
        ...{ isByRule: true, evidence: [evidence] },
      },
      {
        onSuccess: () => toast.success('It is in the report.'),
        onError: (error) => toast.error(sentenceOf(error, 'It was not kept. Please try again.')),
      },
    );
  const Icon = isKept ? Check : FilePlus2;
  return (
    <Button
      size="sm"
      variant="secondary"
      icon={<Icon aria-hidden className="size-4" />}
      busy={keeping.isPending}
      disabled={isKept}
      className="print:hidden"
      onClick={keep}
    >
      {isKept ? 'In report' : 'Keep in report'}
    </Button>
  );
}

/** The same number of the same place; a filter that names no revision means the one that was kept. */
function keeps({ isByRule, evidence: [first] }: Finding, asked: Asked): boolean {
  if (!isByRule || first?.kind !== 'number') return false;
  const { number } = first;
  if (number.number !== asked.number || number.moments !== asked.moments) return false;
  const [kept, given] = [number.filter, asked.filter].map((text) => new URLSearchParams(text));
  if (!given?.has('revision')) kept?.delete('revision');
  kept?.sort();
  given?.sort();
  return String(kept) === String(given);
}

type Asked = ReturnType<typeof numberEvidence>['number'];
