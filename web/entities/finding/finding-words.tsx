// What a finding says, above its evidence: its sentence as a heading, and its text.
import type { Finding } from '#contract/findings.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Name } from '#web/ui/name.tsx';

export function FindingHeading({ sentence, number }: Pick<Finding, 'sentence'> & OfReport) {
  return (
    <h3 className="min-w-0 grow basis-60 break-after-avoid py-1.5 text-lg">
      <span className="text-muted tabular-nums">{number}.</span> <Name>{sentence}</Name>
    </h3>
  );
}

interface OfReport {
  /** From 1. */
  number: number;
}

export function FindingText({ text, isByRule }: Pick<Finding, 'text' | 'isByRule'>) {
  return (
    <>
      {isByRule && (
        <p className="print:hidden">
          <Badge>By rule</Badge>
        </p>
      )}
      {text !== '' && (
        <p dir="auto" className="mt-2 max-w-[70ch] whitespace-pre-line [overflow-wrap:anywhere]">
          {text}
        </p>
      )}
    </>
  );
}
