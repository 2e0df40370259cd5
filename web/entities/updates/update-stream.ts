// Receives the stream of changes (`updates.stream`) with the browser's EventSource, and reconnects where the browser does
// not: after a rejection, and on a connection that has fallen silent.

import { addressOf } from '#contract/endpoint.ts';
import type { WorkspaceId } from '#contract/ids.ts';
import { LIVE_BEAT_MS } from '#contract/limits.ts';
import { updates } from '#contract/updates.api.ts';
import { type PageUpdate, pageUpdate, updatesEnded, updatesOpened } from '#contract/updates.ts';

interface StreamHandlers {
  /** The stream is open and sends the workspace's later changes, but no earlier ones. */
  onOpen(workspaceId: WorkspaceId): void;
  onChange(change: PageUpdate): void;
  /** The server ended the stream, because the sign-in may no longer read the workspace. */
  onEnded(isMember: boolean): void;
  /** The server rejected the stream: the sign-in has ended, or too many streams are open. A retry is scheduled. */
  onRefused(): void;
}

/** A connection without a message for this time is dead, as after a computer's sleep: two beats were missed. */
const SILENCE_LIMIT_MS = 2.5 * LIVE_BEAT_MS;
/** Pause before the first retry. It doubles with each further one. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;

/** @returns the function that closes the stream */
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
      restartTimer();
      handlers.onOpen(updatesOpened.parse(JSON.parse(data)).workspaceId);
    });
    source.addEventListener('beat', restartTimer);
    source.addEventListener('change', ({ data }) => {
      restartTimer();
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
  const restartTimer = () => openIn(SILENCE_LIMIT_MS);

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
