// The report of a test as a link for viewing shows it: findings with their evidence, to read, play and print.
import { useQuery } from '@tanstack/react-query';
import type { Evidence, Finding, Report } from '#contract/findings.ts';
import type { OpenedView } from '#contract/view-links.ts';
import { ClipDownload } from '#web/entities/clip/clip-download.tsx';
import { type EvidenceContext, EvidenceView } from '#web/entities/finding/evidence-view.tsx';
import { reportQuery } from '#web/entities/finding/finding.query.ts';
import { FindingHeading, FindingText, ReportHead } from '#web/entities/finding/report-head.tsx';
import { useViewing } from '#web/entities/view-link/viewing.ts';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import { BlankIllustration } from '#web/ui/illustrations.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Name } from '#web/ui/name.tsx';
import { SharedHeading } from './shared-heading.tsx';

export function SharedReportPage() {
  const view = useViewing();
  return view && <LoadedReport view={view} />;
}

function LoadedReport({ view }: { view: OpenedView }) {
  const report = useQuery(reportQuery(view.testId));
  if (report.data) return <ViewedReport report={report.data} hasDownloads={view.withDownloads} />;
  if (report.isPending) return <Skeleton className="form-measure h-80 rounded-lg" />;
  return (
    <ErrorView
      heading="h1"
      title="The report could not be loaded"
      onRetry={() => void report.refetch()}
    >
      Check your connection and try again.
    </ErrorView>
  );
}

/** Evidence without links, because a link shows only the report. */
const OF_VISITORS: EvidenceContext = {
  hrefOf: () => null,
  personOf: ({ recording }) => recording.participantName,
  choices: null,
};

function ViewedReport({ report, hasDownloads }: { report: Report; hasDownloads: boolean }) {
  const { testName, company, findings } = report;
  return (
    <article className="form-measure print:block print:w-full">
      <SharedHeading
        above={
          <>
            Report · <Name>{company}</Name>
          </>
        }
        title={testName}
      />
      <ReportHead report={report} isNamed />
      {findings.length === 0 ? (
        <EmptyState illustration={<BlankIllustration />} title="No findings yet" heading="h2">
          They appear here as soon as the team writes them.
        </EmptyState>
      ) : (
        <ol className="mt-6 grid gap-6 print:block">
          {findings.map((finding, at) => (
            <ViewedFinding
              key={finding.id}
              finding={finding}
              hasDownloads={hasDownloads}
              number={at + 1}
            />
          ))}
        </ol>
      )}
    </article>
  );
}

interface ViewedFindingProps {
  finding: Finding;
  number: number;
  hasDownloads: boolean;
}

function ViewedFinding({ finding, number, hasDownloads }: ViewedFindingProps) {
  const { sentence, evidence } = finding;
  return (
    <li className="min-w-0 border-line border-t pt-5 print:pb-4">
      <FindingHeading sentence={sentence} number={number} />
      <FindingText {...finding} />
      {evidence.length > 0 && (
        <ul aria-label="Evidence" className="mt-2 divide-y divide-line">
          {evidence.map((each) => (
            <EvidenceView
              key={each.id}
              evidence={each}
              of={OF_VISITORS}
              controls={hasDownloads && downloadOf(each)}
            />
          ))}
        </ul>
      )}
    </li>
  );
}

function downloadOf(evidence: Evidence) {
  const isThere = evidence.kind === 'clip' && typeof evidence.clip !== 'string';
  return isThere && typeof evidence.clip !== 'string' ? (
    <ClipDownload clip={evidence.clip} />
  ) : null;
}
