// Conflict with another member's change: their version beside one's own, so that neither is lost.
import type { ReactNode } from 'react';
import type { Clip } from '#contract/clips.ts';
import type { Authorship, Note } from '#contract/notes.ts';
import { stretchText } from '#web/entities/clip/clip-around.ts';
import { NoteText } from '#web/entities/note/note-text.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Name } from '#web/ui/name.tsx';

interface NoteConflictProps {
  theirs: Note;
  onTakeTheirs: () => void;
  onJoin: () => void;
}

export function NoteConflict({ theirs, onTakeTheirs, onJoin }: NoteConflictProps) {
  return (
    <Conflict
      theirs={theirs}
      what="note"
      actions={
        <>
          <Button size="sm" variant="secondary" onClick={onTakeTheirs}>
            Keep theirs
          </Button>
          <Button size="sm" variant="secondary" onClick={onJoin}>
            Put both together
          </Button>
        </>
      }
    >
      <NoteText>{theirs.text}</NoteText>
    </Conflict>
  );
}

export function ClipConflict({ theirs, onTakeTheirs }: { theirs: Clip; onTakeTheirs: () => void }) {
  return (
    <Conflict
      theirs={theirs}
      what="clip"
      actions={
        <Button size="sm" variant="secondary" onClick={onTakeTheirs}>
          Keep theirs
        </Button>
      }
    >
      <span className="tabular-nums">{stretchText(theirs)}</span>
      {theirs.title !== '' && <NoteText>{theirs.title}</NoteText>}
    </Conflict>
  );
}

interface ConflictProps {
  theirs: Authorship;
  what: 'note' | 'clip';
  actions: ReactNode;
  children: ReactNode;
}

function Conflict({ theirs, what, actions, children }: ConflictProps) {
  const name = theirs.edited?.by?.name;
  return (
    <Alert
      tone="warning"
      title={
        <>
          {name === undefined ? 'Another member' : <Name>{name}</Name>} changed this {what}{' '}
          meanwhile
        </>
      }
    >
      <div className="grid gap-3">
        <div className="max-h-32 overflow-y-auto">{children}</div>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
    </Alert>
  );
}
