// Deletes a clip, with an undo; in the list of clips and beside the player.
import type { Clip } from '#contract/clips.ts';
import type { TestId } from '#contract/ids.ts';
import { deleteWithUndo } from '#web/lib/undoable-deletion.ts';
import { useDeleteClip } from './clip.query.ts';

/** The server rejects the deletion if another member has changed the clip. */
export function useClipDeletion(testId: TestId): (clip: Pick<Clip, 'id' | 'version'>) => void {
  const deletion = useDeleteClip({ testId });
  return (clip) =>
    deleteWithUndo({
      id: clip.id,
      text: 'Clip deleted.',
      send: () => deletion.mutateAsync(clip),
    });
}
