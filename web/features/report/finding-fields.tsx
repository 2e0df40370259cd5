// Fields of a finding's form: its sentence, severity, text and recommendation.
import {
  FINDING_TEXT_MAX_CHARACTERS,
  type Finding,
  findingInput,
  RECOMMENDATION_MAX_CHARACTERS,
  SENTENCE_MAX_CHARACTERS,
  type Severity,
  severity as severitySchema,
} from '#contract/findings.ts';
import { tooLong } from '#contract/text.ts';
import { severities, severityWords } from '#web/entities/finding/severity.tsx';
import { mergeValue } from '#web/lib/merge-edits.ts';
import { Select } from '#web/ui/select.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';

export type FindingValues = Pick<Finding, 'sentence' | 'severity' | 'text' | 'recommendation'>;

export function valuesOf(finding: Finding | null): FindingValues {
  return {
    sentence: finding?.sentence ?? '',
    severity: finding?.severity ?? null,
    text: finding?.text ?? '',
    recommendation: finding?.recommendation ?? '',
  };
}

const FIELDS = ['sentence', 'severity', 'text', 'recommendation'] as const;

export function isSameFinding(one: FindingValues, other: FindingValues): boolean {
  return FIELDS.every((field) => one[field] === other[field]);
}

interface Edits {
  base: FindingValues;
  mine: FindingValues;
  theirs: FindingValues;
}

/** Returns the merged values, or null if both members changed the same one. */
export function mergedValues({ base, mine, theirs }: Edits): FindingValues | null {
  const merge = <Field extends (typeof FIELDS)[number]>(field: Field) =>
    mergeValue<FindingValues[Field]>(base[field], mine[field], theirs[field]);
  const sentence = merge('sentence');
  const severity = merge('severity');
  const text = merge('text');
  const recommendation = merge('recommendation');
  if (sentence === undefined || text === undefined) return null;
  if (severity === undefined || recommendation === undefined) return null;
  return { sentence, severity, text, recommendation };
}

const UNRATED = 'none';

const severityOptions = [
  { value: UNRATED, label: 'Not rated' },
  ...severities.map((severity) => ({
    value: String(severity),
    label: `${severity} · ${severityWords[severity].label}: ${severityWords[severity].meaning}`,
  })),
];

function severityOf(option: string): Severity | null {
  const parsed = severitySchema.safeParse(Number(option));
  return parsed.success ? parsed.data : null;
}

interface FindingFieldsProps {
  values: FindingValues;
  onChange: (changes: Partial<FindingValues>) => void;
}

export function FindingFields({ values, onChange }: FindingFieldsProps) {
  const parsed = findingInput.safeParse(values);
  const errorOf = (field: 'sentence' | 'text' | 'recommendation') =>
    values[field].trim() === ''
      ? undefined
      : parsed.error?.issues.find(({ path }) => path[0] === field)?.message;
  return (
    <>
      <TextField
        autoFocus
        label="Finding, in one sentence"
        dir="auto"
        room={tooLong('Sentence', SENTENCE_MAX_CHARACTERS)}
        error={errorOf('sentence')}
        value={values.sentence}
        onChange={({ target }) => onChange({ sentence: target.value })}
      />
      <Select
        label="Severity"
        value={values.severity === null ? UNRATED : String(values.severity)}
        onChange={({ target }) => onChange({ severity: severityOf(target.value) })}
        options={severityOptions}
      />
      <TextArea
        label="Text"
        dir="auto"
        room={tooLong('Text', FINDING_TEXT_MAX_CHARACTERS)}
        error={errorOf('text')}
        value={values.text}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      <TextArea
        label="Recommendation"
        dir="auto"
        rows={2}
        room={tooLong('Recommendation', RECOMMENDATION_MAX_CHARACTERS)}
        error={errorOf('recommendation')}
        value={values.recommendation}
        onChange={({ target }) => onChange({ recommendation: target.value })}
      />
    </>
  );
}
