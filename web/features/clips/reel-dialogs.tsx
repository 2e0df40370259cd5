// Dialogs of reels and clips: a reel's name, a title card's text, a clip's title, a reel's deletion.
import { type ReactNode, useState } from 'react';
import type { TestId } from '#contract/ids.ts';
import { CLIP_TITLE_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import { CARD_MAX_CHARACTERS, type Reel } from '#contract/reels.ts';
import { optionalText, requiredText } from '#contract/text.ts';
import { useDeleteReel } from '#web/entities/reel/reel.query.ts';
import { ConfirmDialog } from '#web/lib/confirm-dialog.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Name } from '#web/ui/name.tsx';
import { TextField } from '#web/ui/text-field.tsx';

const kinds = {
  name: { title: 'Name of the reel', schema: requiredText('Name', NAME_MAX_CHARACTERS) },
  card: { title: 'Title card', schema: requiredText('Title', CARD_MAX_CHARACTERS) },
  clip: {
    title: 'Title of the clip',
    schema: optionalText('Title', CLIP_TITLE_MAX_CHARACTERS),
  },
};

interface TextDialogProps {
  kind: keyof typeof kinds;
  text: string;
  onClose: () => void;
  onSave: (text: string) => void;
}

export function TextDialog({ kind, text: before, onClose, onSave }: TextDialogProps) {
  const [text, setText] = useState(before);
  const { title, schema } = kinds[kind];
  const parsed = schema.safeParse(text);
  const save = () => {
    if (!parsed.success) return;
    if (parsed.data !== before) onSave(parsed.data);
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={kind === 'card' ? 'Shown for three seconds between the clips.' : undefined}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!parsed.success} onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          autoFocus
          label={title}
          hideLabel
          dir="auto"
          error={text.trim() === '' ? undefined : parsed.error?.issues[0]?.message}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </form>
    </Dialog>
  );
}

interface DeleteReelProps {
  testId: TestId;
  reel: Reel;
  icon: ReactNode;
}

export function DeleteReel({ testId, reel, icon }: DeleteReelProps) {
  const [isConfirming, setConfirming] = useState(false);
  const deletion = useDeleteReel(testId);
  return (
    <>
      <IconButton
        label="Delete the reel"
        tone="danger"
        icon={icon}
        onClick={() => setConfirming(true)}
      />
      {isConfirming && (
        <ConfirmDialog
          title={
            <>
              Delete <Name>{reel.name}</Name>?
            </>
          }
          confirmLabel="Delete"
          busyLabel="Deleting..."
          onConfirm={() => deletion.mutateAsync(reel)}
          failed="The reel was not deleted. Please try again."
          onClose={() => setConfirming(false)}
        >
          <p>The order and the title cards are deleted for everybody. The clips stay.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
