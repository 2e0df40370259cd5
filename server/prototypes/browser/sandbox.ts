// Checks that the capturing browser runs in its sandbox before it opens any page, because the pages are untrusted.
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { BrowserFailure, type BrowserPipe } from './browser-pipe.ts';

/** The browser runs without its sandbox or can't have one. It stays unused until the next start of the server. */
export class NoSandbox extends BrowserFailure {}

/** Chromium's own page about its sandbox, on Linux. */
const PAGE = 'chrome://sandbox';
const VERDICT = "document.getElementById('evaluation')?.textContent ?? ''";
/** The page renders within 0.2 s; a busy machine takes longer. */
const TRIES = 50;
const TRY_EVERY_MS = 200;
/** Length of the log that is stored: a browser that does not start writes one line about it, at the end. */
const COMPLAINT_MAX_CHARACTERS = 2000;
/** Most time from the browser's end to the last line of its log. A busy machine takes seconds. */
const LAST_WORDS_MS = 5000;

const target = z.object({ targetId: z.string() });
const session = z.object({ sessionId: z.string() });
const evaluated = z.object({ result: z.object({ value: z.string() }) });
const anyAnswer = z.unknown();

/**
 * @param complaints the browser's own log, with the reason if it does not start
 * @throws NoSandbox; BrowserFailure if the browser ends for another reason
 */
export async function requireSandbox(
  pipe: BrowserPipe,
  complaints: Readable | null,
): Promise<void> {
  const browserLog = tailOf(complaints);
  // Other systems have no such page. There Chromium has a sandbox unless a flag disables it.
  if (process.platform !== 'linux') return;
  try {
    const verdict = await readVerdict(pipe);
    if (/\bYou are adequately sandboxed\b/.test(verdict)) return;
    throw new NoSandbox(`Chromium reports: ${verdict.trim() || 'nothing about its sandbox'}`);
  } catch (error) {
    await browserLog.ended();
    const lines = browserLog.text().split(/[\n\r]/);
    const reason = lines.find((line) => /sandbox|user namespace/i.test(line));
    if (error instanceof NoSandbox || reason === undefined) throw error;
    throw new NoSandbox(`Chromium reports: ${reason.replace(/^\[[^\]]*\]\s*/, '')}`);
  }
}

async function readVerdict(pipe: BrowserPipe): Promise<string> {
  const { targetId } = await pipe.send(
    { method: 'Target.createTarget', params: { url: PAGE } },
    target,
  );
  const attach = { method: 'Target.attachToTarget', params: { targetId, flatten: true } };
  const { sessionId } = await pipe.send(attach, session);
  const evaluate = { method: 'Runtime.evaluate', params: { expression: VERDICT }, sessionId };
  let verdict = '';
  for (let tries = 0; verdict === '' && tries < TRIES; tries += 1) {
    if (tries > 0) await pause(TRY_EVERY_MS);
    verdict = (await pipe.send(evaluate, evaluated)).result.value;
  }
  await pipe.send({ method: 'Target.closeTarget', params: { targetId } }, anyAnswer);
  return verdict;
}

function tailOf(stream: Readable | null): { text: () => string; ended: () => Promise<unknown> } {
  let text = '';
  stream?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-COMPLAINT_MAX_CHARACTERS);
  });
  const end = stream ? once(stream, 'close') : null;
  // Helpers of a browser that ended may leave its log open for a moment.
  return { text: () => text, ended: () => Promise.race([end, pause(LAST_WORDS_MS)]) };
}
