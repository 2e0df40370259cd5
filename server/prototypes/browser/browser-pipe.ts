// The browser's DevTools protocol over its own pipe (--remote-debugging-pipe): JSON messages that end
// with NUL, out on descriptor 3, in on 4. No port is open, and a browser whose pipe closes ends itself.
import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';

/** The browser is gone, or said that a command failed: another one may do better. */
export class BrowserFailure extends Error {}

export interface Command {
  method: string;
  params?: Record<string, unknown>;
  /** Of an attached target; the browser itself without. */
  sessionId?: string;
}

/** What the browser sends unasked. */
export interface BrowserEvent {
  method: string;
  params: unknown;
  sessionId?: string | undefined;
}

export interface BrowserPipe {
  /** @throws BrowserFailure when the command fails, the answer has another shape, or the browser ends */
  send<T extends z.ZodType>(command: Command, answer: T): Promise<z.output<T>>;
  /** @returns ends the listening. */
  onEvent(listener: (event: BrowserEvent) => void): () => void;
}

const message = z.object({
  id: z.int().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
  sessionId: z.string().optional(),
});
type Message = z.infer<typeof message>;

/** A picture of 1440 × 1024 takes 2 MB at most, a third more in base64; anything larger is no answer. */
const MESSAGE_MAX_BYTES = 32 * 1024 ** 2;

/** @param child started with pipes as descriptors 3 and 4. */
export function openBrowserPipe(child: ChildProcess): BrowserPipe {
  const [, , , output, input] = child.stdio as [unknown, unknown, unknown, Writable, Readable];
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners = new Set<(event: BrowserEvent) => void>();
  let lastId = 0;
  let isOpen = true;
  const end = () => {
    isOpen = false;
    for (const answer of waiting.values()) answer.reject(new BrowserFailure('The browser ended.'));
    waiting.clear();
  };
  child.once('exit', end).once('error', end);
  // A browser that is gone breaks the pipe; 'exit' tells it.
  output.on('error', end);
  const hear = (text: string) => {
    const told = readMessage(text);
    // A process that sends anything else is no browser of ours.
    if (!told) end();
    else if (told.id !== undefined) settle(waiting, told.id, told);
    else if (told.method) {
      const event = { method: told.method, params: told.params, sessionId: told.sessionId };
      for (const listener of listeners) listener(event);
    }
  };
  readTexts(input, { hear, end });
  return {
    async send(command, answer) {
      if (!isOpen) throw new BrowserFailure('The browser ended.');
      lastId += 1;
      const pending = Promise.withResolvers<unknown>();
      waiting.set(lastId, pending);
      output.write(`${JSON.stringify({ id: lastId, ...command })}\0`);
      const parsed = answer.safeParse(await pending.promise);
      if (parsed.success) return parsed.data;
      throw new BrowserFailure(`${command.method} was answered in another shape.`);
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function settle(
  waiting: Map<number, PromiseWithResolvers<unknown>>,
  id: number,
  told: Message,
): void {
  const pending = waiting.get(id);
  waiting.delete(id);
  if (told.error) pending?.reject(new BrowserFailure(told.error.message));
  else pending?.resolve(told.result);
}

function readMessage(text: string): Message | null {
  try {
    return message.parse(JSON.parse(text));
  } catch {
    // No JSON or no message: the caller ends the conversation.
    return null;
  }
}

function readTexts(
  input: Readable,
  { hear, end }: { hear: (text: string) => void; end: () => void },
): void {
  let rest: Buffer[] = [];
  let restBytes = 0;
  input.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      const text = Buffer.concat([...rest, chunk.subarray(start, end)]).toString();
      rest = [];
      restBytes = 0;
      start = end + 1;
      hear(text);
    }
    rest.push(chunk.subarray(start));
    restBytes += chunk.length - start;
    if (restBytes <= MESSAGE_MAX_BYTES) return;
    input.destroy();
    end();
  });
  // A broken pipe is a browser that ended: the process tells.
  input.on('error', () => input.destroy());
}
