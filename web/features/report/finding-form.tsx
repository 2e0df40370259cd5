// Writes a finding, or changes its sentence and text. If another member has changed it at the same time, both versions
// are shown.
import { useState } from 'react';
import {
  FINDING_TEXT_MAX_CHARACTERS,
  type Finding,
  findingInput,
  SENTENCE_MAX_CHARACTERS,
} from '#contract/findings.ts';
import type { TestId } from '#contract/ids.ts';
import { tooLong } from '#contract/text.ts';
import { theirsOf, useAddFinding, useChangeFinding } from '#web/entities/finding/finding.query.ts';
import { sentenceOf } from '#web/lib/api-error.ts';
import { mergeValue } from '#web/lib/merge-edits.ts';
import { toast } from '#web/lib/toasts.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Name } from '#web/ui/name.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';

interface FindingFormProps {
  testId: TestId;
  /** The finding to edit, or null for a new one. */
  finding: Finding | null;
  onDone: () => void;
}

interface Texts {
  sentence: string;
  text: string;
}

export function FindingForm({ testId, finding, onDone }: FindingFormProps) {
  const [texts, setTexts] = useState<Texts>({
    sentence: finding?.sentence ?? '',
    text: finding?.text ?? '',
  });
  const saving = useSaving(testId, finding);
  const { theirs } = saving;
  const parsed = findingInput.safeParse(texts);
  const errorOf = (field: keyof Texts) =>
    texts[field].trim() === ''
      ? undefined
      : parsed.error?.issues.find(({ path }) => path[0] === field)?.message;
  const isChanged =
    texts.sentence !== (finding?.sentence ?? '') || texts.text !== (finding?.text ?? '');
  useUnsavedChanges(isChanged);
  const save = (overwrites: boolean) => {
    if (!parsed.success || saving.isBusy) return;
    const { sentence, text } = parsed.data;
    void saving.save({ sentence, text }, overwrites).then((isSaved) => isSaved && onDone());
  };
  return (
    <form
      className="grid gap-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        save(theirs !== null);
      }}
    >
      <TextField
        autoFocus
        label="Finding, in one sentence"
        dir="auto"
        room={tooLong('Sentence', SENTENCE_MAX_CHARACTERS)}
        error={errorOf('sentence')}
        value={texts.sentence}
        onChange={({ target }) => setTexts({ ...texts, sentence: target.value })}
      />
      <TextArea
        label="Text"
        dir="auto"
        room={tooLong('Text', FINDING_TEXT_MAX_CHARACTERS)}
        error={errorOf('text')}
        value={texts.text}
        onChange={({ target }) => setTexts({ ...texts, text: target.value })}
      />
      {theirs && (
        <Theirs
          theirs={theirs}
          onTake={() => {
            setTexts({ sentence: theirs.sentence, text: theirs.text });
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
      <p dir="auto" className="whitespace-pre-line">
        {theirs.text}
      </p>
      <Button size="sm" variant="secondary" className="mt-2" onClick={onTake}>
        Use theirs
      </Button>
    </Alert>
  );
}

/** Saves texts. Changes of different texts are merged; changes of the same text are shown as a conflict. */
function useSaving(testId: TestId, finding: Finding | null) {
  const adding = useAddFinding(testId);
  const changing = useChangeFinding(testId);
  /** The finding when the form opened, or the version that the last conflict showed. */
  const [base, setBase] = useState(finding);
  const [theirs, setTheirs] = useState<Finding | null>(null);

  const change = async (mine: Texts, seen: Finding, isAgain: boolean): Promise<boolean> => {
    const { id, version } = seen;
    const evidence = seen.evidence.map((each) => each.id);
    try {
      await changing.mutateAsync({ id, version, ...mine, evidence });
      return true;
    } catch (error) {
      const now = theirsOf(error);
      if (now === null) throw error;
      const merged = base && mergedTexts(base, mine, now);
      if (merged && !isAgain) return await change(merged, now, true);
      setTheirs(now);
      return false;
    }
  };
  const save = async (mine: Texts, overwrites: boolean): Promise<boolean> => {
    try {
      if (base === null) {
        await adding.mutateAsync(mine);
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

/** Returns the merged texts, or null if both members changed the same one. */
function mergedTexts(base: Texts, mine: Texts, theirs: Texts): Texts | null {
  const sentence = mergeValue(base.sentence, mine.sentence, theirs.sentence);
  const text = mergeValue(base.text, mine.text, theirs.text);
  return sentence === undefined || text === undefined ? null : { sentence, text };
}
