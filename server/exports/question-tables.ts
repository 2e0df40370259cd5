// Answers to questions and sets: their columns of sessions.csv and answers.csv, and code_book.csv, which explains them.
import { questionSets } from '#contract/question-sets.ts';
import { OTHER } from '#contract/questions.ts';
import { givenBy, type StepAnswer } from '#contract/step-answers.ts';
import type { StepCondition } from '#contract/step-condition.ts';
import type { AnswerStep } from '#contract/steps.ts';
import { answerNumber } from '#insight/numbers/answer-number.ts';
import { answerText, answerWords, panelTitle } from '#insight/question-words.ts';
import type { Column, ExactNumber } from '#server/platform/csv.ts';
import type { AnswerRow } from './event-tables.ts';
import type { ExportedQuestion } from './exported-questions.db.ts';
import type { GivenRow, SessionRow } from './exported-rows.db.ts';

/** A column of sessions.csv, and how it is read from the answer to a step. */
interface Item {
  column: string;
  says: string;
  kind: string;
  wording: string;
  /** Lowest and highest number, or null where the answer is no number in a range. */
  range: Pick<Ends, 'from' | 'to'> | null;
  read: (answer: StepAnswer) => string | number | ExactNumber | null;
  isAnswer: boolean;
}

interface Ends {
  from: number;
  to: number;
  low: string;
  high: string;
}

function endsOf(step: AnswerStep): Ends | null {
  if (step.kind === 'set') return questionSets[step.set];
  const { form } = step;
  if (form.type !== 'scale') return null;
  return { from: 1, to: form.points, low: form.low, high: form.high };
}

/** Sets with more items than one have a score. */
function itemsOf(step: AnswerStep): Item[] {
  const column = `question_${step.number}`;
  const range = endsOf(step);
  const wording = panelTitle(step);
  if (step.kind === 'question') {
    const { form } = step;
    const says = `Answer to the question with the number ${step.number}: the option's text, several with '; ' between them; Yes or No; a number; or a text. Empty: not answered.`;
    const own = { says: 'What was written beside Other.', kind: 'own_words', wording, range: null };
    const read = (answer: StepAnswer) => readAnswer(step, answer);
    return [
      { column, says, kind: form.type, wording, range, read, isAnswer: true },
      ...('other' in form && form.other
        ? [{ column: `${column}_other`, ...own, read: ownWords, isAnswer: false }]
        : []),
    ];
  }
  const items = questionSets[step.set].items.map((wording, at) => ({
    column: `${column}_${at + 1}`,
    says: `Answer to item ${at + 1} of the set with the number ${step.number}. Empty: not answered.`,
    ...{ kind: step.set, wording, range, isAnswer: true },
    read: (answer: StepAnswer) => (Array.isArray(answer) ? (answer[at] ?? null) : null),
  }));
  if (items.length === 1) return items;
  const score: Item = {
    column: `${column}_score`,
    says: 'Score of that set, 0 to 100: see Metrics, Scores of questionnaires. Empty: an item was left out.',
    ...{ kind: 'score', wording, range: { from: 0, to: 100 }, isAnswer: false },
    read: (answer) => answerNumber(step, answer),
  };
  return [...items, score];
}

function readAnswer(step: AnswerStep, answer: StepAnswer): ReturnType<Item['read']> {
  if (typeof answer === 'string') return answer;
  if (typeof answer === 'number') return { exact: answer };
  const words = givenBy(step, answer)?.words ?? [];
  return words.map((word) => answerText(step, word)).join('; ');
}

function ownWords(answer: StepAnswer): string | null {
  return typeof answer === 'object' && OTHER in answer ? (answer.other ?? null) : null;
}

/** Returns the columns of sessions.csv for questions of all exported revisions, in the order of their numbers. */
export function questionColumns(questions: readonly ExportedQuestion[]): Column<SessionRow>[] {
  const inRevision = new Map<string, Item>();
  const columns = new Map<string, Item & { step: number }>();
  for (const { revisionId, step } of questions.toSorted((a, b) => a.step.number - b.step.number)) {
    for (const item of itemsOf(step)) {
      inRevision.set(`${revisionId} ${item.column}`, item);
      if (!columns.has(item.column)) columns.set(item.column, { ...item, step: step.number });
    }
  }
  return [...columns.values()].map(({ column, says, step }) => ({
    name: column,
    says,
    value: ({ revisionId, given }) => {
      const answer = given[step] ?? null;
      const item = inRevision.get(`${revisionId} ${column}`);
      return item && answer !== null ? item.read(answer) : null;
    },
  }));
}

