// The draft of a panel, in one form for every kind of question, and the answer that it makes.
import { z } from 'zod/mini';
import {
  LONG_ANSWER_MAX_CHARACTERS,
  OTHER_MAX_CHARACTERS,
  SHORT_ANSWER_MAX_CHARACTERS,
} from '#contract/limits.ts';
import { questionSets } from '#contract/question-sets.ts';
import { NONE, OTHER } from '#contract/questions.ts';
import { answerSchema, type StepAnswer } from '#contract/step-answers.ts';
import type { AnswerStep } from '#contract/steps.ts';
import { characters, tooLong } from '#contract/text.ts';

export const panelDraft = z.object({
  /** Words of a choice, or `yes` or `no`. */
  chosen: z.array(z.string()),
  /** A text, a number as it is typed, or the text of *other*. */
  text: z.string(),
  /** Answers to the items of a set; the first one is a scale's. */
  items: z.array(z.nullable(z.int())),
});
export type PanelDraft = z.infer<typeof panelDraft>;

export const emptyDraft: PanelDraft = { chosen: [], text: '', items: [] };

/** Returns a draft after a press on an option. */
export function withOption(draft: PanelDraft, id: string, isSeveral: boolean): PanelDraft {
  const { chosen } = draft;
  if (!isSeveral) return { ...draft, chosen: [id] };
  if (chosen.includes(id)) return { ...draft, chosen: chosen.filter((word) => word !== id) };
  if (id === NONE) return { ...draft, chosen: [id] };
  return { ...draft, chosen: [...chosen.filter((word) => word !== NONE), id] };
}

export function withItem(draft: PanelDraft, at: number, value: number): PanelDraft {
  const length = Math.max(draft.items.length, at + 1);
  const items = Array.from({ length }, (_, index) => draft.items[index] ?? null);
  return { ...draft, items: items.with(at, value) };
}

/** A sentence about what is missing or wrong, with the place of the control that takes the focus. */
export interface PanelProblem {
  text: string;
  /** Index of an item of a set; 0 elsewhere. */
  item: number;
  /** The text of *other* takes the focus. */
  isOther?: boolean;
}

type Reading = { answer: StepAnswer | null } | { problem: PanelProblem };

const problem = (text: string, more: Partial<PanelProblem> = {}): Reading => ({
  problem: { text, item: 0, ...more },
});

/** Returns the answer of a draft, null for none to an optional question, or what is missing. */
export function readDraft(step: AnswerStep, draft: PanelDraft): Reading {
  if (step.kind === 'set') return readItems(step, draft);
  const { form } = step;
  switch (form.type) {
    case 'single':
    case 'several':
      return readChoice(step, draft);
    case 'scale':
      return orMissing(step, draft.items[0] ?? null, 'Please choose a number.');
    case 'yes_no': {
      const [word] = draft.chosen;
      return orMissing(step, word ? word === 'yes' : null, 'Please choose yes or no.');
    }
    case 'number':
      return readTyped(step, draft.text);
    case 'short_text':
    case 'long_text': {
      const max = maxCharacters(form.type);
      if (characters(draft.text.trim()) > max) return problem(tooLong('Your answer', max));
      return orMissing(step, draft.text, 'Please write an answer.');
    }
  }
}

export function maxCharacters(type: 'short_text' | 'long_text'): number {
  return type === 'short_text' ? SHORT_ANSWER_MAX_CHARACTERS : LONG_ANSWER_MAX_CHARACTERS;
}

/** Returns the answer if the step takes it. */
function orMissing(step: AnswerStep, value: unknown, missing: string): Reading {
  const isEmpty = value === null || (typeof value === 'string' && value.trim() === '');
  const parsed = isEmpty ? null : answerSchema(step).safeParse(value);
  if (parsed?.success) return { answer: parsed.data };
  return isEmpty && !step.isRequired ? { answer: null } : problem(missing);
}

function readChoice(step: AnswerStep, { chosen, text }: PanelDraft): Reading {
  if (chosen.length === 0) {
    return step.isRequired ? problem('Please choose an answer.') : { answer: null };
  }
  const isOther = chosen.includes(OTHER);
  const other = text.trim();
  if (isOther && other === '' && step.isRequired) {
    return problem('Please write your answer, or choose another one.', { isOther });
  }
  if (isOther && characters(other) > OTHER_MAX_CHARACTERS) {
    return problem(tooLong('Your answer', OTHER_MAX_CHARACTERS), { isOther });
  }
  const answer = { chosen, ...(isOther && other !== '' && { other }) };
  return orMissing(step, answer, 'Please choose an answer.');
}

function readTyped(step: AnswerStep, text: string): Reading {
  if (text.trim() === '') return orMissing(step, null, 'Please type a number.');
  const value = readNumber(text);
  if (value === null) return problem('Please type a number, such as 12 or 3.5.');
  return orMissing(step, value, 'Please type a smaller number.');
}

function readItems(step: Extract<AnswerStep, { kind: 'set' }>, { items }: PanelDraft): Reading {
  const { length } = questionSets[step.set].items;
  const answer = Array.from({ length }, (_, index) => items[index] ?? null);
  const missing = answer.filter((value) => value === null).length;
  if (missing === length && !step.isRequired) return { answer: null };
  if (missing > 0 && step.isRequired) {
    return problem('Please choose a number.', { item: answer.indexOf(null) });
  }
  return orMissing(step, answer, 'Please choose a number.');
}

/** Digits with thousands separated, as in 12,500: three digits after each comma, and no zero before the first. */
const withThousands = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
const plainNumber = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/;

/** Reads a number as people type it: 12, 3.5, 3,5, 12,500 and 12 500. Returns null for other text. */
export function readNumber(text: string): number | null {
  const typed = text
    .normalize('NFKC')
    .replace(/[\s'’]/g, '')
    .replace('−', '-');
  if (withThousands.test(typed)) return Number(typed.replaceAll(',', ''));
  return plainNumber.test(typed) ? Number(typed.replace(',', '.')) : null;
}

/** Returns whether a typed number has a mark that may separate thousands or decimals, so the page shows its reading. */
export function isAmbiguous(text: string): boolean {
  return /[.,]\d{3}$/.test(text.trim());
}
