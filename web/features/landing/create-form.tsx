// The landing page's create form (product description, reading 5): valid input becomes a draft, and
// the way goes on to /create-test, by the sign-in when nobody is signed in.
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { AnswerOf } from '#contract/endpoint.ts';
import { TASK_MAX_CHARACTERS } from '#contract/limits.ts';
import type { system } from '#contract/system.api.ts';
import type { TestForm } from '#contract/tests.ts';
import { characters } from '#contract/text.ts';
import { aboutQuery } from '#web/lib/about.query.ts';
import { keepWithin } from '#web/lib/keep-within.ts';
import { useLinkHint } from '#web/lib/link-hint.ts';
import { screens } from '#web/lib/screens.ts';
import { signInQuery } from '#web/lib/sign-in.query.ts';
import { testDraft } from '#web/lib/storage-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { MoodText } from '#web/ui/mood-text.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';

interface CreateFormProps {
  form: UseFormReturn<TestForm>;
  onSignInNeeded: () => void;
}

export function CreateForm({ form, onSignInNeeded }: CreateFormProps) {
  const signIn = useQuery(signInQuery);
  const navigate = useNavigate();
  const goOn = async (draft: TestForm) => {
    testDraft.write(draft);
    if (signIn.data) await navigate(screens.createTest.href());
    else onSignInNeeded();
  };
  return (
    <form
      noValidate
      className="grid content-start gap-6"
      onSubmit={(event) => void form.handleSubmit(goOn)(event)}
    >
      <Fields form={form} />
      <Button
        type="submit"
        size="lg"
        className="justify-self-start max-sm:w-full"
        disabled={!form.formState.isValid}
        icon={<ArrowRight aria-hidden className="size-5" />}
      >
        Create test
      </Button>
    </form>
  );
}

function Fields({ form }: { form: UseFormReturn<TestForm> }) {
  const { errors } = form.formState;
  const [task, link] = form.watch(['task', 'figmaUrl']);
  const hint = useLinkHint(link);
  const takeSample = (sample: Sample) => {
    const { name, task: written } = form.getValues();
    form.reset({
      name: name || sample.name,
      task: written || sample.task,
      figmaUrl: sample.prototypeUrl,
    });
  };
  return (
    <>
      <TextField
        label="Name"
        autoComplete="off"
        placeholder="Book a crossing"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <TextArea
        label="Task"
        placeholder="You are going to Naxos with a friend. Find a crossing that arrives before two and book it."
        error={errors.task?.message}
        counter={`${characters(task)}/${TASK_MAX_CHARACTERS}`}
        onInput={keepWithin(TASK_MAX_CHARACTERS)}
        {...form.register('task')}
      />
      <TextField
        label="Link"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://www.figma.com/proto/…"
        error={errors.figmaUrl?.message}
        hint={
          link === '' ? (
            <SampleOffer onTake={takeSample} />
          ) : (
            hint && <MoodText tone={hint.tone}>{hint.text}</MoodText>
          )
        }
        {...form.register('figmaUrl')}
      />
    </>
  );
}

type Sample = NonNullable<AnswerOf<typeof system.about>['sample']>;

/** For whoever has no prototype at hand; nothing where no sample is served. */
function SampleOffer({ onTake }: { onTake: (sample: Sample) => void }) {
  const sample = useQuery(aboutQuery).data?.sample;
  if (!sample) return null;
  return (
    <>
      No prototype at hand?{' '}
      <button
        type="button"
        className="font-semibold text-accent underline"
        onClick={() => onTake(sample)}
      >
        Use the sample prototype
      </button>
    </>
  );
}
