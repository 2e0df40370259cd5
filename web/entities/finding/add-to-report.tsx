// Puts a clip, a note or a number into the report: as evidence of a finding that is there, or of a new one. What is in
// the report already opens its place there.
import { useQuery } from '@tanstack/react-query';
import { Check, FilePlus2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { type EvidenceInput, findingInput, SENTENCE_MAX_CHARACTERS } from '#contract/findings.ts';
import type { FindingId, TestId } from '#contract/ids.ts';
import { tooLong } from '#contract/text.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import { toast, toastFailure } from '#web/lib/toasts.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { quietInRow } from '#web/ui/quiet-in-row.ts';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { findingsQuery, useAddEvidence, useAddFinding } from './finding.query.ts';
import { findingWith, reportHref, suggestedSentence } from './report-place.ts';

interface AddToReportProps {
  testId: TestId;
  evidence: EvidenceInput;
  /** The added thing, in a few words: '14 people pressed Snake plant'. */
  what: string;
  /** The sentence that a new finding begins with; left out: `what` without its count. */
  sentence?: string;
  /** The evidence is a line of 'Where it went wrong', which is a finding of its own. */
  isByRule?: boolean;
  look?: 'button' | 'icon';
  /** In a row of a list: the button shows while the row has the pointer or the focus. */
  isQuiet?: boolean;
}

/** Nothing for those who may not change the report. */
export function AddToReport({ look = 'button', isQuiet = false, ...props }: AddToReportProps) {
  const { testId, evidence, what } = props;
  const [isOpen, setOpen] = useState(false);
  const mayChange = useMayChange();
  const findings = useQuery({ ...findingsQuery(testId), enabled: mayChange });
  if (!mayChange) return null;
  const place = findingWith(findings.data ?? [], evidence);
  if (place !== null && !isOpen) {
    return <InReport href={reportHref(testId, place)} what={what} look={look} />;
  }
  const icon = <FilePlus2 aria-hidden className="size-4" />;
  const open = () => setOpen(true);
  return (
    <>
      {look === 'icon' ? (
        <IconButton
          label={`Add to report: ${what}`}
          title="Add to report"
          icon={icon}
          onClick={open}
        />
      ) : (
        <Button
          size="sm"
          variant="secondary"
          icon={icon}
          className={classNames('print:hidden', isQuiet && quietInRow)}
          onClick={open}
        >
          Add to report
        </Button>
      )}
      {isOpen && <AddToReportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function InReport({ href, what, look }: { href: string; what: string; look: 'button' | 'icon' }) {
  const icon = <Check aria-hidden className="size-4 text-success" />;
  if (look === 'button') {
    return (
      <LinkButton to={href} size="sm" variant="secondary" icon={icon} className="print:hidden">
        In report
      </LinkButton>
    );
  }
  return (
    <Link
      to={href}
      aria-label={`In report: ${what}`}
      title="In report"
      className="grid size-control place-items-center rounded-md hover:bg-hover print:hidden"
    >
      {icon}
    </Link>
  );
}

const NEW = 'new';

type DialogProps = Omit<AddToReportProps, 'look' | 'isQuiet'> & {
  /** More pieces of evidence for the same finding. */
  others?: readonly EvidenceInput[];
  onClose: () => void;
};

/** For a menu, which is gone when it has been pressed. */
export function AddToReportDialog(props: DialogProps) {
  const { testId, evidence, what, onClose } = props;
  const findings = useQuery(findingsQuery(testId));
  // It may be in the report already where a menu opened the dialog, but not because it was just added.
  const [before] = useState(() => findingWith(findings.data ?? [], evidence));
  if (before !== null && !props.others?.length) {
    return (
      <Dialog
        open
        onClose={onClose}
        title="In report"
        description={what}
        actions={
          <>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <LinkButton to={reportHref(testId, before)}>Open</LinkButton>
          </>
        }
      >
        The report has it as evidence.
      </Dialog>
    );
  }
  return <Addition {...props} />;
}

function Addition({ testId, evidence, what, isByRule = false, onClose, ...props }: DialogProps) {
  const all = [evidence, ...(props.others ?? [])];
  const findings = useQuery(findingsQuery(testId));
  const [chosen, setChosen] = useState<string | null>(null);
  const [sentence, setSentence] = useState(props.sentence ?? suggestedSentence(what));
  const adding = useAddFinding(testId);
  const adds = useAddEvidence(testId);
  const finding = chosen ?? (isByRule ? undefined : findings.data?.at(-1)?.id) ?? NEW;
  const parsed = findingInput.shape.sentence.safeParse(sentence);
  const isReady = !findings.isPending && (finding !== NEW || parsed.success);
  const add = () => {
    if (!isReady || adding.isPending || adds.isPending) return;
    const after = {
      onSuccess: () => {
        toast.success('Added to report');
        onClose();
      },
      onError: toastFailure('The evidence was not added. Please try again.'),
    };
    if (finding !== NEW) adds.mutate({ findingId: finding as FindingId, evidence: all }, after);
    else adding.mutate({ sentence, isByRule, evidence: all }, after);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add to report"
      description={what}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={adding.isPending || adds.isPending} disabled={!isReady} onClick={add}>
            Add
          </Button>
        </>
      }
    >
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <Select
          label="Finding"
          value={finding}
          onChange={({ target }) => setChosen(target.value)}
          options={[
            ...(findings.data ?? []).map((one, at) => ({
              value: one.id,
              label: `${at + 1}. ${one.sentence}`,
            })),
            { value: NEW, label: 'New finding' },
          ]}
        />
        {finding === NEW && (
          <TextField
            label="Finding, in one sentence"
            dir="auto"
            room={tooLong('Sentence', SENTENCE_MAX_CHARACTERS)}
            error={sentence.trim() === '' ? undefined : parsed.error?.issues[0]?.message}
            value={sentence}
            onChange={({ target }) => setSentence(target.value)}
          />
        )}
      </form>
    </Dialog>
  );
}
