// One finding of the report: its sentence, text, evidence and actions.
import { Pencil, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import type { ReportEvidence, ReportFinding } from '#contract/findings.ts';
import type { TestId } from '#contract/ids.ts';
import {
  type EvidenceContext,
  EvidenceView,
  evidenceListStyle,
} from '#web/entities/finding/evidence-view.tsx';
import { useChangeFinding } from '#web/entities/finding/finding.query.ts';
import { FindingBody, FindingHeading, findingStyle } from '#web/entities/finding/report-head.tsx';
import { deleteWithUndo, useDeletedIds } from '#web/entities/undoable-deletion.ts';
import { type Edge, movedBy, useSortable } from '#web/lib/sortable.ts';
import { toastFailure } from '#web/lib/toasts.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { DragHandle, MoveButtons } from '#web/ui/move-buttons.tsx';
import { ChooseEvidence } from './choose-evidence.tsx';
import { FindingForm } from './finding-form.tsx';
import { findingElementId } from './finding-of-address.ts';

interface FindingItemProps {
  testId: TestId;
  finding: ReportFinding;
  /** Number of the finding, from 1. */
  number: number;
  /** The first and the last finding of its severity. */
  isFirst: boolean;
  isLast: boolean;
  of: EvidenceContext;
  mayChange: boolean;
  onMoveBy: (by: -1 | 1) => void;
  onDropped: (id: string, edge: Edge) => void;
}

export function FindingItem({ testId, finding, number, ...rest }: FindingItemProps) {
  const { isFirst, isLast, of, mayChange, onMoveBy, onDropped } = rest;
  const [isEdited, setEdited] = useState(false);
  const kind = `finding-${finding.severity}`;
  const drag = useSortable<HTMLLIElement>({
    kind,
    id: finding.id,
    accepts: mayChange ? kind : '',
    onDropped: ({ id }, edge) => onDropped(id, edge),
  });
  return (
    <li
      ref={drag.element}
      id={findingElementId(finding.id)}
      tabIndex={-1}
      data-edge={drag.edge ?? undefined}
      className={`relative ${findingStyle} data-[edge=after]:shadow-[0_3px_0_var(--color-accent)] data-[edge=before]:shadow-[0_-3px_0_var(--color-accent)] ${drag.isDragged ? 'opacity-50' : ''}`}
    >
      {isEdited ? (
        <FindingForm testId={testId} finding={finding} onDone={() => setEdited(false)} />
      ) : (
        <div className="flex items-start gap-2 max-sm:flex-wrap">
          {mayChange && <DragHandle ref={drag.handle} />}
          <FindingHeading {...finding} number={number} />
          {mayChange && (
            <span className="ml-auto flex items-center print:hidden">
              <MoveButtons
                what={`Finding ${number}`}
                isFirst={isFirst}
                isLast={isLast}
                onMove={onMoveBy}
              />
              <IconButton
                label={`Edit finding ${number}`}
                title="Edit"
                icon={<Pencil aria-hidden className="size-4" />}
                onClick={() => setEdited(true)}
              />
              <Deletion testId={testId} finding={finding} number={number} />
            </span>
          )}
        </div>
      )}
      <FindingBody finding={isEdited ? withoutTexts(finding) : finding}>
        <EvidenceList testId={testId} finding={finding} of={of} mayChange={mayChange} />
      </FindingBody>
      {mayChange && (
        <div className="mt-3 flex flex-wrap gap-2 print:hidden">
          <ChooseEvidence testId={testId} finding={finding} number={number} />
          {!isEdited && (finding.severity === null || finding.recommendation === '') && (
            <Button
              size="sm"
              variant="quiet"
              icon={<Pencil aria-hidden className="size-4" />}
              onClick={() => setEdited(true)}
            >
              {missingText(finding)}
              <span className="sr-only"> for finding {number}</span>
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** The form above has the texts while they are edited. */
function withoutTexts(finding: ReportFinding): ReportFinding {
  return { ...finding, text: '', recommendation: '' };
}

function missingText({ severity, recommendation }: ReportFinding): string {
  if (severity !== null) return 'Add recommendation';
  return recommendation === '' ? 'Add severity and recommendation' : 'Add severity';
}

function EvidenceList({
  testId,
  finding,
  of,
  mayChange,
}: Pick<FindingItemProps, 'testId' | 'finding' | 'of' | 'mayChange'>) {
  const change = useChangeFinding(testId);
  const [announcement, setAnnouncement] = useState('');
  const deletedIds = useDeletedIds();
  const { id, version, sentence, text } = finding;
  const evidence = finding.evidence.filter((each) => !deletedIds.has(each.id));
  const ids = evidence.map((each) => each.id);
  if (evidence.length === 0) return null;
  const save = (to: string[], news: string) =>
    change.mutate(
      { id, version, sentence, text, evidence: to },
      {
        onSuccess: () => setAnnouncement(news),
        onError: toastFailure('The evidence was not changed. Please try again.'),
      },
    );
  const controlsOf = (each: ReportEvidence, at: number) => (
    <>
      <MoveButtons
        what={`Evidence ${at + 1}`}
        isFirst={at === 0}
        isLast={at === ids.length - 1}
        onMove={(by) => {
          const to = movedBy(ids, each.id, by);
          save(to, `Moved to place ${to.indexOf(each.id) + 1} of ${to.length}.`);
        }}
      />
      <Removal testId={testId} finding={finding} evidence={each} number={at + 1} />
    </>
  );
  return (
    <>
      <ul aria-label="Evidence" className={evidenceListStyle}>
        {evidence.map((each, at) => (
          <EvidenceView
            key={each.id}
            evidence={each}
            of={of}
            controls={mayChange && controlsOf(each, at)}
          />
        ))}
      </ul>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

interface RemovalProps {
  testId: TestId;
  finding: ReportFinding;
  evidence: ReportEvidence;
  /** Number of the evidence in its finding, from 1. */
  number: number;
}

function Removal({ testId, finding, evidence, number }: RemovalProps) {
  const { id } = evidence;
  return (
    <IconButton
      label={`Remove evidence ${number} from this finding`}
      title="Remove"
      icon={<X aria-hidden className="size-4" />}
      onClick={() => deleteWithUndo({ testId, kind: 'evidence', id, findingId: finding.id })}
    />
  );
}

function Deletion({
  testId,
  finding,
  number,
}: Pick<FindingItemProps, 'testId' | 'finding' | 'number'>) {
  const { id, version } = finding;
  return (
    <IconButton
      label={`Delete finding ${number}`}
      title="Delete"
      tone="danger"
      icon={<Trash2 aria-hidden className="size-4" />}
      onClick={() => deleteWithUndo({ testId, kind: 'finding', id, version })}
    />
  );
}
