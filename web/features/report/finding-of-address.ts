// Opens the report at the finding that its address names, as 'In report' does.
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { Finding } from '#contract/findings.ts';
import type { FindingId } from '#contract/ids.ts';
import { FINDING_PARAM } from '#web/entities/finding/report-place.ts';

export function findingElementId(id: FindingId): string {
  return `finding-${id}`;
}

export function useFindingOfAddress(findings: readonly Pick<Finding, 'id'>[]): void {
  const [params] = useSearchParams();
  const found = findings.find(({ id }) => id === params.get(FINDING_PARAM))?.id;
  useEffect(() => {
    if (found === undefined) return;
    const element = document.getElementById(findingElementId(found));
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'start' });
  }, [found]);
}
