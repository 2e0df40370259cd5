// Writes the story of the report: its title, the target of the test, the summary and the next steps. Texts begin as drafts.
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { TestId } from '#contract/ids.ts';
import {
  REPORT_TEXT_MAX_CHARACTERS,
  REPORT_TITLE_MAX_CHARACTERS,
  type ReportStory,
  type StoryInput,
  storyInput,
} from '#contract/report-story.ts';
import { tooLong } from '#contract/text.ts';
import { storyMeanwhile, useWriteStory } from '#web/entities/finding/finding.query.ts';
import { sentenceOf } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { Alert, MoodText } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';

interface StoryActionsProps {
  story: ReportStory;
  onEdit: () => void;
}

/** Beside the title: opens the form, and says what the author may want to change. */
export function StoryActions({ story, onEdit }: StoryActionsProps) {
  const { summary, nextSteps, verdict } = story;
  return (
    <div className="grid justify-items-end gap-1 text-sm print:hidden">
      <Button
        size="sm"
        variant="secondary"
        icon={<Pencil aria-hidden className="size-4" />}
        onClick={onEdit}
      >
        {verdict === null ? 'Set target and write summary' : 'Edit target and summary'}
      </Button>
      {(summary.isOutdated || nextSteps.isOutdated) && (
        <MoodText tone="caution">Results have changed since the text was written.</MoodText>
      )}
    </div>
  );
}

type Values = Record<'title' | 'target' | 'summary' | 'nextSteps', string>;

function valuesOf({ title, verdict, summary, nextSteps }: ReportStory): Values {
  return {
    title,
    target: verdict === null ? '' : String(verdict.targetPercent),
    summary: summary.text,
    nextSteps: nextSteps.text,
  };
}

function inputOf({ target, ...texts }: Values, version: number) {
  return storyInput.safeParse({
    ...texts,
    version,
    targetPercent: target.trim() === '' ? null : Number(target),
  });
}

interface StoryFormProps {
  testId: TestId;
  story: ReportStory;
  onDone: () => void;
}

export function StoryForm({ testId, story, onDone }: StoryFormProps) {
  const [base, setBase] = useState(story);
  const [values, setValues] = useState(() => valuesOf(story));
  const [theirs, setTheirs] = useState<ReportStory | null>(null);
  const writing = useWriteStory(testId);
  const parsed = inputOf(values, (theirs ?? base).version);
  useUnsavedChanges(JSON.stringify(values) !== JSON.stringify(valuesOf(base)));
  const change = (changes: Partial<Values>) => setValues({ ...values, ...changes });
  const errorOf = (field: keyof StoryInput) =>
    parsed.error?.issues.find(({ path }) => path[0] === field)?.message;
  const save = () => {
    if (!parsed.success || writing.isPending) return;
    writing.mutate(parsed.data, {
      onSuccess: onDone,
      onError: (error) => {
        const now = storyMeanwhile(error);
        if (now) setTheirs(now);
        else toast.error(sentenceOf(error, 'The report was not saved. Please try again.'));
      },
    });
  };
  return (
    <Card className="print:hidden">
      <form
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          autoFocus
          label="Title"
          hint="Empty: the name of the test."
          dir="auto"
          room={tooLong('Title', REPORT_TITLE_MAX_CHARACTERS)}
          error={errorOf('title')}
          value={values.title}
          onChange={({ target }) => change({ title: target.value })}
        />
        <TextField
          label="Target for success, in percent"
          hint="How many people should succeed for the design to be good enough. Empty: no verdict."
          inputMode="numeric"
          room={TARGET_FORM}
          error={errorOf('targetPercent') && TARGET_FORM}
          value={values.target}
          onChange={({ target }) => change({ target: target.value })}
        />
        <StoryArea
          label="Summary"
          text={values.summary}
          draft={base.summary.draft}
          error={errorOf('summary')}
          onChange={(summary) => change({ summary })}
        />
        <StoryArea
          label="Next steps"
          text={values.nextSteps}
          draft={base.nextSteps.draft}
          error={errorOf('nextSteps')}
          onChange={(nextSteps) => change({ nextSteps })}
        />
        {theirs && (
          <Theirs
            theirs={theirs}
            onTake={() => {
              setBase(theirs);
              setValues(valuesOf(theirs));
              setTheirs(null);
            }}
          />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" busy={writing.isPending} disabled={!parsed.success}>
            {theirs ? 'Save mine' : 'Save'}
          </Button>
        </div>
      </form>
    </Card>
  );
}

const TARGET_FORM = 'Please enter a whole number from 1 to 100.';

interface StoryAreaProps {
  label: string;
  text: string;
  draft: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** Lines that equal the draft follow the numbers. */
function StoryArea({ label, text, draft, error, onChange }: StoryAreaProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <TextArea
        label={label}
        hint="Lines of the draft that you leave as they are follow the results."
        dir="auto"
        rows={Math.min(10, Math.max(3, text.split('\n').length + 1))}
        room={tooLong(label, REPORT_TEXT_MAX_CHARACTERS)}
        error={error}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      {text.trim() !== draft && (
        <Button
          size="sm"
          variant="quiet"
          className="justify-self-start"
          onClick={() => onChange(draft)}
        >
          Use the draft<span className="sr-only"> as {label.toLowerCase()}</span>
        </Button>
      )}
    </div>
  );
}

/** Another member's version, above the person's own text. */
function Theirs({ theirs, onTake }: { theirs: ReportStory; onTake: () => void }) {
  const { title, target, summary, nextSteps } = valuesOf(theirs);
  const texts = [title, target && `Goal: ${target} %`, summary, nextSteps];
  return (
    <Alert
      tone="warning"
      title="Another member also changed the report. Your version is above, theirs is:"
    >
      {texts.filter(Boolean).map((text) => (
        <p key={text} dir="auto" className="mt-1 whitespace-pre-line">
          {text}
        </p>
      ))}
      <Button size="sm" variant="secondary" className="mt-2" onClick={onTake}>
        Use theirs
      </Button>
    </Alert>
  );
}
