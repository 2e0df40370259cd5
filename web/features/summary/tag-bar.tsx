// The bar below texts that gives tags: the last nine with their keys, and a field for any other.
import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { TAG_MAX_CHARACTERS, tagInput } from '#contract/tags.ts';
import { wholeText } from '#insight/numbers/words.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Key } from '#web/ui/key.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { Tagging } from './text-tagging.ts';

interface TagBarProps {
  tagging: Tagging;
  field: Ref<HTMLInputElement>;
  onKeyDown: (event: KeyboardEvent) => void;
  /** Returns the focus to the texts. */
  onDone: () => void;
}

export function TagBar({ tagging, field, onKeyDown, onDone }: TagBarProps) {
  const { items, quick, targets, selection, choose, give } = tagging;
  return (
    <div className="sticky bottom-0 z-10 -mx-5 mt-3 -mb-5 grid grid-cols-[minmax(0,1fr)] gap-2 rounded-b-lg border-line border-t bg-surface px-5 py-3 sm:-mx-6 sm:-mb-6 sm:px-6 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Checkbox
          label={<span className="tabular-nums">{subjectText(tagging)}</span>}
          aria-label="Choose all texts"
          checked={selection.length > 0 && selection.length === items.length}
          ref={(input) => {
            if (input)
              input.indeterminate = selection.length > 0 && selection.length < items.length;
          }}
          onChange={({ target }) => choose(items, target.checked)}
        />
        <TagField tagging={tagging} field={field} onDone={onDone} />
      </div>
      {quick.length > 0 && (
        <ul
          aria-label="Tags with keys"
          className="flex gap-1.5 overflow-x-auto py-0.5 sm:flex-wrap"
        >
          {quick.map((tag, at) => (
            <li key={tag} className="shrink-0">
              <button
                type="button"
                aria-pressed={targets.length > 0 && targets.every(({ tags }) => tags.includes(tag))}
                aria-keyshortcuts={String(at + 1)}
                disabled={targets.length === 0}
                onKeyDown={onKeyDown}
                onClick={() => give(tag, true)}
                className="flex h-control-sm max-w-60 items-center gap-1.5 rounded-full border border-line-control px-2.5 text-sm not-disabled:hover:bg-hover disabled:text-muted aria-pressed:border-accent/40 aria-pressed:bg-accent-soft aria-pressed:text-accent forced-colors:aria-pressed:border-[color:Highlight]"
              >
                <span aria-hidden className="pointer-coarse:hidden">
                  <Key>{String(at + 1)}</Key>
                </span>
                <span className="truncate">#{tag}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="text-muted text-xs pointer-coarse:hidden max-sm:hidden">
        In the list <Key>J</Key> and <Key>K</Key> move, <Key>Space</Key> chooses, <Key>1</Key> to{' '}
        <Key>9</Key> give or take a tag, <Key>T</Key> types one.
      </p>
    </div>
  );
}

function subjectText({ selection, targets }: Tagging): string {
  if (selection.length > 0) {
    return selection.length === 1 ? '1 text chosen' : `${wholeText(selection.length)} texts chosen`;
  }
  return targets.length > 0 ? 'Tags the text in focus' : 'Choose texts to tag them';
}

const NO_TAG = 'Letters, digits, - and _, at most 50 of them.';

/** A typed text as a tag: without its #, with - for spaces. */
function tagOf(text: string) {
  return tagInput.safeParse(text.trim().replace(/^#/, '').trim().split(/\s+/).join('-'));
}

function TagField({ tagging, field, onDone }: Omit<TagBarProps, 'onKeyDown'>) {
  const { known, targets, give } = tagging;
  const [text, setText] = useState('');
  const [isBad, setBad] = useState(false);
  const list = useId();
  const add = () => {
    const tag = tagOf(text);
    setBad(!tag.success);
    if (!tag.success || targets.length === 0) return;
    give(tag.data);
    setText('');
    onDone();
  };
  return (
    <form
      className="flex w-full items-start gap-2 sm:w-80"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <TextField
        ref={field}
        className="min-w-0 grow"
        label="Add a tag"
        hideLabel
        placeholder="Add a tag"
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="done"
        maxLength={TAG_MAX_CHARACTERS + 1}
        list={list}
        value={text}
        error={isBad ? NO_TAG : undefined}
        onChange={({ target }) => {
          setText(target.value);
          setBad(false);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone();
        }}
      />
      <Button
        type="submit"
        variant="secondary"
        disabled={targets.length === 0 || text.trim() === ''}
      >
        Add tag
      </Button>
      <datalist id={list}>
        {known.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </form>
  );
}
