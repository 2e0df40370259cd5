// The landing page's create form (product description, reading 5): valid input becomes a draft, and
// the way goes on to /create-test, by the sign-in when nobody is signed in.
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { TASK_MAX_CHARACTERS } from '#contract/limits.ts';
import { type TestForm, testForm } from '#contract/tests.ts';
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

const empty: TestForm = { name: '', task: '', figmaUrl: '' };

interface CreateFormProps {
  onTyping: (shown: { name: string; task: string }) => void;
  onSignInNeeded: () => void;
}

export function CreateForm({ onTyping, onSignInNeeded }: CreateFormProps) {
  const form = useForm<TestForm>({
    resolver: zodResolver(testForm),
    mode: 'onTouched',
    defaultValues: testDraft.read() ?? empty,
  });
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
      onInput={() => onTyping(form.getValues())}
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
  const takeSample = (sampleUrl: string) =>
    form.setValue('figmaUrl', sampleUrl, { shouldValidate: true, shouldDirty: true });
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

/** For whoever has no prototype at hand; nothing where no sample is served. */
function SampleOffer({ onTake }: { onTake: (sampleUrl: string) => void }) {
  const sampleUrl = useQuery(aboutQuery).data?.sample?.prototypeUrl;
  if (!sampleUrl) return null;
  return (
    <>
      No prototype at hand?{' '}
      <button
        type="button"
        className="font-semibold text-accent underline"
        onClick={() => onTake(sampleUrl)}
      >
        Use the sample prototype
      </button>
    </>
  );
}
