// Ignores what is typed beyond a number of characters (section 5), counted as contract/text.ts does.
import type { InputEvent } from 'react';
import { characters } from '#contract/text.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** For `onInput` of a text field: cuts its value to `max` characters and keeps the caret's place. */
export function keepWithin(max: number): (event: InputEvent<TextControl>) => void {
  return ({ currentTarget: control }) => {
    if (characters(control.value) <= max) return;
    const caret = control.selectionStart;
    control.value = [...control.value].slice(0, max).join('');
    control.setSelectionRange(caret, caret);
  };
}
