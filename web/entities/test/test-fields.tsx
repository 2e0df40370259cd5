// The fields of a test, name, task, link (section 5), wherever a test is written down.

import { useQuery } from '@tanstack/react-query';
import type { InputEvent, ReactNode } from 'react';
import type { FieldPath, UseFormReturn } from 'react-hook-form';
import { TASK_MAX_CHARACTERS } from '#contract/limits.ts';
import { isTask } from '#contract/steps.ts';
import { characters } from '#contract/text.ts';
import { aboutQuery } from '#web/entities/about.query.ts';
import { MoodText } from '#web/ui/alert.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import type { TestValues } from './form-values.ts';
import { longestLinkHint, useLinkHint } from './link-hint.ts';

interface NameFieldProps {
  form: UseFormReturn<TestValues>;
  placeholder: string;
}

export function NameField({ form, placeholder }: NameFieldProps) {
  return (
    <TextField
      label="Name"
      autoComplete="off"
      placeholder={placeholder}
      error={form.formState.errors.name?.message}
      {...form.register('name')}
    />
  );
}

/**
 * Returns the sentence below a field. The list is checked as a whole when a step is added; what was not typed yet is no
 * error of the person.
 */
export function fieldError(
  { getFieldState, formState }: UseFormReturn<TestValues>,
  field: FieldPath<TestValues>,
): string | undefined {
  const { error, isTouched } = getFieldState(field, formState);
  return isTouched || error?.type === 'refused' ? error?.message : undefined;
}

interface TaskFieldsProps {
  form: UseFormReturn<TestValues>;
  /** Place of the task in the form, from 0. */
  at: number;
  placeholder: string;
  /** Offers the sample prototype beside the label of the link. */
  offersSample?: boolean;
  /** A variant has the text of its task. */
  isVariant?: boolean;
  /** Fields in place of the link, for a task on a picture. */
  picture?: ReactNode;
}

export function TaskFields({ form, at, placeholder, ...options }: TaskFieldsProps) {
  const { offersSample = false, isVariant = false, picture } = options;
  const step = form.watch(`steps.${at}`);
  const { task, figmaUrl: link } = isTask(step) ? step : { task: '', figmaUrl: '' };
  const hint = useLinkHint(link);
  return (
    <>
      {isVariant ? (
        <p className="text-muted text-sm">
          The same task on another prototype, page or picture. Each participant gets one of the
          variants, and all get about as many people.
        </p>
      ) : (
        <TextArea
          label="Task"
          placeholder={placeholder}
          error={fieldError(form, `steps.${at}.task`)}
          counter={`${characters(task)}/${TASK_MAX_CHARACTERS}`}
          onInput={keepWithin(TASK_MAX_CHARACTERS)}
          {...form.register(`steps.${at}.task`)}
        />
      )}
      {picture ?? (
        <TextField
          label="Link"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://www.figma.com/proto/…"
          error={fieldError(form, `steps.${at}.figmaUrl`)}
          room={longestLinkHint}
          aside={offersSample && <SampleOffer form={form} at={at} />}
          hint={
            hint ? (
              <MoodText tone={hint.tone}>{hint.text}</MoodText>
            ) : (
              'Paste a link to see what can be recorded.'
            )
          }
          {...form.register(`steps.${at}.figmaUrl`)}
        />
      )}
    </>
  );
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/**
 * Handler for `onInput` of a text field: cuts its value to `max` characters without moving the
 * caret.
 */
export function keepWithin(max: number): (event: InputEvent<TextControl>) => void {
  return ({ currentTarget: control }) => {
    if (characters(control.value) <= max) return;
    const caret = control.selectionStart;
    control.value = [...control.value].slice(0, max).join('');
    control.setSelectionRange(caret, caret);
  };
}

/** For a person without a prototype at hand: fills a test's form with the sample, where one is served. */
function SampleOffer({ form, at }: Pick<TaskFieldsProps, 'form' | 'at'>) {
  const sample = useQuery(aboutQuery).data?.sample;
  if (!sample) return null;
  const fill = () => {
    const options = { shouldValidate: true, shouldDirty: true, shouldTouch: true };
    form.setValue(`steps.${at}.figmaUrl`, sample.prototypeUrl, options);
    // Keeps what was written already.
    const { name, steps } = form.getValues();
    if (name.trim() === '') form.setValue('name', sample.name, options);
    const step = steps[at];
    if (step && isTask(step) && step.task.trim() === '')
      form.setValue(`steps.${at}.task`, sample.task, options);
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
