// The frame of a task: which tasks share one, and how it goes to a task's first screen.
import { readPrototypeMessage } from '#contract/events.ts';
import type { SharedTask } from './steps.ts';

type Embed = SharedTask['embed'];
type Prototype = Extract<Embed, { kind: 'prototype' }>;

/**
 * Returns the key of a task's frame. Tasks in a row on one file of the design tool share a frame, which stays loaded;
 * every other task has its own, so that it begins at its first page.
 */
export function frameKey(tasks: readonly SharedTask[], at: number): string {
  let first = at;
  while (first > 0 && isSameFile(tasks[first]?.embed, tasks[first - 1]?.embed)) first -= 1;
  return String(first);
}

function isSameFile(one: Embed | undefined, other: Embed | undefined): boolean {
  if (one?.kind !== 'prototype' || other?.kind !== 'prototype') return false;
  return one.fileKey === other.fileKey && one.messageOrigin === other.messageOrigin;
}

/** A prototype answers within some frames; one that does not is loaded again. */
const ANSWER_MS = 1500;

/**
 * Sends a loaded prototype to the first screen of a task (Embed API, control messages).
 * @param reload called when it does not go there
 * @returns ends the wait
 */
export function restartFrame(
  frame: HTMLIFrameElement,
  { startNodeId, messageOrigin }: Prototype,
  reload: () => void,
): () => void {
  if (startNodeId === null) {
    reload();
    return () => undefined;
  }
  const { contentWindow } = frame;
  const timer = setTimeout(end, ANSWER_MS, true);
  const listener = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== contentWindow || origin !== messageOrigin) return;
    const message = readPrototypeMessage(data);
    const isThere = message?.data.presentedNodeId === startNodeId;
    if (message?.type === 'PRESENTED_NODE_CHANGED' && isThere) end(false);
  };
  function end(mustReload: boolean) {
    clearTimeout(timer);
    window.removeEventListener('message', listener);
    if (mustReload) reload();
  }
  window.addEventListener('message', listener);
  contentWindow?.postMessage(
    { type: 'NAVIGATE_TO_FRAME_AND_CLOSE_OVERLAYS', data: { nodeId: startNodeId } },
    messageOrigin,
  );
  return () => end(false);
}
