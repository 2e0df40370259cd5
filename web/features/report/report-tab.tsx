// The report of a test: its story and its findings, to write, read, copy and print.
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Evidence, Report, ReportFinding } from '#contract/findings.ts';
import type { FindingId, TestId } from '#contract/ids.ts';
import { SUCCESS_OUTCOMES } from '#contract/outcomes.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import { clipHref } from '#web/entities/clip/clip-in-place.tsx';
import type { ClipLinks } from '#web/entities/finding/clip-link.ts';
import type { CoverPeople } from '#web/entities/finding/cover-steps.tsx';
import { type EvidenceContext, PeopleLink } from '#web/entities/finding/evidence-view.tsx';
import { evidenceWithoutName } from '#web/entities/finding/evidence-without-name.ts';
import { reportQuery, usePlaceFinding } from '#web/entities/finding/finding.query.ts';
import { Footnotes, kindsOf } from '#web/entities/finding/footnotes.tsx';
import { numberHref } from '#web/entities/finding/number-text.ts';
import { ReportCoverCard } from '#web/entities/finding/report-cover.tsx';
import { ReportMethod } from '#web/entities/finding/report-head.tsx';
import { reportText } from '#web/entities/finding/report-text.ts';
import { momentHref } from '#web/entities/recording/recording-address.ts';
import { choicesQuery } from '#web/entities/results/results.query.ts';
import { useDeletedIds } from '#web/entities/undoable-deletion.ts';
import { ShareButton } from '#web/entities/view-link/share-dialog.tsx';
import { isLocalAddress } from '#web/lib/local-address.ts';
import { type Edge, movedBy, movedTo } from '#web/lib/sortable.ts';
import { copyRefused, toastFailure } from '#web/lib/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import { BlankIllustration } from '#web/ui/illustrations.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { FindingItem } from './finding-item.tsx';
import { useFindingOfAddress } from './finding-of-address.ts';
import { NewFinding } from './new-finding.tsx';
import { PrintButton, usePrint } from './print-dialog.tsx';
import { StoryActions, StoryForm } from './story-form.tsx';

export function ReportTab({ test }: { test: TestOverview }) {
  const report = useQuery(reportQuery(test._id));
  const deletedIds = useDeletedIds();
  if (report.isPending) return <LoadingReport />;
  if (report.data === undefined) {
    return (
      <ErrorView title="The report could not be loaded" onRetry={() => void report.refetch()}>
        Its findings are stored safely. Check your connection and try again.
      </ErrorView>
    );
  }
  const findings = report.data.findings.filter(({ id }) => !deletedIds.has(id));
  return <ReportPage test={test} report={{ ...report.data, findings }} />;
}

function ReportPage({ test, report }: { test: TestOverview; report: Report }) {
  const mayChange = useMayChange();
  const [isAdding, setAdding] = useState(false);
  const [isEdited, setEdited] = useState(false);
  const [print, setPrint] = usePrint();
  const of = useEvidenceOfTeam(test, report, print?.links);
  const copied = reportText(report, { addressOf: (evidence) => sentAddress(test._id, evidence) });
  const { findings, story } = report;
  useFindingOfAddress(findings);
  return (
    <article
      data-names={print?.withNames || undefined}
      data-format={print?.format}
      className="report group/report mx-auto grid w-full max-w-4xl grid-cols-[minmax(0,1fr)] gap-5 print:block print:max-w-none"
    >
      <div className="flex flex-wrap items-center justify-end gap-2 print:hidden">
        <CopyButton text={copied} label="Copy as text" size="sm" onFailure={copyRefused} />
        <PrintButton testId={test._id} report={report} onPrint={setPrint} />
        <ShareButton testId={test._id} thing={{ kind: 'report' }} look="small" />
        {mayChange && (
          <Button
            size="sm"
            variant="accent"
            icon={<Plus aria-hidden className="size-4" />}
            disabled={isAdding}
            onClick={() => setAdding(true)}
          >
            Add finding
          </Button>
        )}
      </div>
      {isEdited && <StoryForm testId={test._id} story={story} onDone={() => setEdited(false)} />}
      <div className={isEdited ? 'hidden print:block' : 'contents'}>
        <ReportCoverCard
          report={report}
          heading="h2"
          actions={mayChange && <StoryActions story={story} onEdit={() => setEdited(true)} />}
          play={(people) => <OpenPeople test={test} report={report} people={people} />}
        />
      </div>
      {findings.length === 0 && !isAdding ? (
        <NoFindings mayChange={mayChange} />
      ) : (
        <FindingList findings={findings} of={of} mayChange={mayChange} testId={test._id} />
      )}
      {isAdding && <NewFinding test={test} report={report} onDone={() => setAdding(false)} />}
      <ReportMethod report={report} />
      <Footnotes report={report} />
    </article>
  );
}

