// One stream for all tabs of a browser: the tab with the lock opens it and forwards its messages. A
// browser opens at most six connections to a server (HTTP/1.1), and a stream for each tab would use
// them up.
import { z } from 'zod/mini';
import { type WorkspaceId, workspaceId } from '#contract/ids.ts';
import { type PageUpdate, pageUpdate } from '#contract/updates.ts';
import { openUpdateStream } from './update-stream.ts';

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
