// The state of a test's draft in the header of its form: saved when, by whom, who else edits it, and its end.
import { Eraser } from 'lucide-react';
import type { Draft } from '#contract/drafts.ts';
import { formatDateTime, formatDay, formatTime } from '#web/lib/format-time.ts';
import { listText } from '#web/lib/list-text.ts';
import { toast } from '#web/lib/toasts.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Name } from '#web/ui/name.tsx';
import type { DraftSync, SyncState } from './draft-sync.ts';

export function DraftBadge({ phase, savedAt, failure }: SyncState) {
  if (phase === 'failed') {
    return (
      <Badge tone="danger">{failure === null ? 'Not saved, trying again' : 'Not saved'}</Badge>
    );
  }
  if (phase === 'saving') return <Badge>Saving…</Badge>;
  return savedAt && <Badge>Draft, saved {timeText(savedAt)}</Badge>;
}

/** Returns the time alone for today. */
function timeText(at: string): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return isToday ? formatTime(at) : `${formatDay(at)}, ${formatTime(at)}`;
}

/** The line has its place before there is something to say, so that the form below does not move. */
export function DraftNotes({
  first,
  failure,
  editors,
}: {
  /** The draft with which the page began. */
  first: Draft | null;
  failure: string | null;
  editors: readonly string[];
}) {
  return (
    <p aria-live="polite" className="min-h-5">
      {failure !== null && <span className="text-danger">{failure} </span>}
      {editors.length > 0 ? (
        <>
          <Name>{listText.format(editors)}</Name> {editors.length > 1 ? 'are' : 'is'} editing this
          too. You see each other’s changes.
        </>
      ) : (
        first && (
          <>
            This is the draft that {first.savedBy ? <Name>{first.savedBy}</Name> : 'someone'} saved
            on {formatDateTime(first.savedAt)}.
          </>
        )
      )}
    </p>
  );
}

/** Discards the draft at once; its toast brings it back. */
export function DiscardButton({ sync }: { sync: DraftSync }) {
  const discarding = useCall(() => sync.discard(), {
    onSuccess: (before) => {
      if (before === null)
        toast.error('Someone else changed this draft meanwhile. Look at it first.');
      else toast.undoable('Draft discarded.', { onUndo: () => sync.restore(before) });
    },
    failed: 'The draft could not be discarded. Please try again.',
    onFailure: (sentence) => toast.error(sentence),
  });
  return (
    <Button
      compact
      variant="quiet"
      icon={<Eraser aria-hidden className="size-4" />}
      busy={discarding.isPending}
      onClick={() => discarding.mutate()}
    >
      Discard draft
    </Button>
  );
}