/** Evidence as members see it: with names, and links to the team's pages. */
function useEvidenceOfTeam(
  test: TestOverview,
  report: Report,
  links: ClipLinks | undefined,
): EvidenceContext {
  const choices = useQuery(choicesQuery(test._id, { revision: 'all' }));
  return useMemo(
    () => ({
      hrefOf: (evidence) => hrefOf(test._id, evidence),
      choices: choices.data ?? null,
      cover: report.cover,
      kinds: kindsOf(report),
      links,
    }),
    [test, report, choices.data, links],
  );
}

function hrefOf(testId: TestId, evidence: Evidence): string | null {
  switch (evidence.kind) {
    case 'number':
      return numberHref(testId, evidence.number);
    case 'clip':
      return typeof evidence.clip === 'string' ? null : clipHref(evidence.clip);
    case 'note':
      return typeof evidence.note === 'string'
        ? null
        : momentHref(evidence.note.recording, evidence.note.atMs);
  }
}

/** Address in a text that leaves the product: without a name, and none that only this computer can open. */
function sentAddress(testId: TestId, evidence: Evidence): string | null {
  const href = hrefOf(testId, evidenceWithoutName(evidence));
  if (href === null) return null;
  const address = new URL(href, location.origin).href;
  return isLocalAddress(address) ? null : address;
}

/** The link of people of the cover to the people behind it. */
function OpenPeople({
  test,
  report: { cover },
  people: { outcome, step },
}: {
  test: TestOverview;
  report: Report;
  people: CoverPeople;
}) {
  const task = cover.tasks.find((each) => each.step === step);
  const { outcomes, success } = task ?? cover;
  const people = outcomes.find((each) => each.outcome === outcome)?.people;
  const those = outcome === undefined ? [...SUCCESS_OUTCOMES] : [outcome];
  const href = numberHref(test._id, {
    number: 'people',
    filter: new URLSearchParams({
      ...(task && { step: String(task.step) }),
      ...(cover.revision !== null && { revision: String(cover.revision) }),
    }).toString(),
    moments: new URLSearchParams({ of: 'people', outcome: those.join() }).toString(),
  });
  return <PeopleLink href={href} people={people ?? success?.k ?? 0} isIcon={task !== undefined} />;
}

function NoFindings({ mayChange }: { mayChange: boolean }) {
  return (
    <EmptyState illustration={<BlankIllustration />} title="No findings yet" heading="h2">
      {mayChange
        ? 'Add findings from ‘Where it went wrong’ on the Summary, from the people behind any number, or here. Add clips and notes as evidence.'
        : 'Findings that members add appear here.'}
    </EmptyState>
  );
}

function LoadingReport() {
  return (
    <div role="status" aria-label="Loading the report" className="form-measure grid gap-4">
      <Skeleton className="h-8 w-72" />
      <Skeleton className="h-24 rounded-lg" />
      <Skeleton className="h-48 rounded-lg" />
    </div>
  );
}

interface FindingListProps {
  testId: TestId;
  findings: readonly ReportFinding[];
  of: EvidenceContext;
  mayChange: boolean;
}

/** Findings in order, moved by dragging or by buttons among those of their severity; each move is announced. */
function FindingList({ testId, findings, of, mayChange }: FindingListProps) {
  const place = usePlaceFinding(testId);
  /** Order while a move is being saved; others' changes follow after it. */
  const [order, setOrder] = useState<readonly string[] | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const ids = findings.map(({ id }) => id as string);
  const keys = order?.filter((id) => ids.includes(id)) ?? ids;
  const ordered = keys.flatMap((key) => findings.find(({ id }) => id === key) ?? []);

  const move = (id: FindingId, to: readonly string[]) => {
    const at = to.indexOf(id);
    if (at === keys.indexOf(id)) return;
    setOrder(to);
    setAnnouncement(`Moved to place ${at + 1} of ${to.length}.`);
    const after = (to[at - 1] ?? null) as FindingId | null;
    place.mutate(
      { findingId: id, after },
      {
        onError: toastFailure('The finding was not moved. Please try again.'),
        onSettled: () => setOrder(null),
      },
    );
  };
  return (
    <>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-5 print:mt-6 print:block">
        {ordered.map((finding, at) => (
          <FindingItem
            key={finding.id}
            testId={testId}
            finding={finding}
            of={of}
            mayChange={mayChange}
            number={at + 1}
            isFirst={ordered[at - 1]?.severity !== finding.severity}
            isLast={ordered[at + 1]?.severity !== finding.severity}
            onMoveBy={(by) => move(finding.id, movedBy(keys, finding.id, by))}
            onDropped={(id, edge: Edge) =>
              move(id as FindingId, movedTo(keys, id, { to: finding.id, edge }))
            }
          />
        ))}
      </ol>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </>
  );
}
