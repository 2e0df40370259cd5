// Puts a clip, a note or a number into the report: as evidence of a finding that is there, or of a new one.
import { useQuery } from '@tanstack/react-query';
import { FilePlus2 } from 'lucide-react';
import { useState } from 'react';
import { type EvidenceInput, findingInput, SENTENCE_MAX_CHARACTERS } from '#contract/findings.ts';
import type { FindingId, TestId } from '#contract/ids.ts';
import { tooLong } from '#contract/text.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import { toast, toastFailure } from '#web/lib/toasts.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { findingsQuery, useAddEvidence, useAddFinding } from './finding.query.ts';

interface AddToReportProps {
  testId: TestId;
  evidence: EvidenceInput;
  /** The added thing, in a few words: '14 people pressed Snake plant'. */
  what: string;
  look?: 'button' | 'icon';
}

/** Nothing for those who may not change the report. */
export function AddToReport({ testId, evidence, what, look = 'button' }: AddToReportProps) {
  const [isOpen, setOpen] = useState(false);
  if (!useMayChange()) return null;
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
        <Button size="sm" variant="secondary" icon={icon} onClick={open}>
          Add to report
        </Button>
      )}
      {isOpen && (
        <AddToReportDialog
          testId={testId}
          evidence={evidence}
          what={what}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

const NEW = 'new';

/** For a menu, which is gone when it has been pressed. */
export function AddToReportDialog({
  testId,
  evidence,
  what,
  onClose,
}: Omit<AddToReportProps, 'look'> & { onClose: () => void }) {
  const findings = useQuery(findingsQuery(testId));
  const [chosen, setChosen] = useState<string | null>(null);
  const [sentence, setSentence] = useState('');
  const adding = useAddFinding(testId);
  const adds = useAddEvidence(testId);
  const finding = chosen ?? findings.data?.at(-1)?.id ?? NEW;
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
    if (finding !== NEW) adds.mutate({ findingId: finding as FindingId, evidence }, after);
    else adding.mutate({ sentence, evidence: [evidence] }, after);
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
