// The fields of a question, a published set and a text in the form of a test.
import { Plus } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { FieldPath, UseFormReturn } from 'react-hook-form';
import {
  HELP_MAX_CHARACTERS,
  QUESTION_MAX_CHARACTERS,
  SCALE_END_MAX_CHARACTERS,
  TEXT_STEP_MAX_CHARACTERS,
} from '#contract/limits.ts';
import { questionSets } from '#contract/question-sets.ts';
import { characters } from '#contract/text.ts';
import type {
  PanelValues,
  QuestionValues,
  SetValues,
  TestValues,
} from '#web/entities/test/form-values.ts';
import { fieldError, keepWithin } from '#web/entities/test/test-fields.tsx';
import { Button } from '#web/ui/button.tsx';
import { ChoiceGroup } from '#web/ui/choice-group.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import { OptionsField } from './options-field.tsx';
import { QuestionPicture } from './picture/question-picture.tsx';

interface FieldsProps<Values> {
  form: UseFormReturn<TestValues>;
  /** Place of the step in the form, from 0. */
  at: number;
  values: Values;
}

export function PanelFields({ values, ...rest }: FieldsProps<PanelValues>) {
  switch (values.kind) {
    case 'question':
      return <QuestionFields values={values} {...rest} />;
    case 'set':
      return <SetFields values={values} {...rest} />;
    case 'text':
      return <TextFields values={values} {...rest} />;
  }
}

function QuestionFields({ form, at, values }: FieldsProps<QuestionValues>) {
  return (
    <>
      <TextArea
        label="Question"
        rows={1}
        error={fieldError(form, `steps.${at}.question`)}
        counter={`${characters(values.question)}/${QUESTION_MAX_CHARACTERS}`}
        onInput={keepWithin(QUESTION_MAX_CHARACTERS)}
        {...form.register(`steps.${at}.question`)}
      />
      <HelpField form={form} at={at} values={values} />
      <QuestionPicture form={form} at={at} values={values} />
      <AnswerFields form={form} at={at} values={values} />
      <Switches>
        <FieldSwitch form={form} name={`steps.${at}.isRequired`} label="Required">
          Participants go on once they have answered.
        </FieldSwitch>
      </Switches>
    </>
  );
}

/** The text below the question. Few questions need one, so it is there on demand. */
function HelpField({ form, at, values }: FieldsProps<QuestionValues>) {
  const [isAdded, setAdded] = useState(false);
  const { setFocus } = form;
  useEffect(() => {
    if (isAdded) setFocus(`steps.${at}.help`);
  }, [isAdded, setFocus, at]);
  if (!isAdded && values.help === '') {
    return (
      <div className="-mt-3">
        <Button
          variant="quiet"
          className="-ml-4"
          icon={<Plus aria-hidden className="size-4" />}
          onClick={() => setAdded(true)}
        >
          Add help text
        </Button>
      </div>
    );
  }
  return (
    <TextField
      label="Help text"
      autoComplete="off"
      placeholder="A sentence below the question"
      error={fieldError(form, `steps.${at}.help`)}
      onInput={keepWithin(HELP_MAX_CHARACTERS)}
      {...form.register(`steps.${at}.help`)}
    />
  );
}

function AnswerFields({ form, at, values }: FieldsProps<QuestionValues>) {
  const { form: answers } = values;
  if ('options' in answers) {
    return (
      <>
        <OptionsField
          form={form}
          at={at}
          options={answers.options}
          isSingle={answers.type === 'single'}
        />
        <Switches>
          <FieldSwitch form={form} name={`steps.${at}.form.shuffled`} label="Shuffle options">
            Each participant reads them in another order.
          </FieldSwitch>
          <FieldSwitch form={form} name={`steps.${at}.form.other`} label="Other">
            Adds an option with a field for their own words.
          </FieldSwitch>
          <FieldSwitch form={form} name={`steps.${at}.form.none`} label="None of these">
            Adds this as the last option.
          </FieldSwitch>
        </Switches>
      </>
    );
  }
  if (answers.type !== 'scale') return null;
  const { points } = answers;
  return (
    <>
      <div className="grid justify-items-start gap-2">
        <p aria-hidden className="font-semibold text-sm">
          Points
        </p>
        <ChoiceGroup
          label="Points of the scale"
          choices={[
            { id: '5', label: '1 to 5' },
            { id: '7', label: '1 to 7' },
          ]}
          value={String(points) as '5' | '7'}
          onChange={(id) =>
            form.setValue(`steps.${at}.form.points`, id === '5' ? 5 : 7, {
              shouldDirty: true,
              shouldValidate: true,
            })
          }
        />
      </div>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <EndField form={form} name={`steps.${at}.form.low`} label="Words at 1">
          Very difficult
        </EndField>
        <EndField form={form} name={`steps.${at}.form.high`} label={`Words at ${points}`}>
          Very easy
        </EndField>
      </div>
    </>
  );
}

interface NamedFieldProps {
  form: UseFormReturn<TestValues>;
  name: FieldPath<TestValues>;
  label: string;
}

function EndField({ form, name, label, children }: NamedFieldProps & { children: string }) {
  return (
    <TextField
      label={label}
      autoComplete="off"
      placeholder={children}
      error={fieldError(form, name)}
      onInput={keepWithin(SCALE_END_MAX_CHARACTERS)}
      {...form.register(name)}
    />
  );
}

function FieldSwitch({ form, name, label, children }: NamedFieldProps & { children: ReactNode }) {
  return <Switch label={label} hint={children} {...form.register(name)} />;
}

function Switches({ children }: { children: ReactNode }) {
  return <div className="grid gap-4">{children}</div>;
}

function SetFields({ form, at, values }: FieldsProps<SetValues>) {
  const { title, items, from, to, low, high } = questionSets[values.set];
  return (
    <>
      <div className="grid gap-3">
        <p className="text-muted text-sm">
          {title}, in its published words. They cannot be edited, because scores are compared with
          published ones.
        </p>
        <ol className="grid list-decimal gap-1 pl-6 text-sm">
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ol>
        <p className="text-muted text-sm">
          Answers from {from}, “{low}”, to {to}, “{high}”.
        </p>
      </div>
      <Switches>
        <FieldSwitch form={form} name={`steps.${at}.isRequired`} label="Required">
          Participants go on once they have answered {items.length > 1 ? 'all of it' : 'it'}.
        </FieldSwitch>
      </Switches>
    </>
  );
}

function TextFields({ form, at, values }: FieldsProps<Extract<PanelValues, { kind: 'text' }>>) {
  return (
    <TextArea
      label="Text"
      error={fieldError(form, `steps.${at}.text`)}
      hint="An empty line begins a paragraph, “- ” a list. **Two stars** emphasize, and [words](https://…) are a link."
      room="An empty line begins a paragraph, “- ” a list. **Two stars** emphasize, and [words](https://…) are a link."
      counter={`${characters(values.text)}/${TEXT_STEP_MAX_CHARACTERS}`}
      onInput={keepWithin(TEXT_STEP_MAX_CHARACTERS)}
      {...form.register(`steps.${at}.text`)}
    />
  );
}
