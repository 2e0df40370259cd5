// The condition of a step in the form of a test: always, or only with some answers to an earlier step.
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import {
  answerRange,
  CONDITION_WRONG_RANGE,
  conditionProblem,
  screeningProblem,
} from '#contract/conditions.ts';
import type { OwnCondition } from '#contract/step-condition.ts';
import { orderProblem } from '#contract/step-order.ts';
import { isTask, type Step } from '#contract/steps.ts';
import { stepName } from '#insight/step-name.ts';
import type { ConditionValues, TestValues } from '#web/entities/test/form-values.ts';
import { answersOf, stepText } from '#web/entities/test/step-text.ts';
import { fieldError } from '#web/entities/test/test-fields.tsx';
import { MoodText } from '#web/ui/alert.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { ChoiceGroup } from '#web/ui/choice-group.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** Says what is wrong with the condition of the step at a place, or with its variant or its screening, or null. */
export function problemOf(steps: readonly Step[], at: number): string | null {
  const step = steps[at];
  const ofCondition = unfinished(step?.shownWhen, conditionProblem(steps, at));
  if (ofCondition !== null) return ofCondition;
  const ofOrder = orderProblem(steps, at);
  if (ofOrder !== null || step?.kind !== 'question') return ofOrder;
  return unfinished(step.screening?.endsWhen, screeningProblem(steps, at));
}

/** Returns what is missing in a condition that is being typed, or else its problem. */
function unfinished(
  condition: OwnCondition | null | undefined,
  problem: string | null,
): string | null {
  if (!condition) return problem;
  if (problem !== null && problem !== CONDITION_WRONG_RANGE) return problem;
  if ('from' in condition) {
    const isComplete = !(Number.isNaN(condition.from) || Number.isNaN(condition.to));
    return isComplete ? problem : 'Enter both numbers of the condition.';
  }
  const words = 'is' in condition ? condition.is : condition.isNot;
  return words.length > 0 ? problem : 'Choose an answer for the condition.';
}

interface ConditionFieldProps {
  form: UseFormReturn<TestValues>;
  /** Place of the step in the form, from 0. */
  at: number;
  /** All steps as they would be stored. */
  steps: readonly Step[];
}

/** Renders nothing for a step without an earlier one that a condition can be on. */
export function ConditionField({ form, at, steps }: ConditionFieldProps) {
  const values = form.watch('steps');
  const condition = values[at]?.shownWhen ?? null;
  const earlier = steps.slice(0, at).flatMap((step, place) => {
    const key = values[place]?.key;
    const range = answerRange(step);
    return key && range ? [{ key, step, range, label: labelOf(steps, place) }] : [];
  });
  if (earlier.length === 0 && condition === null) return null;
  const on = earlier.find(({ key }) => key === condition?.on);
  const change = (next: ConditionValues | null) =>
    form.setValue(`steps.${at}.shownWhen`, next, {
      shouldDirty: true,
      shouldTouch: true,
      shouldValidate: true,
    });
  const problem = problemOf(steps, at) ?? fieldError(form, `steps.${at}.shownWhen`);
  return (
    <div className="grid gap-3 border-line border-t pt-5">
      <Select
        label="Show this step"
        value={condition?.on ?? ''}
        options={[
          { value: '', label: 'Always' },
          ...earlier.map(({ key, label }) => ({ value: key, label: `Only if: ${label}` })),
          ...(condition && !on ? [{ value: condition.on, label: 'Only if: …' }] : []),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const next = earlier.find(({ key }) => key === value);
          change(next ? newCondition(next) : null);
        }}
      />
      {condition && on && <Answers {...on} condition={condition} onChange={change} />}
      {problem && (
        <div className="text-sm">
          <MoodText tone="caution">{problem}</MoodText>
        </div>
      )}
    </div>
  );
}

type Range = NonNullable<ReturnType<typeof answerRange>>;

interface Earlier {
  key: string;
  step: Step;
  range: Range;
}

function labelOf(steps: readonly Step[], place: number): string {
  const step = steps[place];
  return `${stepName(steps, place)} · ${step ? stepText(step) : ''}`;
}