/** Returns the rows of answers.csv for a question that a session was shown or answered, one for each item of a set. */
export function questionAnswers(row: GivenRow, step: AnswerStep): AnswerRow[] {
  const { answer } = row;
  return itemsOf(step).flatMap(({ column, kind, wording, read, isAnswer }) => {
    if (!isAnswer) return [];
    const value = answer === null ? null : read(answer);
    const other = answer === null ? null : ownWords(answer);
    const number = typeof value === 'string' ? null : value;
    return [{ ...row, question: column, text: wording, answer: value, kind, other, number }];
  });
}

/** Columns of answers.csv that only questions fill. */
export const questionAnswerColumns: Column<AnswerRow>[] = [
  {
    name: 'kind',
    says: 'card: the questions after a task; else the kind of question or the name of the set, as in code_book.csv.',
    value: ({ kind }) => kind,
  },
  {
    name: 'own_words',
    says: 'What was written beside Other.',
    value: ({ other }) => other,
  },
  {
    name: 'tags',
    says: 'Tags that members gave the text, in lower case, with spaces between them.',
    value: ({ tags }) => tags.join(' '),
  },
  {
    name: 'number',
    says: 'The answer where it is a number: of a scale, of an item of a set, or one that was typed.',
    value: ({ number }) => number,
  },
  {
    name: 'shown_at_ms',
    says: "When the question or set was shown, from the recording's start; empty: not known.",
    value: ({ startAtMs }) => startAtMs,
  },
  {
    name: 'answered_at_ms',
    says: "When its last answer was given, from the recording's start; empty: not known.",
    value: ({ answeredAtMs }) => answeredAtMs,
  },
];

interface BookRow extends Item, Pick<ExportedQuestion, 'revision' | 'position' | 'step'> {}

export function codeBookRows(questions: readonly ExportedQuestion[]): BookRow[] {
  return questions.flatMap((question) =>
    itemsOf(question.step).map((item) => ({ ...question, ...item })),
  );
}

export const codeBookColumns: Column<BookRow>[] = [
  {
    name: 'revision',
    says: 'The revision in which the question stands so.',
    value: ({ revision }) => revision,
  },
  {
    name: 'position',
    says: 'Its place among all steps of the revision, from 1.',
    value: ({ position }) => position,
  },
  {
    name: 'step',
    says: 'Number of the question or set, which it keeps in all revisions.',
    value: ({ step }) => step.number,
  },
  {
    name: 'column',
    says: 'Its column of sessions.csv, and its name in answers.csv.',
    value: ({ column }) => column,
  },
  {
    name: 'kind',
    says: 'single or several (choices), scale, yes_no, number, short_text, long_text; sus, umux_lite, seq or nps: an item of that set; own_words: what was written beside Other; score: the score of a set.',
    value: ({ kind }) => kind,
  },
  { name: 'wording', says: 'What participants read.', value: ({ wording }) => wording },
  {
    name: 'help',
    says: 'The text below the question.',
    value: ({ step }) => (step.kind === 'question' ? step.help : null),
  },
  {
    name: 'required',
    says: 'no: participants could continue without an answer.',
    value: ({ step }) => step.isRequired,
  },
  {
    name: 'options',
    says: "Options as id=text, with '; ' between them, in the order of the form.",
    value: ({ step, isAnswer }) =>
      isAnswer
        ? answerWords(step)
            .map(({ word, text }) => `${word}=${text}`)
            .join('; ')
        : null,
  },
  { name: 'from', says: 'Lowest number.', value: ({ range }) => range?.from ?? null },
  { name: 'to', says: 'Highest number.', value: ({ range }) => range?.to ?? null },
  {
    name: 'low',
    says: 'Words at the low end.',
    value: ({ step, isAnswer }) => (isAnswer ? (endsOf(step)?.low ?? null) : null),
  },
  {
    name: 'high',
    says: 'Words at the high end.',
    value: ({ step, isAnswer }) => (isAnswer ? (endsOf(step)?.high ?? null) : null),
  },
  {
    name: 'shown_only_if',
    says: 'The condition: an earlier step with its number, and the ids of options, ends of a task (done, stuck) or numbers; empty: always shown.',
    value: ({ step }) => (step.shownWhen ? conditionText(step.shownWhen) : null),
  },
];

function conditionText(condition: StepCondition): string {
  const on = `step ${condition.step}`;
  if ('from' in condition) return `${on} is from ${condition.from} to ${condition.to}`;
  if ('is' in condition) return `${on} is ${condition.is.join(' or ')}`;
  return `${on} is not ${condition.isNot.join(' or ')}`;
}
