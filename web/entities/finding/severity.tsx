// Severities of findings in words, and the badge of one.
import type { Severity } from '#contract/findings.ts';
import { Badge } from '#web/ui/badge.tsx';

/** Words and meanings after Nielsen (1994). */
export const severityWords: Record<Severity, { label: string; meaning: string }> = {
  1: { label: 'Cosmetic', meaning: 'fix if there is time' },
  2: { label: 'Minor', meaning: 'fix with low priority' },
  3: { label: 'Major', meaning: 'fix with high priority' },
  4: { label: 'Critical', meaning: 'fix before release' },
};

/** From the least to the most severe. */
export const severities = [1, 2, 3, 4] as const;

const tones = { 1: 'neutral', 2: 'warning', 3: 'danger', 4: 'danger' } as const;

/** 'Severity 3 of 4: major' */
export function severityText(severity: Severity): string {
  return `Severity ${severity} of 4: ${severityWords[severity].label.toLowerCase()}`;
}

export function SeverityBadge({ severity }: { severity: Severity }) {
  return <Badge tone={tones[severity]}>{severityText(severity)}</Badge>;
}
