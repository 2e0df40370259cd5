// Notes about the places of clicks: how many clicks can't be placed and why, and that a picture's places are approximate.
import { Info } from 'lucide-react';
import { Alert } from '#web/ui/alert.tsx';

/** @param props.unplaced clicks by reason */
export function UnplacedNote({ unplaced }: { unplaced: Record<string, number> }) {
  const reasons = unplacedReasons(unplaced);
  const total = reasons.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  return (
    <Alert tone="warning" title={`${total} ${total === 1 ? 'click' : 'clicks'} can’t be placed`}>
      <ul>
        {reasons.map(({ reason, count }) => (
          <li key={reason}>
            {count}: {reason}.
          </li>
        ))}
      </ul>
      They are counted, but not drawn.
    </Alert>
  );
}

/** Why clicks can't be placed, in words. */
const reasons: Record<string, string> = {
  node_unknown: 'the screen has changed since then',
  scroll_unknown: 'the scroll position is unknown',
  evidence_disagrees: 'the reported positions differ',
  outside_screen: 'outside the screen’s picture',
  no_screen_image: 'the screen has no picture yet',
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
        <b className="font-semibold text-text">Places are approximate.</b> This picture is a
        browser’s screenshot. For exact places, the owner sets an access token under Settings,
        Design tool.
      </span>
    </p>
  );
}
