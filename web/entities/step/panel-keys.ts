// Digits on a panel choose an option of a choice or a number of a scale, while no text field has the focus.
import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { questionSets } from '#contract/question-sets.ts';
import type { AnswerStep } from '#contract/steps.ts';
import { optionsInOrder } from './option-order.ts';
import { type PanelDraft, withItem, withOption } from './panel-draft.ts';

interface PanelState {
  step: AnswerStep;
  sessionId: string;
  draft: PanelDraft;
}

interface Choice {
  draft: PanelDraft;
  /** The item of a set that takes the focus: after an answer to one, the next. */
  item: number;
  /** Value of the control in it that takes the focus, or null for that to which Tab would lead. */
  value: string | null;
}

/** Time within which 1 and 0 mean 10, in milliseconds. */
const TEN_WITHIN_MS = 1000;

/**
 * Returns what a digit chooses, or null if it means nothing here.
 * @param focusedItem item of a set that has the focus, or null
 * @param isAfterOne a 1 was pressed just before
 */
export function chooseByDigit(
  { step, sessionId, draft }: PanelState,
  digit: number,
  { focusedItem, isAfterOne }: { focusedItem: number | null; isAfterOne: boolean },
): Choice | null {
  const { length } = step.kind === 'set' ? questionSets[step.set].items : [null];
  const chooseNumber = (from: number, to: number, item: number) => {
    const value = isAfterOne && digit === 0 && to >= 10 ? 10 : digit;
    if (value < from || value > to) return null;
    const isLast = item + 1 >= length;
    return {
      draft: withItem(draft, item, value),
      item: isLast ? item : item + 1,
      value: isLast ? String(value) : null,
    };
  };
  if (step.kind === 'set') {
    const { items, from, to } = questionSets[step.set];
    const firstOpen = items.findIndex((_, index) => (draft.items[index] ?? null) === null);
    return chooseNumber(from, to, focusedItem ?? Math.max(0, firstOpen));
  }
  const { form } = step;
  if (form.type === 'scale') return chooseNumber(1, form.points, 0);
  const isSeveral = form.type === 'several';
  const ids =
    isSeveral || form.type === 'single'
      ? optionsInOrder(form, { sessionId, step: step.number }).map((option) => option.id)
      : form.type === 'yes_no'
        ? ['yes', 'no']
        : [];
  const id = ids[digit - 1];
  return id === undefined ? null : { draft: withOption(draft, id, isSeveral), item: 0, value: id };
}

/** @param form the panel's form, or null while the panel cannot be reached */
export function useDigits(
  form: RefObject<HTMLFormElement | null> | null,
  { onChange, ...state }: PanelState & { onChange: (draft: PanelDraft) => void },
): void {
  const oneAtMs = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (!form) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (!isDigit(event) || target?.matches(TEXT_FIELDS)) return;
      const { key, timeStamp } = event;
      const isAfterOne = timeStamp - oneAtMs.current < TEN_WITHIN_MS;
      oneAtMs.current = key === '1' ? timeStamp : Number.NEGATIVE_INFINITY;
      const focusedItem = itemOf(target);
      const choice = chooseByDigit(state, Number(key), { focusedItem, isAfterOne });
      if (!choice) return;
      event.preventDefault();
      // The next digit may come before the browser has painted this one.
      flushSync(() => onChange(choice.draft));
      focusChoice(form.current, choice);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
}

function focusChoice(form: HTMLFormElement | null, { item, value }: Choice): void {
  const controls = form?.querySelectorAll<HTMLInputElement>(`[data-item="${item}"] input`) ?? [];
  const all = [...controls];
  const control = all.find((each) => (value === null ? each.checked : each.value === value));
  (control ?? all[0])?.focus();
}

/** Returns the item of a set that an element belongs to, or null. */
function itemOf(element: Element | null): number | null {
  const item = element?.closest<HTMLElement>('[data-item]')?.dataset.item;
  return item === undefined ? null : Number(item);
}

function isDigit({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return /^\d$/.test(key) && !ctrlKey && !metaKey && !altKey;
}

const TEXT_FIELDS = 'textarea, input:not([type=radio], [type=checkbox])';
