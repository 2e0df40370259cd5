// Why clicks are on no picture, in words.
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
