// Steps of the newest revision, beside other facts about the test.
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { isTask, type Step } from '#contract/steps.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import type { TestRevision } from '#contract/tests.ts';
import { stepName } from '#insight/step-name.ts';
import { availabilityText } from '#web/entities/test/availability-text.ts';
import { useLinkHint } from '#web/entities/test/link-hint.ts';
import { revisionsQuery, settingsQuery } from '#web/entities/test/test.query.ts';
import { formatDate, formatDateTime, formatRelative } from '#web/lib/format-time.ts';
import { copyRefused } from '#web/lib/toasts.ts';
import { MoodText } from '#web/ui/alert.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Name } from '#web/ui/name.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { GoalText } from './goal-text.tsx';
import { PanelStepText, StepCondition } from './panel-step.tsx';

interface TestTaskProps {
  test: TestOverview;
  /** The steps that are shown, of those of the test. */
  steps: readonly Step[];
}

export function TestTask({ test, steps }: TestTaskProps) {
  const revisions = useQuery(revisionsQuery(test._id));
  const newest = revisions.data?.revisions.find(({ _id }) => _id === test.revision._id);
  return (
    <Card aria-labelledby="task" className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <h2 id="task" className="text-lg">
            {headingOf(steps)}
          </h2>
          {test.revision.number > 1 && (
            <>
              <Badge tone="accent">Revision {test.revision.number}</Badge>
              <span className="text-muted text-sm">
                since{' '}
                <time dateTime={test.revision.createdAt}>
                  {formatDateTime(test.revision.createdAt)}
                </time>
              </span>
            </>
          )}
        </div>
        {steps.map((step) => {
          const at = test.steps.indexOf(step);
          return (
            <div
              key={step.number}
              className="grid grid-cols-[minmax(0,1fr)] gap-2 border-line not-last:border-b not-last:pb-4 not-first:pt-1"
            >
              {steps.length > 1 && (
                <h3 className="text-muted text-sm">
                  {stepName(test.steps, at)}
                  {step.shuffled && ' · in shuffled order'}
                </h3>
              )}
              {isTask(step) ? (
                <p dir="auto" className="max-w-prose whitespace-pre-line text-start">
                  {step.task}
                </p>
              ) : (
                <PanelStepText step={step} />
              )}
              <StepCondition steps={test.steps} at={at} />
              <Corrections of={newest} step={step.number} />
              {isTask(step) && <Prototype href={step.figmaUrl} />}
              {isTask(step) && steps.length > 1 && (
                <p className="text-sm">
                  <span className="mr-2 text-muted">Goal</span>
                  {step.goal === null ? 'None yet' : <GoalText test={test} step={step} />}
                </p>
              )}
            </div>
          );
        })}
      </div>
      <Facts test={test} />
    </Card>
  );
}

function headingOf(steps: readonly Step[]): string {
  if (!steps.every(isTask)) return 'Steps';
  return steps.length > 1 ? 'Tasks' : 'Task';
}

function Prototype({ href }: { href: string }) {
  const hint = useLinkHint(href);
  return (
    <div className="mt-2 grid gap-1 text-sm">
      <div className="flex min-w-0 items-center gap-2">
        <span className="shrink-0 text-muted">Prototype</span>
        <PrototypeLink href={href} />
      </div>
      {hint && <MoodText tone={hint.tone}>{hint.text}</MoodText>}
    </div>
  );
}

function Facts({ test }: { test: TestOverview }) {
  const settings = useQuery(settingsQuery(test._id));
  const { storedTimeStamp } = test;
  return (
    <dl className="grid content-start gap-2 border-line text-sm max-lg:border-t max-lg:pt-5 lg:border-l lg:pl-8">
      <Fact term="State">{availabilityText(test.closed, settings.data ?? null)}</Fact>
      <Fact term="Last recording">
        {storedTimeStamp === null ? 'None yet' : <Moment moment={new Date(storedTimeStamp)} />}
      </Fact>
      <Fact term="Changed">
        <Moment moment={new Date(test.updatedAt)} />
      </Fact>
      <Fact term="Created">{formatDate(test.createdAt)}</Fact>
      <Fact term="Company">
        <Name>{test.company}</Name>
      </Fact>
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="shrink-0 text-muted">{term}</dt>
      <dd className="min-w-0 text-right [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

function Moment({ moment }: { moment: Date }) {
  return (
    <time dateTime={moment.toISOString()} title={formatDateTime(moment)}>
      {formatRelative(moment)}
    </time>
  );
}

interface CorrectionsProps {
  of: Pick<TestRevision, 'corrections'> | undefined;
  step: number;
}

/** Texts of a task in a revision before its corrections. */
export function Corrections({ of, step }: CorrectionsProps) {
  const corrections = of?.corrections.filter((correction) => correction.step === step);
  return corrections?.map(({ before, at, by }) => (
    <p key={at} className="max-w-prose text-muted text-sm [overflow-wrap:anywhere]">
      Corrected <time dateTime={at}>{formatDateTime(at)}</time>
      {by !== null && (
        <>
          {' '}
          by <Name>{by}</Name>
        </>
      )}
      . Before: “<Name>{before}</Name>”
    </p>
  ));
}

/** A prototype's link in one line: shortened, with buttons to open and copy it, and the full link as a tooltip. */
export function PrototypeLink({ href }: { href: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <a
        href={href}
        title={href}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-w-0 items-center gap-2 rounded-sm text-accent underline underline-offset-4 hover:text-accent-hover"
      >
        <span className="truncate">
          <Name>{shortLink(href)}</Name>
        </span>
        <ExternalLink aria-hidden className="size-4 shrink-0" />
        <span className="sr-only">(opens in a new tab)</span>
      </a>
      <CopyButton
        text={href}
        label="Copy prototype link"
        look="icon"
        className="-my-2"
        onFailure={copyRefused}
      />
    </span>
  );
}

// A shortened link: its host and target.

/** `figma.com/…/Little-Fern`: host and last part of the path, without the query. A text that is no link stays. */
export function shortLink(link: string): string {
  // URL.parse does not exist in Chrome 123 and Safari 17.5.
  if (!URL.canParse(link)) return link;
  const url = new URL(link);
  const parts = url.pathname.split('/').filter(Boolean).map(readable);
  const host = url.host.replace(/^www\./, '');
  const last = parts.at(-1);
  if (last === undefined) return host;
  return parts.length === 1 ? `${host}/${last}` : `${host}/…/${last}`;
}

/** Decodes percent-encoding for reading; returns an invalid part unchanged. */
function readable(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
