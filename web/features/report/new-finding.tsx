// A new finding: it starts from a problem that was found by rule, or from the sentence of an earlier finding.
import { useQuery } from '@tanstack/react-query';
import type { Report } from '#contract/findings.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import { findingWords, reportSentence } from '#web/entities/finding/finding-words.ts';
import { numberEvidence } from '#web/entities/finding/number-text.ts';
import { findingWith, OWN_SENTENCE } from '#web/entities/finding/report-place.ts';
import { summaryQuery } from '#web/entities/results/results.query.ts';
import { FindingForm, type FindingStart } from './finding-form.tsx';

interface NewFindingProps {
  test: TestOverview;
  report: Report;
  onDone: () => void;
}

export function NewFinding({ test, report, onDone }: NewFindingProps) {
  const summary = useQuery(summaryQuery(test._id, {}));
  if (summary.isPending) return null;
  const { findings = [] } = summary.data ?? {};
  const byRule = findings.flatMap((finding): FindingStart[] => {
    const words = findingWords(finding);
    const { number, query } = words;
    const evidence = numberEvidence({ number, filter: {}, query });
    if (findingWith(report.findings, evidence) !== null) return [];
    const sentence = reportSentence(words);
    return [{ label: `Found automatically: ${sentence}`, sentence, evidence: [evidence] }];
  });
  const earlier = report.findings.map(({ sentence }, at) => ({
    label: `Like finding ${at + 1}: ${sentence}`,
    sentence,
    evidence: [],
  }));
  const own = { label: 'A sentence of your own', sentence: OWN_SENTENCE, evidence: [] };
  return (
    <FindingForm
      testId={test._id}
      finding={null}
      starts={[...byRule, ...earlier, own]}
      onDone={onDone}
    />
  );
}
