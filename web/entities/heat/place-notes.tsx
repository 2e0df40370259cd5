// Notes about the places of clicks: how many clicks are on no picture and why, and that a picture's places are approximate.
import { Info } from 'lucide-react';
import { Alert } from '#web/ui/alert.tsx';

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

/** Why clicks are on no picture, in words. */
const reasons: Record<string, string> = {
  node_unknown: 'the screen has changed since, or its layer is not known',
  scroll_unknown: 'it is not known how far the page was scrolled',
  evidence_disagrees: 'the reported positions contradict each other',
  outside_screen: 'they lie outside the screen’s picture',
  no_screen_image: 'there is no picture of their screen',
};

/** Most frequent first. @param unplaced clicks by reason */
export function unplacedReasons(
  unplaced: Record<string, number>,
): { reason: string; count: number }[] {
  return Object.entries(unplaced)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([code, count]) => ({ reason: reasons[code] ?? code.replaceAll('_', ' '), count }));
}

/** Note on a picture whose places are not exact. */
export function ApproximateNote() {
  return (
    <p className="flex gap-2 border-line border-b px-4 py-2.5 text-muted text-sm">
      <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        <b className="font-semibold text-text">Places are approximate.</b> A browser took this
        picture of the prototype, and where the screen lies in it is assumed, not known. With a
        token for the design tool, which the owner sets in the settings, places are exact.
      </span>
    </p>
  );
}
