// The fields of a test: name, task, link (section 5).
import type { UseFormReturn } from 'react-hook-form';
import { TASK_MAX_CHARACTERS } from '#contract/limits.ts';
import type { TestForm } from '#contract/tests.ts';
import { characters } from '#contract/text.ts';
import { keepWithin } from '#web/lib/keep-within.ts';
import { useLinkHint } from '#web/lib/link-hint.ts';
import { MoodText } from '#web/ui/mood-text.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';

export function TestFields({ form }: { form: UseFormReturn<TestForm> }) {
  const { errors } = form.formState;
  const [task, link] = form.watch(['task', 'figmaUrl']);
  const hint = useLinkHint(link);
  return (
    <>
      <TextField
        label="Name"
        autoComplete="off"
        placeholder="Checkout, second draft"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <TextArea
        label="Task"
        placeholder="You want to send a plant to a friend. Find one that suits a dark flat and order it."
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
        hint={hint && <MoodText tone={hint.tone}>{hint.text}</MoodText>}
        {...form.register('figmaUrl')}
      />
    </>
  );
}
