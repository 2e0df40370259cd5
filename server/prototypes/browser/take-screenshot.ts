// One screen's picture: frames the prototype at that node, waits until it has loaded and stands still.
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import { normaliseNodeId, type PrototypeMessage, presentedNodeChange } from '#contract/events.ts';
import { CAPTURED_ORIGIN } from '#contract/screens.ts';
import { embedAddress } from '#server/prototypes/embed-address.ts';
import type { KnownPrototype } from '#server/prototypes/prototype-hosts.ts';
import { BrowserFailure, type BrowserPipe, type Command } from './browser-pipe.ts';
import {
  type PageState,
  readPageState,
  STATE_EXPRESSION,
  screenshotPage,
  screenshotPageAddress,
} from './screenshot-page.ts';

export interface Shot {
  prototype: KnownPrototype;
  /** The screen to present, as `1:2`. */
  nodeId: string;
  /** Our origin as people reach it: the design tool answers registered sites only. */
  publicUrl: string;
  /** How long the prototype has to say that it is there. */
  loadLimitMs: number;
}

/** The design tool's own preset for a desktop screen, so that most screens are shown at their size. */
const WINDOW = { width: 1440, height: 1024 };

const target = z.object({ targetId: z.string() });
const session = z.object({ sessionId: z.string() });
const context = z.object({ browserContextId: z.string() });
const evaluated = z.object({ result: z.object({ value: z.string() }) });
const picture = z.object({ data: z.base64() });
const paused = z.object({ requestId: z.string() });
const done = z.unknown();

/**
 * @returns a PNG whose left top corner is CAPTURED_ORIGIN of the window.
 * @throws AppError screen_not_rendered with the reason; BrowserFailure when the browser fails
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
    // A browser that has ended keeps no page open.
    await pipe.send({ method: 'Target.disposeBrowserContext', params }, done).catch(() => null);
  }
}

async function takePicture(page: Page, shot: Shot): Promise<Uint8Array> {
  await untilLoaded(page, shot);
  const png = await untilStill(page);
  refuseOther((await page.state()).heard, shot.nodeId);
  return png;
}

interface Page {
  /** Opens an address with this document, without a request. */
  show(address: string, html: string): Promise<void>;
  state(): Promise<PageState>;
  /** The window as it is now, PNG. */
  picture(): Promise<Buffer>;
  /** Rejects when the page's process ends; nothing else would tell. */
  crash: Promise<never>;
}

async function openPage(pipe: BrowserPipe, browserContextId: string): Promise<Page> {
  const downloads = { behavior: 'deny', browserContextId };
  await pipe.send({ method: 'Browser.setDownloadBehavior', params: downloads }, done);
  const opened = { url: 'about:blank', browserContextId };
  const { targetId } = await pipe.send({ method: 'Target.createTarget', params: opened }, target);
  const attach = { method: 'Target.attachToTarget', params: { targetId, flatten: true } };
  const { sessionId } = await pipe.send(attach, session);
  const send = <T extends z.ZodType>(method: string, params: Command['params'], answer: T) =>
    pipe.send({ method, params: params ?? {}, sessionId }, answer);
  const metrics = { ...WINDOW, deviceScaleFactor: 1, mobile: false };
  await send('Emulation.setDeviceMetricsOverride', metrics, done);
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
        send('Fetch.fulfillRequest', answer, done).catch(() => null);
      });
      await send('Fetch.enable', { patterns: [{ urlPattern: address }] }, done);
      await send('Page.navigate', { url: address }, done).finally(stopListening);
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
    // The page's own end, when its context is disposed.
    if (event.method === 'Inspector.detached') stopListening();
  });
  crash.promise.catch(() => null);
  return crash.promise;
}

/** Between two looks at the page. */
const LOOK_MS = 250;

/**
 * The Embed API tells INITIAL_LOAD, and real prototypes PRESENTED_NODE_CHANGED for the first screen. An
 * embed without a client id tells nothing: there the frame's own load and the time have to do.
 */
async function untilLoaded(page: Page, { prototype, loadLimitMs }: Shot): Promise<void> {
  const limit = performance.now() + loadLimitMs;
  while (performance.now() < limit) {
    const { heard } = await page.state();
    refuseScreens(heard);
    if (heard.some(({ type }) => loadMessages.has(type))) return;
    await pause(LOOK_MS);
  }
  const { isLoaded } = await page.state();
  const isSilent = prototype.host.clientId === null;
  if (!isSilent || !isLoaded) {
    throw refusal('The prototype did not show this screen in time.');
  }
}

const loadMessages: ReadonlySet<PrototypeMessage['type']> = new Set([
  'INITIAL_LOAD',
  'PRESENTED_NODE_CHANGED',
]);

function refuseScreens(heard: readonly PrototypeMessage[]): void {
  const types = new Set(heard.map(({ type }) => type));
  if (types.has('LOGIN_SCREEN_SHOWN')) {
    throw refusal('The prototype asks for a sign-in: open it to anyone with the link.');
  }
  if (types.has('PASSWORD_SCREEN_SHOWN')) {
    throw refusal('The prototype asks for a password: open it to anyone with the link.');
  }
}

/** An embed that was asked for a node it can't present shows another one, and says so. */
function refuseOther(heard: readonly PrototypeMessage[], nodeId: string): void {
  refuseScreens(heard);
  const presented = heard
    .filter(({ type }) => type === 'PRESENTED_NODE_CHANGED')
    .map(({ data }) => presentedNodeChange.parse(data).presentedNodeId)
    .at(-1);
  if (presented && presented !== normaliseNodeId(nodeId)) {
    throw refusal('The prototype showed another screen.');
  }
}

function refusal(message: string): AppError {
  return new AppError('screen_not_rendered', { message });
}

/** Pictures arrive after the layout: this many equal ones in a row, half a second, and it is done. */
const STILL_PICTURES = 3;
/** A screen with an animation never stands still. */
const PICTURES_MAX = 20;

async function untilStill(page: Page): Promise<Buffer> {
  let last = await page.picture();
  let equal = 1;
  for (let taken = 1; taken < PICTURES_MAX && equal < STILL_PICTURES; taken += 1) {
    await pause(LOOK_MS);
    const next = await page.picture();
    equal = last.equals(next) ? equal + 1 : 1;
    last = next;
  }
  return last;
}
