// Writes a finding, or changes its values. If another member has changed it at the same time, both versions are shown.
import { useState } from 'react';
import { type EvidenceInput, type Finding, findingInput } from '#contract/findings.ts';
import type { TestId } from '#contract/ids.ts';
import { theirsOf, useAddFinding, useChangeFinding } from '#web/entities/finding/finding.query.ts';
import { severityText } from '#web/entities/finding/severity.tsx';
import { sentenceOf } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Name } from '#web/ui/name.tsx';
import { Select } from '#web/ui/select.tsx';
import {
  FindingFields,
  type FindingValues,
  isSameFinding,
  mergedValues,
  valuesOf,
} from './finding-fields.tsx';

/** The beginning of a new finding: a sentence, and evidence if it was found by rule. */
export interface FindingStart {
  label: string;
  sentence: string;
  evidence: readonly EvidenceInput[];
}

interface FindingFormProps {
  testId: TestId;
  /** The finding to edit, or null for a new one. */
  finding: Finding | null;
  /** Beginnings of a new finding; the first one is chosen. */
  starts?: readonly FindingStart[];
  onDone: () => void;
}

export function FindingForm({ testId, finding, starts = [], onDone }: FindingFormProps) {
  const [start, setStart] = useState(starts[0]);
  const before = { ...valuesOf(finding), ...(start && { sentence: start.sentence }) };
  const [values, setValues] = useState(before);
  const saving = useSaving(testId, { finding, evidence: start?.evidence ?? [] });
  const { theirs } = saving;
  const parsed = findingInput.safeParse(values);
  useUnsavedChanges(!isSameFinding(values, before));
  const save = (overwrites: boolean) => {
    if (!parsed.success || saving.isBusy) return;
    const { sentence, text, severity, recommendation } = parsed.data;
    void saving
      .save({ sentence, text, severity, recommendation }, overwrites)
      .then((isSaved) => isSaved && onDone());
  };
  return (
    <form
      className="grid gap-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        save(theirs !== null);
      }}
    >
      {starts.length > 1 && (
        <Select
          label="Start from"
          value={start?.label}
          options={starts.map(({ label }) => ({ value: label, label }))}
          onChange={({ target }) => {
            const chosen = starts.find(({ label }) => label === target.value);
            setStart(chosen);
            setValues({ ...values, sentence: chosen?.sentence ?? '' });
          }}
        />
      )}
      <FindingFields values={values} onChange={(changes) => setValues({ ...values, ...changes })} />
      {theirs && (
        <Theirs
          theirs={theirs}
          onTake={() => {
            setValues(valuesOf(theirs));
            saving.forget();
          }}
        />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" busy={saving.isBusy} disabled={!parsed.success}>
          {theirs ? 'Save mine' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

/** Another member's version, above the person's own text. */
function Theirs({ theirs, onTake }: { theirs: Finding; onTake: () => void }) {
  const by = theirs.edited?.by?.name;
  return (
    <Alert
      tone="warning"
      title={
        <>
          {by ? <Name>{by}</Name> : 'Another member'} also changed this finding. Your version is
          above, theirs is:
        </>
      }
    >
      <p className="font-medium">
        <Name>{theirs.sentence}</Name>
      </p>
      {theirs.severity !== null && <p>{severityText(theirs.severity)}</p>}
      <p dir="auto" className="whitespace-pre-line">
        {theirs.text}
      </p>
      {theirs.recommendation !== '' && (
        <p dir="auto" className="whitespace-pre-line">
          Recommendation: {theirs.recommendation}
        </p>
      )}
      <Button size="sm" variant="secondary" className="mt-2" onClick={onTake}>
        Use theirs
      </Button>
    </Alert>
  );
}

/** Saves values. Changes of different values are merged; changes of the same value are shown as a conflict. */
function useSaving(
  testId: TestId,
  { finding, evidence }: { finding: Finding | null; evidence: readonly EvidenceInput[] },
) {
  const adding = useAddFinding(testId);
  const changing = useChangeFinding(testId);
  /** The finding when the form opened, or the version that the last conflict showed. */
  const [base, setBase] = useState(finding);
  const [theirs, setTheirs] = useState<Finding | null>(null);

  const change = async (mine: FindingValues, seen: Finding, isAgain: boolean): Promise<boolean> => {
    const { id, version } = seen;
    const evidence = seen.evidence.map((each) => each.id);
    try {
      await changing.mutateAsync({ id, version, ...mine, evidence });
      return true;
    } catch (error) {
      const now = theirsOf(error);
      if (now === null) throw error;
      const merged = base && mergedValues({ base, mine, theirs: now });
      if (merged && !isAgain) return await change(merged, now, true);
      setTheirs(now);
      return false;
    }
  };
  const save = async (mine: FindingValues, overwrites: boolean): Promise<boolean> => {
    try {
      if (base === null) {
        await adding.mutateAsync({
          ...mine,
          isByRule: evidence.length > 0,
          evidence: [...evidence],
        });
        return true;
      }
      return await change(mine, overwrites && theirs !== null ? theirs : base, overwrites);
    } catch (error) {
      toast.error(sentenceOf(error, 'The finding was not saved. Please try again.'));
      return false;
    }
  };
  const forget = () => {
    setBase(theirs);
    setTheirs(null);
  };
  return { save, theirs, forget, isBusy: adding.isPending || changing.isPending };
}
