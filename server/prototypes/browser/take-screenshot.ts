// Takes one screen's picture: frames the prototype at that node, and waits until it has loaded and no longer changes.
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import {
  normaliseNodeId,
  type PrototypeMessage,
  presentedNodeChange,
  readPrototypeMessage,
} from '#contract/events.ts';
import { CAPTURED_ORIGIN } from '#contract/screens.ts';
import { escapeHtml } from '#server/platform/http/escape-html.ts';
import { embedAddress } from '#server/prototypes/embed-of.ts';
import type { KnownPrototype } from '#server/prototypes/prototype-hosts.ts';
import { BrowserFailure, type BrowserPipe, type Command } from './browser-pipe.ts';

export interface Shot {
  prototype: KnownPrototype;
  /** The screen to present, as `1:2`. */
  nodeId: string;
  /** Origin of this server as people reach it, because the design tool answers registered sites only. */
  publicUrl: string;
  /** Time limit for the prototype's load message. */
  loadLimitMs: number;
}

/** The design tool's own preset for a desktop screen, so that most screens are rendered at their size. */
const WINDOW = { width: 1440, height: 1024 };

const target = z.object({ targetId: z.string() });
const session = z.object({ sessionId: z.string() });
const context = z.object({ browserContextId: z.string() });
const evaluated = z.object({ result: z.object({ value: z.string() }) });
const picture = z.object({ data: z.base64() });
const paused = z.object({ requestId: z.string() });
const anyAnswer = z.unknown();

/**
 * @returns a PNG whose top left corner is CAPTURED_ORIGIN of the window
 * @throws AppError screen_not_rendered with the reason; BrowserFailure if the browser fails
 */
export async function takeScreenshot(pipe: BrowserPipe, shot: Shot): Promise<Uint8Array> {
  const { browserContextId } = await pipe.send({ method: 'Target.createBrowserContext' }, context);
  try {
    const page = await openPage(pipe, browserContextId);
    const { host } = shot.prototype;
    const link = { ...shot.prototype, startNodeId: shot.nodeId, flowNodeId: null };
    const src = embedAddress(link, new URL(shot.publicUrl).hostname);
    await page.show(screenshotPageAddress(shot.publicUrl), screenshotPage(src, host.messageOrigin));
    return await Promise.race([takePicture(page, shot), page.crash]);
  } finally {
    const params = { browserContextId };
    // A browser that has ended has no open page.
    await pipe
      .send({ method: 'Target.disposeBrowserContext', params }, anyAnswer)
      .catch(() => null);
  }
}

async function takePicture(page: Page, shot: Shot): Promise<Uint8Array> {
  await untilLoaded(page, shot);
  const png = await untilStill(page);
  rejectOtherScreen((await page.state()).messages, shot.nodeId);
  return png;
}

interface Page {
  /** Opens an address with this document, without a request. */
  show(address: string, html: string): Promise<void>;
  state(): Promise<PageState>;
  /** Takes a PNG of the current window. */
  picture(): Promise<Buffer>;
  /** Rejects when the page's process ends, which nothing else reports. */
  crash: Promise<never>;
}

async function openPage(pipe: BrowserPipe, browserContextId: string): Promise<Page> {
  const downloads = { behavior: 'deny', browserContextId };
  await pipe.send({ method: 'Browser.setDownloadBehavior', params: downloads }, anyAnswer);
  const opened = { url: 'about:blank', browserContextId };
  const { targetId } = await pipe.send({ method: 'Target.createTarget', params: opened }, target);
  const attach = { method: 'Target.attachToTarget', params: { targetId, flatten: true } };
  const { sessionId } = await pipe.send(attach, session);
  const send = <T extends z.ZodType>(method: string, params: Command['params'], answer: T) =>
    pipe.send({ method, params: params ?? {}, sessionId }, answer);
  const metrics = { ...WINDOW, deviceScaleFactor: 1, mobile: false };
  await send('Emulation.setDeviceMetricsOverride', metrics, anyAnswer);
  const { x, y } = CAPTURED_ORIGIN;
  const clip = { x, y, width: WINDOW.width - x, height: WINDOW.height - y, scale: 1 };
  return {
    crash: crashOf(pipe, sessionId),
    async show(address, html) {
      const body = Buffer.from(html).toString('base64');
      const responseHeaders = [{ name: 'content-type', value: 'text/html; charset=utf-8' }];
      const stopListening = pipe.onEvent((event) => {
        if (event.sessionId !== sessionId || event.method !== 'Fetch.requestPaused') return;
        const { requestId } = paused.parse(event.params);
        const answer = { requestId, responseCode: 200, responseHeaders, body };
        // A failure of the browser fails the navigation, too.
        send('Fetch.fulfillRequest', answer, anyAnswer).catch(() => null);
      });
      await send('Fetch.enable', { patterns: [{ urlPattern: address }] }, anyAnswer);
      await send('Page.navigate', { url: address }, anyAnswer).finally(stopListening);
    },
    async state() {
      const expression = { expression: STATE_EXPRESSION };
      const { result } = await send('Runtime.evaluate', expression, evaluated);
      return readPageState(result.value);
    },
    async picture() {
      const { data } = await send('Page.captureScreenshot', { format: 'png', clip }, picture);
      return Buffer.from(data, 'base64');
    },
  };
}

