// The button under a list of which there is more.
import { Button } from './button.tsx';

interface LoadMoreProps {
  hasMore: boolean;
  busy: boolean;
  onLoad: () => void;
}

export function LoadMore({ hasMore, busy, onLoad }: LoadMoreProps) {
  if (!hasMore) return null;
  return (
    <div className="mt-8 text-center">
      <Button variant="secondary" busy={busy} onClick={onLoad}>
        Load more
      </Button>
    </div>
  );
}
