// Templates of a new test: steps of the usual studies, whose words and links are then changed.
import {
  newOption,
  newQuestion,
  newSet,
  newTask,
  type QuestionValues,
  type StepValues,
  type TaskValues,
} from '#web/entities/test/form-values.ts';

interface Template {
  id: string;
  label: string;
  steps: () => StepValues[];
}

const TASK = 'You want to … Find it and order it.';

export const templates: readonly Template[] = [
  {
    id: 'prototype',
    label: 'Prototype test with ease and SUS',
    steps: () => [newTask({ task: TASK }), newSet('seq'), newSet('sus')],
  },
  {
    id: 'first-click',
    label: 'First click',
    steps: () => [onPicture('first_click', 'Where would you press to …?'), why('Why there?')],
  },
  {
    id: 'five-seconds',
    label: 'Five seconds',
    steps: () => [
      onPicture('seconds', 'Look at this page. It disappears after five seconds.'),
      why('What do you remember of it?'),
      why('What can be done there?'),
    ],
  },
  {
    id: 'preference',
    label: 'Preference',
    steps: () => [
      newTask({ task: 'Look around as long as you like.' }),
      choice('Which of these do you like better?', ['The first', 'The second']),
      why('Why?'),
    ],
  },
  {
    id: 'versions',
    label: 'A/B of two prototypes',
    steps: () => [
      { ...newTask({ task: TASK }), variant: 1 },
      { ...newTask({ task: TASK }), variant: 2 },
      newSet('seq'),
    ],
  },
  {
    id: 'screener',
    label: 'Screener, for a panel',
    steps: () => [screener(), newTask({ task: TASK }), newSet('sus')],
  },
];

function onPicture(mode: 'first_click' | 'seconds', task: string): TaskValues {
  const seconds = mode === 'seconds' ? 5 : null;
  return { ...newTask({ task }), picture: { mode, seconds, regions: [] } };
}

function why(question: string): QuestionValues {
  return { ...newQuestion('long_text'), question, isRequired: false };
}

function choice(question: string, texts: readonly string[]): QuestionValues {
  const options = texts.map((text) => newOption(text));
  const form = { type: 'single' as const, options, shuffled: true, other: false, none: false };
  return { ...newQuestion('single'), question, form };
}

function screener(): QuestionValues {
  const question = choice('How often do you …?', ['Every week', 'Every month', 'Never']);
  if (!('options' in question.form)) return question;
  const never = question.form.options.at(-1)?.id ?? '';
  return {
    ...question,
    form: { ...question.form, shuffled: false },
    screening: { endsWhen: { on: '', is: [never] }, seats: [] },
  };
}