function crashOf(pipe: BrowserPipe, sessionId: string): Promise<never> {
  const crash = Promise.withResolvers<never>();
  const stopListening = pipe.onEvent((event) => {
    if (event.sessionId !== sessionId) return;
    if (event.method === 'Inspector.targetCrashed') {
      crash.reject(new BrowserFailure('The page crashed.'));
    }
    // The page itself ended, because its context was disposed.
    if (event.method === 'Inspector.detached') stopListening();
  });
  crash.promise.catch(() => null);
  return crash.promise;
}

/** Interval between two reads of the page. */
const POLL_MS = 250;

/**
 * Waits for INITIAL_LOAD of the Embed API, or for PRESENTED_NODE_CHANGED, which real prototypes send for the first
 * screen. An embed without a client id sends nothing, so the frame's load event and the time have to suffice.
 */
async function untilLoaded(page: Page, { prototype, loadLimitMs }: Shot): Promise<void> {
  const limit = performance.now() + loadLimitMs;
  while (performance.now() < limit) {
    const { messages } = await page.state();
    rejectSignIn(messages);
    if (messages.some(({ type }) => loadMessages.has(type))) return;
    await pause(POLL_MS);
  }
  const { isLoaded } = await page.state();
  const isSilent = prototype.host.clientId === null;
  if (!isSilent || !isLoaded) {
    throw notRendered('The prototype did not show this screen in time.');
  }
}

const loadMessages: ReadonlySet<PrototypeMessage['type']> = new Set([
  'INITIAL_LOAD',
  'PRESENTED_NODE_CHANGED',
]);

function rejectSignIn(messages: readonly PrototypeMessage[]): void {
  const types = new Set(messages.map(({ type }) => type));
  if (types.has('LOGIN_SCREEN_SHOWN')) {
    throw notRendered('The prototype asks for a sign-in: open it to anyone with the link.');
  }
  if (types.has('PASSWORD_SCREEN_SHOWN')) {
    throw notRendered('The prototype asks for a password: open it to anyone with the link.');
  }
}

/** Rejects another screen. An embed that cannot present the requested node presents another one, and reports that. */
function rejectOtherScreen(messages: readonly PrototypeMessage[], nodeId: string): void {
  rejectSignIn(messages);
  const presented = messages
    .filter(({ type }) => type === 'PRESENTED_NODE_CHANGED')
    .map(({ data }) => presentedNodeChange.parse(data).presentedNodeId)
    .at(-1);
  if (presented && presented !== normaliseNodeId(nodeId)) {
    throw notRendered('The prototype showed another screen.');
  }
}

function notRendered(message: string): AppError {
  return new AppError('screen_not_rendered', { message });
}

/** Number of equal pictures, half a second, after which a screen is complete. Images arrive after the layout. */
const STILL_PICTURES = 3;
/** Most pictures, because a screen with an animation never stops changing. */
const PICTURES_MAX = 20;

async function untilStill(page: Page): Promise<Buffer> {
  let last = await page.picture();
  let equal = 1;
  for (let pictures = 1; pictures < PICTURES_MAX && equal < STILL_PICTURES; pictures += 1) {
    await pause(POLL_MS);
    const next = await page.picture();
    equal = last.equals(next) ? equal + 1 : 1;
    last = next;
  }
  return last;
}

// The page in which the capturing browser frames a prototype and receives its messages, like the participant page. The
// design tool answers registered sites only, so the page has an address of this server.

/** Path of the page. It is never requested from a server, because the browser's request is answered directly. */
const PATH = '/screen-capture';

/** Returns the page's address under the origin that is registered with the design tool. */
function screenshotPageAddress(publicUrl: string): string {
  return publicUrl + PATH;
}

/** Most messages that are stored. A prototype sends a handful while it loads, each of some hundred characters. */
const MESSAGES_MAX = 100;
/** Longer messages are ignored. */
const MESSAGE_MAX_CHARACTERS = 10_000;

/** Sandbox of the frame: own scripts, but no popups, downloads, dialogs or navigation of the window. */
const SANDBOX = 'allow-scripts allow-same-origin';

/** @param messageOrigin the only origin whose messages are accepted */
function screenshotPage(src: string, messageOrigin: string): string {
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
const STATE_EXPRESSION =
  "JSON.stringify(typeof state === 'undefined' ? { messages: [], isLoaded: false } : state)";

const pageState = z.object({
  isLoaded: z.boolean(),
  messages: z.array(z.unknown()).transform((all) => {
    const read = all.map(readPrototypeMessage);
    return read.filter((message): message is PrototypeMessage => message !== null);
  }),
});
type PageState = z.output<typeof pageState>;

/** @throws if the page was replaced by another one */
function readPageState(json: string): PageState {
  return pageState.parse(JSON.parse(json));
}
