// The embed's messages to its parent, and the parent's control messages (used by player.js).

/** @import { Hit } from './hit.js' */

/**
 * Posts a message to the parent. Any parent may receive it, because the sample has no secrets and no registered sites.
 * The real tool posts to registered origins only.
 * @param {string} type
 * @param {Record<string, unknown>} data
 */
export function tell(type, data) {
  if (window.parent !== window) window.parent.postMessage({ type, data }, '*');
}

/**
 * Returns the data of a press as the tool's embed reports it.
 * @param {string} presentedNodeId
 * @param {Hit} hit
 */
export function pressData(presentedNodeId, hit) {
  return {
    presentedNodeId,
    handled: hit.action !== null,
    targetNodeId: hit.targetId,
    targetNodeMousePosition: hit.targetPosition,
    nearestScrollingFrameId: hit.scrollerId,
    nearestScrollingFrameMousePosition: hit.scrollerPosition,
    nearestScrollingFrameOffset: hit.scrollerOffset,
  };
}

/** @param {string} presentedNodeId */
export function presentedData(presentedNodeId) {
  return { presentedNodeId, isStoredInHistory: true, stateMappings: {} };
}

/**
 * @param {string} presentedNodeId
 * @param {Hit} hit
 */
export function tellPress(presentedNodeId, hit) {
  tell('MOUSE_PRESS_OR_RELEASE', pressData(presentedNodeId, hit));
}

/** @param {string} presentedNodeId */
export function tellPresented(presentedNodeId) {
  tell('PRESENTED_NODE_CHANGED', presentedData(presentedNodeId));
}

/**
 * Calls `obey` for each control message of the parent.
 * @param {(type: string, data: Record<string, unknown>) => void} obey
 */
export function listen(obey) {
  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || window.parent === window) return;
    const { type, data } = Object(event.data);
    if (typeof type === 'string') obey(type, Object(data));
  });
}