function newCondition({ key, range }: Earlier): ConditionValues {
  if ('words' in range) return { on: key, is: [] };
  return range.isWhole
    ? { on: key, from: range.from, to: range.to }
    : { on: key, from: null, to: null };
}

interface AnswersProps extends Pick<Earlier, 'step' | 'range'> {
  condition: ConditionValues;
  onChange: (condition: ConditionValues) => void;
}

/** Chooses the answers of a condition: words, or a range of numbers. */
export function Answers({ range, condition, ...rest }: AnswersProps) {
  if ('words' in range) {
    const named = 'from' in condition ? { on: condition.on, is: [] } : condition;
    return <Words condition={named} {...rest} />;
  }
  const bounds = 'from' in condition ? condition : { on: condition.on, from: null, to: null };
  return <Bounds condition={bounds} range={range} {...rest} />;
}

type NamedCondition = Exclude<ConditionValues, { from: number | null }>;

interface WordsProps {
  step: Step;
  condition: NamedCondition;
  onChange: (condition: ConditionValues) => void;
}

function Words({ step, condition, onChange }: WordsProps) {
  const { on } = condition;
  const isNegated = 'isNot' in condition;
  const named = isNegated ? condition.isNot : condition.is;
  const known = answersOf(step);
  const gone = named.filter((word) => !known.some((answer) => answer.word === word));
  const change = (words: string[], negates: boolean) =>
    onChange(negates ? { on, isNot: words } : { on, is: words });
  return (
    <Row>
      <div className="justify-self-start">
        <ChoiceGroup
          label="How the answer compares"
          choices={
            isTask(step)
              ? [
                  { id: 'is', label: 'It ended with' },
                  { id: 'isNot', label: 'It did not end with' },
                ]
              : [
                  { id: 'is', label: 'The answer is' },
                  { id: 'isNot', label: 'The answer is not' },
                ]
          }
          value={isNegated ? 'isNot' : 'is'}
          onChange={(id) => change(named, id === 'isNot')}
        />
      </div>
      <fieldset className="grid gap-x-6 sm:grid-cols-2">
        <legend className="sr-only">Answers</legend>
        {[...known, ...gone.map((word) => ({ word, label: 'A deleted option' }))].map(
          ({ word, label }) => (
            <Checkbox
              key={word}
              label={label}
              checked={named.includes(word)}
              onChange={({ currentTarget: { checked } }) =>
                change(checked ? [...named, word] : named.filter((one) => one !== word), isNegated)
              }
            />
          ),
        )}
      </fieldset>
    </Row>
  );
}

interface BoundsProps {
  condition: Extract<ConditionValues, { from: number | null }>;
  range: Extract<Range, { from: number }>;
  onChange: (condition: ConditionValues) => void;
}

function Bounds({ condition, range, onChange }: BoundsProps) {
  const bounds = [
    { label: 'From', name: 'from' },
    { label: 'To', name: 'to' },
  ] as const;
  return (
    <Row>
      <div className="grid max-w-xs grid-cols-2 gap-3">
        {bounds.map(({ label, name }) =>
          range.isWhole ? (
            <Select
              key={name}
              label={label}
              value={String(condition[name])}
              options={wholeNumbers(range).map((number) => ({ value: number, label: number }))}
              onChange={({ currentTarget: { value } }) =>
                onChange({ ...condition, [name]: Number(value) })
              }
            />
          ) : (
            <TextField
              key={name}
              label={label}
              type="number"
              step="any"
              room={null}
              value={condition[name] ?? ''}
              onChange={({ currentTarget: { value, valueAsNumber } }) =>
                onChange({ ...condition, [name]: value === '' ? null : valueAsNumber })
              }
            />
          ),
        )}
      </div>
    </Row>
  );
}

function wholeNumbers({ from, to }: { from: number; to: number }): string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => String(from + at));
}

function Row({ children }: { children: ReactNode }) {
  return <div className="grid gap-3 border-line border-l-2 pl-4">{children}</div>;
}
