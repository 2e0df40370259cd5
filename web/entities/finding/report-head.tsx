// Parts of a report that two pages show: a finding with its picture, text and recommendation, and who was asked what.
import type { ReactNode } from 'react';
import type {
  Finding,
  Report,
  ReportCover,
  ReportFinding,
  ReportRevision,
  ReportStep,
} from '#contract/findings.ts';
import { pictureOfLink } from '#contract/picture-link.ts';
import type { NamedScreen } from '#contract/screen-names.ts';
import { stepName } from '#insight/step-name.ts';
import { isLocalAddress } from '#web/lib/local-address.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Name } from '#web/ui/name.tsx';
import { funnelText } from './cover-text.ts';
import { FindingPictureView } from './finding-picture.tsx';
import { devicesText, partText } from './report-text.ts';
import { SeverityBadge } from './severity.tsx';

/** `h2` where the cover has the page’s h1. */
type HeadingLevel = 'h2' | 'h3';

/**
 * The method of the test, after the findings: who took part, and what was asked. The cover has the newest revision's task
 * where the test has one task alone.
 */
export function ReportMethod({
  report: { revisions, cover },
  heading: Heading = 'h3',
}: {
  report: Report;
  heading?: HeadingLevel;
}) {
  return (
    <section aria-labelledby="method" className="report-page grid gap-3 print:mt-6 print:block">
      <Heading id="method" className="break-after-avoid text-lg">
        {methodTitle(revisions)}
      </Heading>
      <p className="tabular-nums print:mt-1">{funnelText(cover.funnel)}</p>
      {revisions.map((revision, at) => (
        <div
          key={revision.createdAt}
          // A study of many steps is longer than a page.
          className={revision.steps.length === 0 ? 'break-inside-avoid' : 'print:mt-4'}
        >
          <p className="break-after-avoid font-medium text-sm tabular-nums">{partText(revision)}</p>
          <p className="text-muted text-sm tabular-nums empty:hidden">{devicesText(revision)}</p>
          {revision.steps.length > 0 ? (
            <RevisionSteps
              steps={revision.steps}
              tasks={revision.number === cover.revision ? cover.tasks : []}
            />
          ) : (
            <>
              {at > 0 && <Quotation>{revision.task}</Quotation>}
              <PrototypeAddress url={revision.prototypeUrl} />
            </>
          )}
        </div>
      ))}
    </section>
  );
}

function methodTitle(revisions: readonly ReportRevision[]): string {
  if (revisions.length > 1) return 'What was asked, and who took part in which revision';
  return revisions.some(({ steps }) => steps.length > 0)
    ? 'What was asked, and who took part'
    : 'Who took part';
}

interface RevisionStepsProps {
  steps: readonly ReportStep[];
  /** Tasks of the cover, for the pictures of where their variants begin. */
  tasks: ReportCover['tasks'];
}

/** Tasks as quotations, and a line for each question or set, in the order of the test. */
function RevisionSteps({ steps, tasks }: RevisionStepsProps) {
  const startOf = (step: number) => tasks.find((task) => task.step === step)?.start;
  return (
    <ol className="mt-2 grid gap-2.5 print:block">
      {steps.map(({ step, kind, text, prototypeUrl }, at) => (
        <li key={step} className="break-inside-avoid print:mt-2">
          <span className="font-semibold text-sm">{stepName(steps, at)}</span>
          {kind === 'task' ? (
            <>
              <Quotation>{text}</Quotation>
              <PrototypeAddress url={prototypeUrl} />
              <StartPicture screen={startOf(step) ?? null} />
            </>
          ) : (
            <span className="text-sm [overflow-wrap:anywhere]">
              {' '}
              <Name>{text}</Name>
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

/** The screen where a variant begins tells it from the other. */
function StartPicture({ screen }: { screen: NamedScreen | null }) {
  if (screen === null) return null;
  return (
    <div className="mt-2">
      <p className="mb-1 text-muted text-sm">It begins here:</p>
      <FindingPictureView picture={{ screen, area: null }} />
    </div>
  );
}

function Quotation({ children }: { children: string }) {
  return (
    <blockquote
      dir="auto"
      className="mt-1 whitespace-pre-line border-line-strong border-l-2 pl-4 [overflow-wrap:anywhere]"
    >
      {children}
    </blockquote>
  );
}

/** A task on a picture has no address. */
function PrototypeAddress({ url }: { url: string | null }) {
  if (!url || pictureOfLink(url) !== null) return null;
  return (
    <p className={`mt-1 break-all text-muted text-xs ${isLocalAddress(url) ? 'print:hidden' : ''}`}>
      {url}
    </p>
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
          {isByRule && <Badge>Found automatically</Badge>}
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
