// The fields of a test, name, task, link (section 5), wherever a test is written down.

import { useQuery } from '@tanstack/react-query';
import type { InputEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { TASK_MAX_CHARACTERS } from '#contract/limits.ts';
import type { TestForm } from '#contract/tests.ts';
import { characters } from '#contract/text.ts';
import { aboutQuery } from '#web/entities/about.query.ts';
import { MoodText } from '#web/ui/alert.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import { longestLinkHint, useLinkHint } from './link-hint.ts';

interface TestFieldsProps {
  form: UseFormReturn<TestForm>;
  /** Placeholders. */
  examples: { name: string; task: string };
  /** Offers the sample prototype beside the label of the link. */
  offersSample?: boolean;
}

export function TestFields({ form, examples, offersSample = false }: TestFieldsProps) {
  const { errors } = form.formState;
  const [task, link] = form.watch(['task', 'figmaUrl']);
  const hint = useLinkHint(link);
  return (
    <>
      <TextField
        label="Name"
        autoComplete="off"
        placeholder={examples.name}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <TextArea
        label="Task"
        placeholder={examples.task}
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
        room={longestLinkHint}
        aside={offersSample && <SampleOffer form={form} />}
        hint={
          hint ? (
            <MoodText tone={hint.tone}>{hint.text}</MoodText>
          ) : (
            'Paste a link to see what can be recorded.'
          )
        }
        {...form.register('figmaUrl')}
      />
    </>
  );
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/**
 * Handler for `onInput` of a text field: cuts its value to `max` characters without moving the
 * caret.
 */
function keepWithin(max: number): (event: InputEvent<TextControl>) => void {
  return ({ currentTarget: control }) => {
    if (characters(control.value) <= max) return;
    const caret = control.selectionStart;
    control.value = [...control.value].slice(0, max).join('');
    control.setSelectionRange(caret, caret);
  };
}

/** For a person without a prototype at hand: fills a test's form with the sample, where one is served. */
function SampleOffer({ form }: { form: UseFormReturn<TestForm> }) {
  const sample = useQuery(aboutQuery).data?.sample;
  if (!sample) return null;
  const fill = () => {
    const options = { shouldValidate: true, shouldDirty: true, shouldTouch: true };
    form.setValue('figmaUrl', sample.prototypeUrl, options);
    // Keeps what was written already.
    const { name, task } = form.getValues();
    if (name.trim() === '') form.setValue('name', sample.name, options);
    if (task.trim() === '') form.setValue('task', sample.task, options);
  };
  return (
    <button
      type="button"
      title="A plant shop that comes with Tryout, to try everything with"
      className="-my-0.5 rounded-sm py-0.5 font-semibold text-accent underline underline-offset-4 hover:text-accent-hover"
      onClick={fill}
    >
      Use the sample prototype
    </button>
  );
}
