// Says openly how many clicks are on no picture, and why: they are counted, never guessed.
import { Alert } from '#web/ui/alert.tsx';
import { unplacedReasons } from './unplaced-reasons.ts';

/** @param props.unplaced clicks by reason */
export function UnplacedNote({ unplaced }: { unplaced: Record<string, number> }) {
  const reasons = unplacedReasons(unplaced);
  const total = reasons.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  return (
    <Alert
      tone="warning"
      title={`${total} ${total === 1 ? 'click is' : 'clicks are'} on no picture`}
    >
      <ul>
        {reasons.map(({ reason, count }) => (
          <li key={reason}>
            {count}: {reason}.
          </li>
        ))}
      </ul>
      They are counted here instead of being drawn at a guessed place.
    </Alert>
  );
}
