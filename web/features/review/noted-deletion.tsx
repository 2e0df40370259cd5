// Asks before a note or a clip is deleted. What another member changed meanwhile is not deleted unseen.
import { useState } from 'react';
import { useDeleteClip } from '#web/entities/clip/clip.query.ts';
import { stretchText } from '#web/entities/clip/clip-around.ts';
import { type NotedSession, useDeleteNote } from '#web/entities/note/note.query.ts';
import { NoteText } from '#web/entities/note/note-text.tsx';
import { ApiError, isUnknown } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { Noted } from './noted.ts';

export function useNotedDeletion(of: NotedSession) {
  const [asked, setAsked] = useState<Noted | null>(null);
  const deleteNote = useDeleteNote(of);
  const deleteClip = useDeleteClip(of);
  const confirm = async (noted: Noted) => {
    try {
      if (noted.kind === 'note') await deleteNote.mutateAsync(noted.note);
      else await deleteClip.mutateAsync(noted.clip);
    } catch (error) {
      // Another member was quicker: it is gone.
      if (!isUnknown(error)) toast.error(failureOf(error));
    }
    setAsked(null);
  };
  const what = asked?.kind === 'clip' ? 'clip' : 'note';
  const dialog = (
    <ConfirmDialog
      open={asked !== null}
      title={`Delete this ${what}?`}
      confirmLabel={`Delete ${what}`}
      busyLabel="Deleting..."
      busy={deleteNote.isPending || deleteClip.isPending}
      onConfirm={() => asked && void confirm(asked)}
      onCancel={() => setAsked(null)}
    >
      {asked && <Shown noted={asked} />}
    </ConfirmDialog>
  );
  return { ask: setAsked, dialog };
}

function Shown({ noted }: { noted: Noted }) {
  if (noted.kind === 'note') return <NoteText>{noted.note.text}</NoteText>;
  return (
    <>
      {noted.clip.title !== '' && <NoteText>{noted.clip.title}</NoteText>}
      <p className="tabular-nums">{stretchText(noted.clip)}. The recording stays.</p>
    </>
  );
}

function failureOf(error: unknown): string {
  return error instanceof ApiError && error.code === 'changed_meanwhile'
    ? 'Another member changed it meanwhile. Look at it again, then delete it.'
    : 'It was not deleted. Please try again.';
}
