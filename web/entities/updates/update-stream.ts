// The stream of changes (`updates.stream`) by the browser's EventSource, opened again for as long as it is
// wanted: the browser does so after a break, but not after a refusal or on a connection that fell silent.

import { addressOf } from '#contract/endpoint.ts';
import type { WorkspaceId } from '#contract/ids.ts';
import { LIVE_BEAT_MS } from '#contract/limits.ts';
import { updates } from '#contract/updates.api.ts';
import { type PageUpdate, pageUpdate, updatesEnded, updatesOpened } from '#contract/updates.ts';

interface StreamHandlers {
  /** The stream sends updates of that workspace from now on, not the earlier ones. */
  onOpen(workspaceId: WorkspaceId): void;
  onChange(change: PageUpdate): void;
  /** The server ended it for good: this sign-in may not listen any more; perhaps no longer a member's. */
  onEnded(isMember: boolean): void;
  /** The server did not open it: there is no sign-in, or no stream is free; it is tried again. */
  onRefused(): void;
}

/** Silence after which a connection is dead, as after a computer's sleep: two beats were missed. */
const SILENCE_LIMIT_MS = 2.5 * LIVE_BEAT_MS;
/** After a refusal, or a server that is just restarting; then twice as long each time. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;

/** @returns closes it. */
export function openUpdateStream(handlers: StreamHandlers): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = FIRST_PAUSE_MS;

  const close = () => {
    clearTimeout(timer);
    source?.close();
  };
  const open = () => {
    close();
    source = new EventSource(addressOf(updates.stream));
    source.addEventListener('opened', ({ data }) => {
      pauseMs = FIRST_PAUSE_MS;
      hear();
      handlers.onOpen(updatesOpened.parse(JSON.parse(data)).workspaceId);
    });
    source.addEventListener('beat', hear);
    source.addEventListener('change', ({ data }) => {
      hear();
      const change = readChange(data);
      if (change) handlers.onChange(change);
    });
    source.addEventListener('ended', ({ data }) => {
      source?.close();
      openIn(pauseMs);
      handlers.onEnded(updatesEnded.parse(JSON.parse(data)).isMember);
    });
    source.addEventListener('error', () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      openIn(pauseMs * (0.5 + Math.random()));
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      handlers.onRefused();
    });
  };
  const openIn = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(open, ms);
  };
  const hear = () => openIn(SILENCE_LIMIT_MS);

  open();
  return close;
}

/** Returns the change, or null for a message of a newer server. */
function readChange(data: string): PageUpdate | null {
  try {
    return pageUpdate.parse(JSON.parse(data));
  } catch {
    // This version does not show the subject of an unknown message.
    return null;
  }
}
