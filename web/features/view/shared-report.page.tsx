// The report of a test as a link for viewing shows it: findings with their evidence, to read, play and print.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Evidence, Report, ReportFinding } from '#contract/findings.ts';
import type { ClipId } from '#contract/ids.ts';
import { SUCCESS_OUTCOMES } from '#contract/outcomes.ts';
import type { OpenedView } from '#contract/view-links.ts';
import { ClipDownload } from '#web/entities/clip/clip-download.tsx';
import type { CoverPeople } from '#web/entities/finding/cover-steps.tsx';
import {
  type EvidenceContext,
  EvidenceView,
  evidenceListStyle,
} from '#web/entities/finding/evidence-view.tsx';
import { reportQuery } from '#web/entities/finding/finding.query.ts';
import { Footnotes, kindsOf } from '#web/entities/finding/footnotes.tsx';
import { clipsOf, PlayClips } from '#web/entities/finding/play-clips.tsx';
import { ReportCoverCard } from '#web/entities/finding/report-cover.tsx';
import {
  FindingBody,
  FindingHeading,
  findingStyle,
  ReportMethod,
} from '#web/entities/finding/report-head.tsx';
import { useViewing } from '#web/entities/view-link/viewing.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import { BlankIllustration } from '#web/ui/illustrations.tsx';
import { Skeleton } from '#web/ui/loading.tsx';

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

/** Evidence without links, because a link shows only the report. A number plays the clips that show its people. */
function useEvidenceOfVisitors(report: Report) {
  return useMemo(() => {
    const clips = clipsOf(report);
    const play = (ids: readonly ClipId[]) => {
      const those = ids.flatMap((id) => clips.get(id) ?? []);
      return those.length > 0 && <PlayClips clips={those} />;
    };
    const of: EvidenceContext = {
      ...{ hrefOf: () => null, choices: null, play },
      ...{ cover: report.cover, kinds: kindsOf(report) },
    };
    const playOutcome = ({ outcome, step }: CoverPeople) => {
      const outcomes = outcome === undefined ? SUCCESS_OUTCOMES : [outcome];
      return play(
        report.cover.clips.filter((id) => {
          const { outcome: own, task = null } = clips.get(id)?.recording ?? {};
          // The cover of one task has clips of earlier revisions too, in which it was the first of several.
          const isOfTask = step === undefined ? (task?.position ?? 1) === 1 : task?.step === step;
          return isOfTask && outcomes.some((each) => each === own);
        }),
      );
    };
    return { of, playOutcome };
  }, [report]);
}

function ViewedReport({ report, hasDownloads }: { report: Report; hasDownloads: boolean }) {
  const { testName, findings, story } = report;
  usePageTitle(story.title || testName);
  const { of, playOutcome } = useEvidenceOfVisitors(report);
  useClipOfAddress();
  return (
    <article className="report group/report mx-auto grid w-full max-w-4xl grid-cols-[minmax(0,1fr)] gap-5 print:block print:max-w-none">
      <ReportCoverCard report={report} heading="h1" play={playOutcome} />
      {findings.length === 0 ? (
        <EmptyState illustration={<BlankIllustration />} title="No findings yet" heading="h2">
          Findings appear here when the team adds them.
        </EmptyState>
      ) : (
        <ol className="grid grid-cols-[minmax(0,1fr)] gap-5 print:mt-6 print:block">
          {findings.map((finding, at) => (
            <ViewedFinding
              key={finding.id}
              finding={finding}
              of={of}
              hasDownloads={hasDownloads}
              number={at + 1}
            />
          ))}
        </ol>
      )}
      <ReportMethod report={report} heading="h2" />
      <Footnotes report={report} heading="h2" />
    </article>
  );
}

/** A printed link leads to one clip of the report. */
function useClipOfAddress(): void {
  useEffect(() => {
    const clip = document.getElementById(location.hash.slice(1));
    clip?.scrollIntoView({ block: 'center' });
    clip?.querySelector('button')?.focus({ preventScroll: true });
  }, []);
}

interface ViewedFindingProps {
  finding: ReportFinding;
  of: EvidenceContext;
  /** Number of the finding, from 1. */
  number: number;
  hasDownloads: boolean;
}

function ViewedFinding({ finding, of, number, hasDownloads }: ViewedFindingProps) {
  const { evidence } = finding;
  return (
    <li className={findingStyle}>
      <FindingHeading {...finding} number={number} heading="h2" />
      <FindingBody finding={finding}>
        {evidence.length > 0 && (
          <ul aria-label="Evidence" className={evidenceListStyle}>
            {evidence.map((each) => (
              <EvidenceView
                key={each.id}
                evidence={each}
                of={of}
                controls={hasDownloads && downloadOf(each)}
              />
            ))}
          </ul>
        )}
      </FindingBody>
    </li>
  );
}

function downloadOf(evidence: Evidence) {
  const isThere = evidence.kind === 'clip' && typeof evidence.clip !== 'string';
  return isThere && typeof evidence.clip !== 'string' ? (
    <ClipDownload clip={evidence.clip} />
  ) : null;
}
