// In the place of the form when saving got no answer that helps; what was typed is kept.
import { Button } from '#web/ui/button.tsx';
import { ErrorView } from '#web/ui/error-view.tsx';

interface SaveFailedProps {
  title: string;
  onRetry: () => void;
  onBack: () => void;
}

export function SaveFailed({ title, onRetry, onBack }: SaveFailedProps) {
  return (
    <ErrorView
      title={title}
      onRetry={onRetry}
      actions={
        <Button variant="secondary" onClick={onBack}>
          Back to the form
        </Button>
      }
    >
      What you typed is still here.
    </ErrorView>
  );
}
