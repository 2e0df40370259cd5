// One stream for all tabs of a browser: the tab with the lock opens it and forwards its messages. A
// browser opens at most six connections to a server (HTTP/1.1), and a stream for each tab would use
// them up.
import { z } from 'zod/mini';
import { addressOf } from '#contract/endpoint.ts';
import { type WorkspaceId, workspaceId } from '#contract/ids.ts';
import { LIVE_BEAT_MS } from '#contract/limits.ts';
import { updates } from '#contract/updates.api.ts';
import { type PageUpdate, pageUpdate, updatesEnded, updatesOpened } from '#contract/updates.ts';

/** Messages between tabs. */
const message = z.discriminatedUnion('kind', [
  /** Sent by a new tab, which requests the workspace of the open stream. */
  z.object({ kind: z.literal('joined') }),
  /** The answer of the tab that has the stream. */
  z.object({ kind: z.literal('listening'), workspaceId }),
  /** Messages that forward the stream. */
  z.object({ kind: z.literal('opened'), workspaceId }),
  z.object({ kind: z.literal('changed'), change: pageUpdate }),
  z.object({ kind: z.literal('ended'), isMember: z.boolean() }),
  z.object({ kind: z.literal('refused') }),
]);
type Message = z.infer<typeof message>;

interface FeedHandlers {
  /** The stream is open. Earlier changes may have been missed. */
  onOpen(): void;
  onChange(change: PageUpdate): void;
  /** The sign-in lost access to the workspace, or belongs to another workspace now. */
  onEnded(isMember: boolean): void;
  /** The server rejected the stream, for example because the sign-in has ended. */
  onRefused(): void;
}

/**
 * Subscribes this tab to the browser's stream, and opens the stream if no other tab of the sign-in has.
 * @param signIn text that identifies the sign-in; tabs of another sign-in have a stream of their own
 * @returns the function that unsubscribes; another tab opens the stream then
 */
export function joinUpdateFeed(signIn: string, handlers: FeedHandlers): () => void {
  const name = `tryout-updates ${signIn}`;
  const channel = new BroadcastChannel(name);
  const leaving = new AbortController();
  // Without the Web Locks API, as on an insecure origin, each tab has a stream of its own.
  const isShared = 'locks' in navigator;
  let leads = false;
  let known: WorkspaceId | null = null;

  /** Returns whether the workspace is the first one that this tab received, which its page shows. */
  const isKnown = (id: WorkspaceId) => {
    known ??= id;
    return known === id;
  };
  const post = (notice: Message) => {
    if (isShared) channel.postMessage(notice);
  };
  const answerJoined = () => {
    if (leads && known) post({ kind: 'listening', workspaceId: known });
  };
  const handle = (notice: Message) => {
    const isFirst = known === null;
    if (notice.kind === 'joined') answerJoined();
    else if (notice.kind === 'changed') handlers.onChange(notice.change);
    else if (notice.kind === 'refused') handlers.onRefused();
    else if (notice.kind === 'ended') handlers.onEnded(notice.isMember);
    else if (!isKnown(notice.workspaceId)) handlers.onEnded(true);
    else if (notice.kind === 'opened' || isFirst) handlers.onOpen();
  };
  const publish = (notice: Message) => {
    if (leaving.signal.aborted) return;
    post(notice);
    handle(notice);
  };

  channel.addEventListener('message', ({ data }) => {
    const notice = message.safeParse(data);
    // A tab with another version of the app may send messages unknown to this one.
    if (notice.success) handle(notice.data);
  });
  post({ kind: 'joined' });
  whileLeading(name, leaving.signal, () => {
    leads = true;
    return openUpdateStream({
      onOpen: (id) => publish({ kind: 'opened', workspaceId: id }),
      onChange: (change) => publish({ kind: 'changed', change }),
      onEnded: (isMember) => publish({ kind: 'ended', isMember }),
      onRefused: () => publish({ kind: 'refused' }),
    });
  });
  return () => {
    leaving.abort();
    channel.close();
  };
}

/** Opens the stream once this tab has the lock, and closes it when the signal aborts. */
function whileLeading(name: string, signal: AbortSignal, open: () => () => void): void {
  const lead = () =>
    new Promise<void>((resolve) => {
      const close = open();
      signal.addEventListener('abort', () => {
        close();
        resolve();
      });
    });
  if (!('locks' in navigator)) {
    void lead();
    return;
  }
  navigator.locks.request(name, { signal }, lead).catch((error: unknown) => {
    if (!signal.aborted) console.warn('Updates of this page do not arrive', error);
  });
}

// The stream of changes (`updates.stream`) by the browser's EventSource, which does not reconnect after a rejection, or
// on a connection that has fallen silent. Here it does.

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
function openUpdateStream(handlers: StreamHandlers): () => void {
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
