// Open forms of a note and a clip under the player's controls.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type Clip, clipInput } from '#contract/clips.ts';
import { CLIP_TITLE_MAX_CHARACTERS } from '#contract/limits.ts';
import type { Note } from '#contract/notes.ts';
import { characters, tooLong } from '#contract/text.ts';
import { secondsText } from '#insight/numbers/words.ts';
import { useMayNote } from '#web/entities/account/rights.ts';
import { useMakeClip } from '#web/entities/clip/clip.query.ts';
import { lengthProblem, stretchText } from '#web/entities/clip/clip-around.ts';
import type { SessionOfNotes } from '#web/entities/note/note.query.ts';
import { formatDuration } from '#web/lib/format-time.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ComposerButtons, saveError } from './composer-buttons.tsx';
import { ClipConflict } from './conflict.tsx';
import type { ClipEnds, Drafts } from './drafts.ts';
import { NoteComposer } from './note-composer.tsx';
import { arrivedText } from './notes-and-clips.ts';

interface ComposersProps {
  of: SessionOfNotes;
  drafts: Drafts;
  /** Undefined until they are loaded. */
  stored: { notes: readonly Note[]; clips: readonly Clip[] } | undefined;
  /** Returns the focus to the player. */
  onDone: () => void;
}

export function Composers({ of, drafts, stored, onDone }: ComposersProps) {
  const { note, clip } = useStore(drafts);
  const mayNote = useMayNote();
  // Announces a saved note or clip to screen readers.
  const [announcement, setAnnouncement] = useState('');
  const own = useRef(new Set<string>());
  useArrivals(
    stored,
    (text, ids) => ids.every((id) => own.current.has(id)) || setAnnouncement(text),
  );
  const onSaved = (text: string, id: string) => {
    own.current.add(id);
    setAnnouncement(text);
    onDone();
  };
  if (!mayNote) return null;
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {clip && (
        <ClipComposer
          of={of}
          drafts={drafts}
          onDone={onDone}
          onSaved={onSaved}
          draft={clip}
          stored={storedOne(stored?.clips, clip.seen)}
        />
      )}
      {note && (
        <NoteComposer
          of={of}
          drafts={drafts}
          onDone={onDone}
          onSaved={onSaved}
          draft={note}
          stored={storedOne(stored?.notes, note.seen)}
        />
      )}
    </>
  );
}

/** Returns the stored note or clip, null if it was deleted, undefined for a new one or while it loads. */
function storedOne<T extends { id: string }>(
  items: readonly T[] | undefined,
  seen: T | null,
): T | null | undefined {
  if (items === undefined || seen === null) return undefined;
  return items.find(({ id }) => id === seen.id) ?? null;
}

/** Calls back with notes and clips that are new since the last update. */
function useArrivals(
  stored: ComposersProps['stored'],
  onArrival: (text: string, ids: readonly string[]) => void,
): void {
  const seen = useRef<ReadonlySet<string> | null>(null);
  const hear = useRef(onArrival);
  useEffect(() => {
    hear.current = onArrival;
  });
  useEffect(() => {
    if (stored === undefined) return;
    const before = seen.current;
    const all = [...stored.notes, ...stored.clips];
    seen.current = new Set(all.map(({ id }) => id));
    const arrived = before === null ? [] : all.filter(({ id }) => !before.has(id));
    if (arrived.length > 0) {
      hear.current(
        arrivedText(arrived),
        arrived.map(({ id }) => id),
      );
    }
  }, [stored]);
}

// Form of a clip: its range, its title, and the missing end. The timeline shows the same range.

interface ClipComposerProps {
  of: SessionOfNotes;
  draft: ClipEnds;
  drafts: Drafts;
  /** The stored clip, null if it was deleted, undefined for a new one or while it loads. */
  stored: Clip | null | undefined;
  onDone: () => void;
  onSaved: (announcement: string, id: string) => void;
}

function ClipComposer({ of, draft, drafts, stored, onDone, onSaved }: ClipComposerProps) {
  const { seen, fromMs, toMs, title, focusRequests } = draft;
  const saving = useMakeClip(of);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const stretch = fromMs === null || toMs === null ? null : { fromMs, toMs };
  const problem = stretch && lengthProblem(stretch);
  const parsed = clipInput.safeParse({ ...stretch, title });
  const theirs =
    !saving.isPending && seen && stored && stored.version > seen.version && !isSame(stored, draft)
      ? stored
      : null;
  useEffect(() => {
    if (focusRequests > 0) field.current?.focus({ preventScroll: true });
    form.current?.scrollIntoView({ block: 'nearest' });
  }, [focusRequests]);

  const close = () => {
    drafts.cancelClip();
    onDone();
  };
  const save = () => {
    if (!parsed.success || saving.isPending) return;
    const known = stored === null ? null : (theirs ?? seen);
    saving.mutate(
      { ...parsed.data, seen: known },
      {
        onSuccess: (saved) => {
          drafts.cancelClip();
          onSaved(`Clip ${stretchText(saved)} saved`, saved.id);
        },
      },
    );
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
  const isTooLong = characters(title.trim()) > CLIP_TITLE_MAX_CHARACTERS;
  return (
    <form
      ref={form}
      aria-label="Clip"
      className="grid scroll-mb-4 gap-2 border-line border-t px-3 pt-3 pb-3 sm:px-4"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={press}
    >
      {theirs && <ClipConflict theirs={theirs} onTakeTheirs={close} />}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm tabular-nums" role="status">
          <b className="font-semibold">{seen ? 'Change the clip' : 'Clip'}</b>{' '}
          {stretch
            ? `${stretchText(stretch)}, ${secondsText(stretch.toMs - stretch.fromMs)}`
            : missingEnd(draft)}
        </p>
        {!stretch && (
          <Button variant="quiet" onClick={close}>
            Cancel
          </Button>
        )}
      </div>
      {stretch && (
        <TextField
          ref={field}
          label="Title"
          room={null}
          beside={
            <ComposerButtons
              what="clip"
              isConflict={theirs !== null}
              canSave={parsed.success}
              isSaving={saving.isPending}
              onCancel={close}
            />
          }
          dir="auto"
          hint={
            stored === null
              ? 'Another member deleted this clip. Save to create it again.'
              : 'Enter saves, Escape cancels. #words are tags.'
          }
          error={
            problem ??
            (isTooLong
              ? tooLong('Title', CLIP_TITLE_MAX_CHARACTERS)
              : saveError('clip', saving.error))
          }
          value={title}
          onChange={({ target }) => drafts.setClip({ title: target.value })}
        />
      )}
    </form>
  );
}

function missingEnd({ fromMs, toMs }: ClipEnds): string {
  if (fromMs !== null) return `from ${formatDuration(fromMs)}. Press O where it ends.`;
  return `until ${formatDuration(toMs ?? 0)}. Press I where it begins.`;
}

function isSame(a: Pick<Clip, 'fromMs' | 'toMs' | 'title'>, b: ClipEnds): boolean {
  return a.fromMs === b.fromMs && a.toMs === b.toMs && a.title === b.title.trim();
}
