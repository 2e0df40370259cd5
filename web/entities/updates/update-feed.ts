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
  /** A new tab requests the workspace. */
  z.object({ kind: z.literal('joined') }),
  /** The answer to it. */
  z.object({ kind: z.literal('listening'), workspaceId }),
  /** The other kinds forward the stream. */
  z.object({ kind: z.literal('opened'), workspaceId }),
  z.object({ kind: z.literal('changed'), change: pageUpdate }),
  z.object({ kind: z.literal('ended'), isMember: z.boolean() }),
  z.object({ kind: z.literal('refused') }),
]);
type Message = z.infer<typeof message>;

interface FeedHandlers {
  /** Changes arrive from now on; some may have been missed before. */
  onOpen(): void;
  onChange(change: PageUpdate): void;
  /** This sign-in lost access to that workspace or moved to another one, or is not a member's. */
  onEnded(isMember: boolean): void;
  /** The server refuses the stream: perhaps there is no sign-in. */
  onRefused(): void;
}

/**
 * Hears the stream, whichever tab has it.
 * @param signIn another text for each sign-in: tabs of another one have a stream of their own.
 * @returns leaves; another tab takes over then.
 */
export function joinUpdateFeed(signIn: string, handlers: FeedHandlers): () => void {
  const name = `tryout-updates ${signIn}`;
  const channel = new BroadcastChannel(name);
  const leaving = new AbortController();
  // Without locks (an insecure origin) each tab has a stream of its own.
  const isShared = 'locks' in navigator;
  let leads = false;
  let known: WorkspaceId | null = null;

  /** Returns whether it is the workspace that this tab has shown since it opened. */
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

/** Opens once this tab is the one to do it; closes when it leaves. */
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
    if (!signal.aborted) console.warn('Updates are not heard', error);
  });
}

// The stream of changes (`updates.stream`) by the browser's EventSource, opened again for as long as it is
// wanted: the browser does so after a break, but not after a refusal or on a connection that fell silent.

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
