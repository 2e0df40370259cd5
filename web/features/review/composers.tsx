// Open forms of a note and a clip under the player's controls.
import { useEffect, useRef, useState } from 'react';
import type { Clip } from '#contract/clips.ts';
import type { Note } from '#contract/notes.ts';
import { useMayNote } from '#web/entities/account/rights.ts';
import type { SessionOfNotes } from '#web/entities/note/note.query.ts';
import { useStore } from '#web/lib/use-store.ts';
import { ClipComposer } from './clip-composer.tsx';
import type { Drafts } from './drafts.ts';
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
