// The page in which the capturing browser frames a prototype and hears its messages, as the participant
// page does: the design tool answers registered sites only, so it stands at an address of our own.
import { z } from 'zod';
import { type PrototypeMessage, readPrototypeMessage } from '#contract/events.ts';
import { escapeHtml } from '#server/platform/http/escape-html.ts';

/** Never requested from anybody: the browser's request for it is answered on the spot. */
const PATH = '/screen-capture';

/** The page's address under the origin that is registered with the design tool. */
export function screenshotPageAddress(publicUrl: string): string {
  return publicUrl + PATH;
}

/** Messages kept: a prototype tells a handful while it loads, each of some hundred characters. */
const HEARD_MAX = 100;
/** Longer ones are none that we read. */
const MESSAGE_MAX_CHARACTERS = 10_000;

/** No popups, downloads, dialogs or moves of the whole window: nothing but scripts of its own origin. */
const SANDBOX = 'allow-scripts allow-same-origin';

/** @param messageOrigin the only origin whose messages count. */
export function screenshotPage(src: string, messageOrigin: string): string {
  const origins = [...new Set([new URL(src).origin, messageOrigin])].join(' ');
  const policy = `default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; frame-src ${origins}`;
  return `<!doctype html><meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${escapeHtml(policy)}">
<style>html, body { margin: 0; height: 100%; overflow: hidden } iframe { display: block; border: 0; width: 100%; height: 100% }</style>
<script>
const state = { heard: [], isLoaded: false };
const frame = () => document.querySelector('iframe');
// 'load' of a frame does not bubble.
document.addEventListener('load', ({ target }) => { state.isLoaded ||= target === frame(); }, true);
addEventListener('message', ({ source, origin, data }) => {
  const isOwn = source === frame()?.contentWindow && origin === ${inScript(messageOrigin)};
  if (!isOwn || state.heard.length >= ${HEARD_MAX}) return;
  const text = JSON.stringify(data) ?? '';
  if (text.length <= ${MESSAGE_MAX_CHARACTERS}) state.heard.push(JSON.parse(text || 'null'));
});
</script>
<iframe sandbox="${SANDBOX}" src="${escapeHtml(src)}"></iframe>`;
}

function inScript(text: string): string {
  return JSON.stringify(text).replaceAll('<', '\\u003c');
}

/** What the page has seen so far, by `Runtime.evaluate`: nothing before its script has run. */
export const STATE_EXPRESSION =
  "JSON.stringify(typeof state === 'undefined' ? { heard: [], isLoaded: false } : state)";

const pageState = z.object({
  isLoaded: z.boolean(),
  heard: z.array(z.unknown()).transform((all) => {
    const read = all.map(readPrototypeMessage);
    return read.filter((message): message is PrototypeMessage => message !== null);
  }),
});
export type PageState = z.output<typeof pageState>;

/** @throws when the page was replaced by something else. */
export function readPageState(json: string): PageState {
  return pageState.parse(JSON.parse(json));
}
