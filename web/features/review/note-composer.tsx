// Writes a note under the player. The video continues to play or stays paused.
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { NOTE_MAX_CHARACTERS } from '#contract/limits.ts';
import { type Note, noteInput } from '#contract/notes.ts';
import { characters } from '#contract/text.ts';
import { type SessionOfNotes, useSaveNote } from '#web/entities/note/note.query.ts';
import { formatDuration } from '#web/lib/format-time.ts';
import { classNames } from '#web/ui/class-names.ts';
import { controlStyle, Field } from '#web/ui/field.tsx';
import { ComposerButtons, saveError } from './composer-buttons.tsx';
import { NoteConflict } from './conflict.tsx';
import { type Drafts, isChanged, type NoteDraft } from './drafts.ts';

interface NoteComposerProps {
  of: SessionOfNotes;
  draft: NoteDraft;
  drafts: Drafts;
  /** The stored note, null if another member deleted it, undefined for a new one or while it loads. */
  stored: Note | null | undefined;
  /** Returns the focus to the player. */
  onDone: () => void;
  /** Called after the note is saved; `text` is announced to screen readers. */
  onSaved: (announcement: string, id: string) => void;
}

/** Length from which the remaining characters are shown. */
const COUNTED_FROM = NOTE_MAX_CHARACTERS - 200;

export function NoteComposer({ of, draft, drafts, stored, onDone, onSaved }: NoteComposerProps) {
  const { seen, atMs, text, focusRequests } = draft;
  const saving = useSaveNote(of);
  const field = useRef<HTMLTextAreaElement>(null);
  const parsed = noteInput.shape.text.safeParse(text);
  const isTooLong = text.trim() !== '' && !parsed.success;
  const theirs =
    !saving.isPending && seen && stored && stored.version > seen.version && stored.text !== text
      ? stored
      : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that the field is asked for.
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(text.length, text.length);
  }, [focusRequests]);
  const isConflict = theirs !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked for, and what comes beside it, is in view.
  useEffect(() => {
    field.current?.form?.scrollIntoView({ block: 'nearest' });
  }, [focusRequests, isConflict]);

  const close = () => {
    drafts.closeNote();
    onDone();
  };
  const save = () => {
    if (!parsed.success || saving.isPending) return;
    const known = stored === null ? null : (theirs ?? seen);
    saving.mutate(
      { seen: known, atMs, text: parsed.data },
      {
        onSuccess: ({ id }) => {
          drafts.closeNote();
          onSaved(`Note at ${formatDuration(atMs)} saved`, id);
        },
      },
    );
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      if (isChanged(draft)) onDone();
      else close();
    }
    // While an input method is composing, Enter selects a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    save();
  };
  const length = characters(text);
  return (
    <form
      className="grid scroll-mb-4 gap-2 border-line border-t px-3 pt-3 pb-3 sm:px-4"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {theirs && (
        <NoteConflict
          theirs={theirs}
          onTakeTheirs={close}
          onJoin={() => drafts.setNote({ seen: theirs, text: `${theirs.text}\n\n${text}` })}
        />
      )}
      <Field
        label={
          seen ? `Change the note at ${formatDuration(atMs)}` : `Note at ${formatDuration(atMs)}`
        }
        hint={
          stored === null
            ? 'Another member deleted this note. Save to create it again.'
            : 'Enter saves, Shift and Enter begin a line. #words are tags.'
        }
        counter={length > COUNTED_FROM ? `${length} of ${NOTE_MAX_CHARACTERS}` : undefined}
        room={null}
        beside={
          <ComposerButtons
            what="note"
            isConflict={isConflict}
            canSave={parsed.success}
            isSaving={saving.isPending}
            onCancel={close}
          />
        }
        error={isTooLong ? parsed.error.issues[0]?.message : saveError('note', saving.error)}
      >
        {(ids) => (
          <textarea
            {...ids}
            ref={field}
            dir="auto"
            rows={2}
            value={text}
            onChange={({ target }) => drafts.setNote({ text: target.value })}
            onKeyDown={press}
            className={classNames(controlStyle, 'block field-sizing-content max-h-48 py-2')}
          />
        )}
      </Field>
    </form>
  );
}
