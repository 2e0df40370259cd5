// Which screen a raw event is a press on.
import { mousePress, type RawEvent } from '#contract/events.ts';

/** Node id of the presented screen of a press; null for every other message. */
export function clickedScreen(event: Pick<RawEvent, 'type' | 'data'>): string | null {
  if (event.type !== 'MOUSE_PRESS_OR_RELEASE') return null;
  const press = mousePress.safeParse(event.data);
  return press.success ? press.data.presentedNodeId : null;
}
