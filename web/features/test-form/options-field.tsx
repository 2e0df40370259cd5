// The options of a choice in the form of a test: Enter adds the next one, and pasted lines become options of their own.
import { Plus, X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { OPTION_MAX_CHARACTERS, OPTION_PICTURES, OPTIONS_MAX } from '#contract/limits.ts';
import type { Option } from '#contract/questions.ts';
import { usePicture } from '#web/entities/screen/picture.query.ts';
import { newOption, type TestValues } from '#web/entities/test/form-values.ts';
import { fieldError, keepWithin } from '#web/entities/test/test-fields.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { MoveButtons } from '#web/ui/move-buttons.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ChoosePicture } from './picture/choose-picture.tsx';

interface OptionsFieldProps {
  form: UseFormReturn<TestValues>;
  /** Place of the question in the form, from 0. */
  at: number;
  options: readonly Option[];
  /** One option is chosen: pictures can be compared. */
  isSingle: boolean;
}

/** Pictures are named by letters, from A. */
const LETTER_A = 65;

export function OptionsField({ form, at, options, isSingle }: OptionsFieldProps) {
  const { list, change } = useOptions(form, at);
  const isFull = options.length >= OPTIONS_MAX;
  const addAfter = (place: number) => {
    const after = options[place + 1];
    if (after?.text === '') change([...options], after.id);
    else if (!isFull) change(...inserted(options, place + 1, ['']));
  };
  const error = fieldError(form, `steps.${at}.form.options`) ?? wordError(form, at, options);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold text-sm">Options</legend>
      <ol ref={list} className="grid gap-2">
        {options.map(({ id }, place) => (
          <OptionRow
            key={id}
            options={options}
            place={place}
            onChange={change}
            onEnter={() => addAfter(place)}
          />
        ))}
      </ol>
      {error && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button
          variant="quiet"
          className="-ml-4"
          icon={<Plus aria-hidden className="size-4" />}
          disabled={isFull}
          onClick={() => addAfter(options.length - 1)}
        >
          Add an option
        </Button>
        <p className="text-muted text-sm">
          {isFull
            ? `A question can have up to ${OPTIONS_MAX} options.`
            : 'Enter adds the next one. You can paste a list.'}
        </p>
      </div>
      {isSingle && (
        <ChoosePicture
          most={OPTION_PICTURES.max}
          onUploaded={(pictures) => {
            form.setValue(`steps.${at}.form.shuffled`, true, { shouldDirty: true });
            change(
              pictures.map(({ id }, place) => ({
                ...newOption(String.fromCodePoint(LETTER_A + place)),
                pictureId: id,
              })),
            );
          }}
        >
          Compare {OPTION_PICTURES.min} to {OPTION_PICTURES.max} pictures
        </ChoosePicture>
      )}
    </fieldset>
  );
}

/** Stores the options, with the id of the one that gets the focus, if any. */
type Change = (options: Option[], focus?: string | undefined) => void;

function useOptions(form: UseFormReturn<TestValues>, at: number) {
  const list = useRef<HTMLOListElement>(null);
  /** The option that gets the focus once it is rendered. */
  const next = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (next.current === undefined) return;
    list.current?.querySelector<HTMLInputElement>(`[data-option="${next.current}"]`)?.focus();
    next.current = undefined;
  });
  const change: Change = (options, focus) => {
    next.current = focus;
    form.setValue(`steps.${at}.form.options`, options.slice(0, OPTIONS_MAX), {
      shouldDirty: true,
      shouldTouch: true,
      shouldValidate: true,
    });
  };
  return { list, change };
}

/** Returns the sentence about the words of one option. */
function wordError(
  { getFieldState, formState }: UseFormReturn<TestValues>,
  at: number,
  options: readonly Option[],
): string | undefined {
  return options
    .map((_, place) => getFieldState(`steps.${at}.form.options.${place}.text`, formState).error)
    .find(Boolean)?.message;
}

/** Returns the options with new ones at a place, and the last of these. */
function inserted(
  options: readonly Option[],
  place: number,
  texts: readonly string[],
): [Option[], string | undefined] {
  const added = texts.map(newOption);
  return [options.toSpliced(place, 0, ...added), added.at(-1)?.id];
}

/** A small view of a picture, whose option says its name. */
function Thumb({ id }: { id: string }) {
  const picture = usePicture(id);
  return picture && <img src={picture.url} alt="" className="h-control max-w-24 rounded-sm" />;
}

interface OptionRowProps {
  options: readonly Option[];
  place: number;
  onChange: Change;
  onEnter: () => void;
}

function OptionRow({ options, place, onChange, onEnter }: OptionRowProps) {
  const option = options[place];
  if (!option) return null;
  const { id, text } = option;
  const name = `Option ${place + 1}`;
  const isOnly = options.length === 1;
  const remove = () =>
    onChange(options.toSpliced(place, 1), options[place === 0 ? 1 : place - 1]?.id);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter chooses a candidate while an input method composes.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onEnter();
    } else if (event.key === 'Backspace' && text === '' && !isOnly) {
      event.preventDefault();
      remove();
    }
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const lines = linesOf(event.clipboardData.getData('text/plain'));
    if (lines.length < 2) return;
    event.preventDefault();
    // The first line takes the place of an option without words.
    const isEmpty = text === '';
    const others = isEmpty ? options.toSpliced(place, 1) : options;
    onChange(...inserted(others, isEmpty ? place : place + 1, lines));
  };
  return (
    <li className="flex flex-wrap items-center gap-1">
      {option.pictureId !== undefined && <Thumb id={option.pictureId} />}
      <TextField
        className="min-w-0 grow basis-40"
        label={name}
        hideLabel
        autoComplete="off"
        placeholder={name}
        data-option={id}
        value={text}
        onInput={keepWithin(OPTION_MAX_CHARACTERS)}
        onChange={({ currentTarget: { value } }) =>
          onChange(options.with(place, { ...option, text: value }))
        }
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <span className="ml-auto flex shrink-0">
        <MoveButtons
          what={name}
          isFirst={place === 0}
          isLast={place === options.length - 1}
          onMove={(by) => onChange(options.toSpliced(place, 1).toSpliced(place + by, 0, option))}
        />
        <IconButton
          label={`Remove: ${name}`}
          title="Remove"
          icon={<X aria-hidden className="size-4" />}
          disabled={isOnly}
          onClick={remove}
        />
      </span>
    </li>
  );
}

function linesOf(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => [...line.trim()].slice(0, OPTION_MAX_CHARACTERS).join(''))
    .filter((line) => line !== '');
}
