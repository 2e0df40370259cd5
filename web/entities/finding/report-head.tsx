// Parts of a report that two pages show: a finding with its picture, text and recommendation, and who was asked what.
import type { ReactNode } from 'react';
import type { Finding, Report, ReportFinding } from '#contract/findings.ts';
import { isLocalAddress } from '#web/lib/local-address.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Name } from '#web/ui/name.tsx';
import { FindingPictureView } from './finding-picture.tsx';
import { partText } from './report-text.ts';
import { SeverityBadge } from './severity.tsx';

/** `h2` where the cover has the page’s h1. */
type HeadingLevel = 'h2' | 'h3';

/** The method of the test, after the findings: who took part, and the tasks of earlier revisions. The cover has the newest. */
export function ReportMethod({
  revisions,
  heading: Heading = 'h3',
}: Pick<Report, 'revisions'> & { heading?: HeadingLevel }) {
  return (
    <section aria-labelledby="method" className="report-page grid gap-3 print:mt-6 print:block">
      <Heading id="method" className="break-after-avoid text-lg">
        {revisions.length === 1
          ? 'Who took part'
          : 'What was asked, and who took part in which revision'}
      </Heading>
      {revisions.map((revision, at) => (
        <div key={revision.createdAt} className="break-inside-avoid">
          <p className="font-medium text-sm tabular-nums">{partText(revision)}</p>
          {at > 0 && (
            <blockquote
              dir="auto"
              className="mt-1 whitespace-pre-line border-line-strong border-l-2 pl-4"
            >
              {revision.task}
            </blockquote>
          )}
          {revision.prototypeUrl && (
            <p
              className={`mt-1 break-all text-muted text-xs ${isLocalAddress(revision.prototypeUrl) ? 'print:hidden' : ''}`}
            >
              {revision.prototypeUrl}
            </p>
          )}
        </div>
      ))}
    </section>
  );
}

interface FindingHeadingProps extends Pick<Finding, 'sentence' | 'severity' | 'isByRule'> {
  /** Number of the finding, from 1. */
  number: number;
  heading?: HeadingLevel;
}

/** Head of a finding: its severity, and its sentence as a heading. */
export function FindingHeading({
  sentence,
  severity,
  isByRule,
  number,
  heading: Heading = 'h3',
}: FindingHeadingProps) {
  return (
    <div className="min-w-0 grow basis-60 break-after-avoid">
      {(severity !== null || isByRule) && (
        <p className="mb-1.5 flex flex-wrap gap-2">
          {severity !== null && <SeverityBadge severity={severity} />}
          {isByRule && (
            <span className="print:hidden">
              <Badge>Found automatically</Badge>
            </span>
          )}
        </p>
      )}
      <Heading className="text-xl">
        <span className="text-muted tabular-nums">{number}.</span> <Name>{sentence}</Name>
      </Heading>
    </div>
  );
}

interface FindingBodyProps {
  finding: ReportFinding;
  /** The list of evidence. */
  children: ReactNode;
}

/** Body of a finding: the picture of its screen, beside it text, evidence and recommendation. */
export function FindingBody({ finding, children }: FindingBodyProps) {
  const { picture, text, recommendation } = finding;
  return (
    <div className="mt-3 flex gap-6 max-sm:flex-col print:gap-5">
      {picture && <FindingPictureView picture={picture} />}
      <div className="grid min-w-0 grow content-start gap-3">
        {text !== '' && (
          <p dir="auto" className="max-w-[70ch] whitespace-pre-line [overflow-wrap:anywhere]">
            {text}
          </p>
        )}
        {children}
        {recommendation !== '' && (
          <p
            dir="auto"
            className="max-w-[70ch] whitespace-pre-line break-inside-avoid rounded-md bg-accent-soft px-4 py-3 [overflow-wrap:anywhere] print:border print:border-line"
          >
            <b className="font-semibold">Recommendation.</b> {recommendation}
          </p>
        )}
      </div>
    </div>
  );
}

/** Look of one finding's place in the report. */
export const findingStyle =
  'report-page min-w-0 rounded-lg border border-line bg-surface p-5 sm:p-6 print:mb-6 print:break-inside-avoid print:border-0 print:border-t print:rounded-none print:px-0 print:pb-0';
