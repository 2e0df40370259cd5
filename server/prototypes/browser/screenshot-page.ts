// The page in which the capturing browser frames a prototype and receives its messages, like the participant page. The
// design tool answers registered sites only, so the page has an address of this server.
import { z } from 'zod';
import { type PrototypeMessage, readPrototypeMessage } from '#contract/events.ts';
import { escapeHtml } from '#server/platform/http/escape-html.ts';

/** Path of the page. It is never requested from a server, because the browser's request is answered directly. */
const PATH = '/screen-capture';

/** Returns the page's address under the origin that is registered with the design tool. */
export function screenshotPageAddress(publicUrl: string): string {
  return publicUrl + PATH;
}

/** Most messages that are stored. A prototype sends a handful while it loads, each of some hundred characters. */
const MESSAGES_MAX = 100;
/** Longer messages are ignored. */
const MESSAGE_MAX_CHARACTERS = 10_000;

/** Sandbox of the frame: own scripts, but no popups, downloads, dialogs or navigation of the window. */
const SANDBOX = 'allow-scripts allow-same-origin';

/** @param messageOrigin the only origin whose messages are accepted */
export function screenshotPage(src: string, messageOrigin: string): string {
  const origins = [...new Set([new URL(src).origin, messageOrigin])].join(' ');
  const policy = `default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; frame-src ${origins}`;
  return `<!doctype html><meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${escapeHtml(policy)}">
<style>html, body { margin: 0; height: 100%; overflow: hidden } iframe { display: block; border: 0; width: 100%; height: 100% }</style>
<script>
const state = { messages: [], isLoaded: false };
const frame = () => document.querySelector('iframe');
// 'load' of a frame does not bubble.
document.addEventListener('load', ({ target }) => { state.isLoaded ||= target === frame(); }, true);
addEventListener('message', ({ source, origin, data }) => {
  const isOwn = source === frame()?.contentWindow && origin === ${inScript(messageOrigin)};
  if (!isOwn || state.messages.length >= ${MESSAGES_MAX}) return;
  const text = JSON.stringify(data) ?? '';
  if (text.length <= ${MESSAGE_MAX_CHARACTERS}) state.messages.push(JSON.parse(text || 'null'));
});
</script>
<iframe sandbox="${SANDBOX}" src="${escapeHtml(src)}"></iframe>`;
}

function inScript(text: string): string {
  return JSON.stringify(text).replaceAll('<', '\\u003c');
}

/** Expression for `Runtime.evaluate` that returns the page's state, which is empty before its script has run. */
export const STATE_EXPRESSION =
  "JSON.stringify(typeof state === 'undefined' ? { messages: [], isLoaded: false } : state)";

const pageState = z.object({
  isLoaded: z.boolean(),
  messages: z.array(z.unknown()).transform((all) => {
    const read = all.map(readPrototypeMessage);
    return read.filter((message): message is PrototypeMessage => message !== null);
  }),
});
export type PageState = z.output<typeof pageState>;

/** @throws if the page was replaced by another one */
export function readPageState(json: string): PageState {
  return pageState.parse(JSON.parse(json));
}
