// Parts of a report that two pages show: its beginning, with the task and who took part, and the text of a finding.
import type { Finding, Report } from '#contract/findings.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Name } from '#web/ui/name.tsx';
import { partText } from './report-text.ts';

interface ReportHeadProps {
  report: Report;
  /** The page around the head shows the test's name. */
  isNamed?: boolean;
}

export function ReportHead({ report, isNamed = false }: ReportHeadProps) {
  const { testName, company, revisions } = report;
  return (
    <header className="grid gap-5">
      {isNamed ? (
        <h2 className="sr-only">Report</h2>
      ) : (
        <div>
          <p className="text-muted text-sm">
            <Name>{company}</Name>
          </p>
          <h2 className="text-2xl sm:text-3xl">
            <Name>{testName}</Name>
          </h2>
        </div>
      )}
      <section aria-labelledby="asked" className="grid gap-3">
        <h3 id="asked" className="text-lg">
          {revisions.length === 1
            ? 'What was asked, and who took part'
            : 'What was asked, and who took part in which revision'}
        </h3>
        {revisions.map((revision) => (
          <div key={revision.createdAt} className="break-inside-avoid">
            <p className="font-medium text-sm tabular-nums">{partText(revision)}</p>
            <blockquote
              dir="auto"
              className="mt-1 whitespace-pre-line border-line-strong border-l-2 pl-4"
            >
              {revision.task}
            </blockquote>
            {revision.prototypeUrl && (
              <p className="mt-1 break-all text-muted text-xs">{revision.prototypeUrl}</p>
            )}
          </div>
        ))}
      </section>
    </header>
  );
}

/** Head of a finding, above its evidence: its sentence as a heading, and its text. */
export function FindingHeading({ sentence, number }: Pick<Finding, 'sentence'> & OfReport) {
  return (
    <h3 className="min-w-0 grow basis-60 break-after-avoid py-1.5 text-lg">
      <span className="text-muted tabular-nums">{number}.</span> <Name>{sentence}</Name>
    </h3>
  );
}

interface OfReport {
  /** Number of the finding, from 1. */
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
