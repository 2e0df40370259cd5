// Buttons of the forms of a note and of a clip, and the sentence of a save that failed.
import { sentenceOf } from '#web/lib/api-error.ts';
import { Button } from '#web/ui/button.tsx';

interface ComposerButtonsProps {
  what: 'note' | 'clip';
  /** Another member changed it meanwhile, and saving replaces their version. */
  isConflict: boolean;
  canSave: boolean;
  isSaving: boolean;
  onCancel: () => void;
}

export function ComposerButtons({ what, onCancel, ...state }: ComposerButtonsProps) {
  return (
    <div className="flex items-start justify-end gap-2">
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" disabled={!state.canSave} busy={state.isSaving}>
        {state.isConflict ? 'Save mine instead' : `Save ${what}`}
      </Button>
    </div>
  );
}

export function saveError(what: 'note' | 'clip', error: unknown): string | undefined {
  return error
    ? sentenceOf(error, `The ${what} was not saved. Your text is still here. Please try again.`)
    : undefined;
}
