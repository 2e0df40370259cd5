// The screening of a question in the form of a test: whether it is asked before the session, which answers end the test, and
// how many people with each answer take part.
import type { UseFormReturn } from 'react-hook-form';
import { answerRange } from '#contract/conditions.ts';
import { SUBMISSIONS_MAX } from '#contract/limits.ts';
import { isScreening, type Step } from '#contract/steps.ts';
import type {
  ConditionValues,
  QuestionValues,
  ScreeningValues,
  TestValues,
} from '#web/entities/test/form-values.ts';
import { answersOf } from '#web/entities/test/step-text.ts';
import { fieldError } from '#web/entities/test/test-fields.tsx';
import { MoodText } from '#web/ui/alert.tsx';
import { Select } from '#web/ui/select.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { Answers } from './condition-field.tsx';

/** Says in a folded step that it is a screening question, or null. */
export function screeningText(steps: readonly Step[], at: number): string | null {
  const step = steps[at];
  if (!step || !isScreening(step)) return null;
  const { endsWhen, seats } = step.screening;
  const facts = [
    endsWhen ? 'some answers end the test' : null,
    seats.length > 0 ? 'places are limited by answer' : null,
  ].filter((fact) => fact !== null);
  return ['Screening question', ...facts].join(', ');
}

interface ScreeningFieldProps {
  form: UseFormReturn<TestValues>;
  /** Place of the step in the form, from 0. */
  at: number;
  values: QuestionValues;
  /** All steps as they would be stored. */
  steps: readonly Step[];
  /** Moves the step to another place. */
  onMove: (to: number) => void;
}

/** Renders nothing for a question whose answers decide nothing. */
export function ScreeningField({ form, at, values, steps, onMove }: ScreeningFieldProps) {
  const step = steps[at];
  const range = step && answerRange(step);
  const { screening } = values;
  if (!step || (!range && !screening)) return null;
  const change = (next: ScreeningValues | undefined) =>
    form.setValue(`steps.${at}.screening`, next, {
      shouldDirty: true,
      shouldTouch: true,
      shouldValidate: true,
    });
  const toggle = (isOn: boolean) => {
    change(isOn ? { endsWhen: null, seats: [] } : undefined);
    const first = steps.findIndex((one) => !isScreening(one));
    // Screening questions come first.
    if (isOn && first >= 0 && first < at) onMove(first);
  };
  const problem = fieldError(form, `steps.${at}.screening`);
  return (
    <div className="grid gap-4 border-line border-t pt-5">
      <Switch
        label="Screening question"
        hint="Asked before everything else, and before anything is recorded. Answers can end the test, or have a number of places."
        checked={screening !== undefined}
        onChange={({ currentTarget: { checked } }) => toggle(checked)}
      />
      {screening && range && (
        <EndField screening={screening} step={step} range={range} onChange={change} />
      )}
      {screening && <SeatFields screening={screening} step={step} onChange={change} />}
      {problem && (
        <div className="text-sm">
          <MoodText tone="caution">{problem}</MoodText>
        </div>
      )}
    </div>
  );
}

interface RulesProps {
  screening: ScreeningValues;
  step: Step;
  onChange: (screening: ScreeningValues) => void;
}

function EndField({
  screening,
  step,
  range,
  onChange,
}: RulesProps & { range: NonNullable<ReturnType<typeof answerRange>> }) {
  const { endsWhen } = screening;
  const first: ConditionValues =
    'words' in range ? { on: '', is: [] } : { on: '', from: null, to: null };
  return (
    <>
      <Select
        label="End the test"
        value={endsWhen ? 'some' : 'never'}
        options={[
          { value: 'never', label: 'Never: everyone goes on' },
          { value: 'some', label: 'For some answers' },
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...screening, endsWhen: value === 'some' ? first : null })
        }
      />
      {endsWhen && (
        <Answers
          step={step}
          range={range}
          condition={endsWhen}
          onChange={(condition) => onChange({ ...screening, endsWhen: condition })}
        />
      )}
    </>
  );
}

/** The number of people who take part with each answer. */
function SeatFields({ screening, step, onChange }: RulesProps) {
  const answers = answersOf(step);
  if (answers.length === 0) return null;
  const { seats } = screening;
  const limit = (word: string, most: number | null) => {
    const others = seats.filter((seat) => seat.word !== word);
    onChange({ ...screening, seats: most === null ? others : [...others, { word, most }] });
  };
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold text-sm">Places by answer</legend>
      <p className="text-muted text-sm">
        At most so many people with this answer take part. Leave it empty for no limit.
      </p>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {answers.map(({ word, label }) => (
          <TextField
            key={word}
            label={label}
            type="number"
            inputMode="numeric"
            min={1}
            max={SUBMISSIONS_MAX}
            step={1}
            room={null}
            placeholder="No limit"
            value={seats.find((seat) => seat.word === word)?.most ?? ''}
            onChange={({ currentTarget: { value, valueAsNumber } }) =>
              limit(word, value === '' ? null : valueAsNumber)
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
