// Listens to the embedded prototype: its own frame and its own origin only.
import { type PrototypeMessage, readPrototypeMessage } from '#contract/events.ts';

export interface PrototypeSource {
  /** The only origin whose messages count. */
  messageOrigin: string;
  /** Our own iframe's window, null while there is none. */
  frame: () => Window | null;
}

/**
 * Calls back for every documented message of the prototype.
 * @returns ends the listening.
 */
export function listenToPrototype(
  source: PrototypeSource,
  onMessage: (message: PrototypeMessage) => void,
): () => void {
  const listener = (event: MessageEvent<unknown>) => {
    const message = isFrom(source, event) ? readPrototypeMessage(event.data) : null;
    if (message) onMessage(message);
  };
  window.addEventListener('message', listener);
  return () => window.removeEventListener('message', listener);
}

/** The origin alone is not enough: any other frame or window of it could post, too. */
export function isFrom(
  source: PrototypeSource,
  event: Pick<MessageEvent, 'origin' | 'source'>,
): boolean {
  const frame = source.frame();
  return frame !== null && event.source === frame && event.origin === source.messageOrigin;
}
