// The browser's DevTools protocol over its own pipe (--remote-debugging-pipe): JSON messages that end with NUL, out on
// descriptor 3, in on 4. No port is open, and a browser whose pipe closes ends itself.
import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';

/** The browser ended or reported that a command failed. A new browser may succeed. */
export class BrowserFailure extends Error {}

export interface Command {
  method: string;
  params?: Record<string, unknown>;
  /** The attached target that executes the command. Without it, the browser itself does. */
  sessionId?: string;
}

/** A message that the browser sends without a command. */
export interface BrowserEvent {
  method: string;
  params: unknown;
  sessionId?: string | undefined;
}

export interface BrowserPipe {
  /** @throws BrowserFailure if the command fails, the answer has another shape, or the browser ends */
  send<T extends z.ZodType>(command: Command, answer: T): Promise<z.output<T>>;
  /** @returns a function that removes the listener */
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

/** Maximum size of a message. A picture of 1440 × 1024 takes 2 MB at most, a third more in base64. */
const MESSAGE_MAX_BYTES = 32 * 1024 ** 2;

/** @param child process with pipes as descriptors 3 and 4 */
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
  // A browser that ended breaks the pipe; 'exit' reports it.
  output.on('error', end);
  const receive = (text: string) => {
    const message = readMessage(text);
    // A process that sends anything else is not the expected browser.
    if (!message) end();
    else if (message.id !== undefined) settleCommand(waiting, message.id, message);
    else if (message.method) {
      const event = {
        method: message.method,
        params: message.params,
        sessionId: message.sessionId,
      };
      for (const listener of listeners) listener(event);
    }
  };
  readTexts(input, { receive, end });
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

function settleCommand(
  waiting: Map<number, PromiseWithResolvers<unknown>>,
  id: number,
  message: Message,
): void {
  const pending = waiting.get(id);
  waiting.delete(id);
  if (message.error) pending?.reject(new BrowserFailure(message.error.message));
  else pending?.resolve(message.result);
}

function readMessage(text: string): Message | null {
  try {
    return message.parse(JSON.parse(text));
  } catch {
    // The text is no JSON or no message, so the caller ends the connection.
    return null;
  }
}

function readTexts(
  input: Readable,
  { receive, end }: { receive: (text: string) => void; end: () => void },
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
      receive(text);
    }
    rest.push(chunk.subarray(start));
    restBytes += chunk.length - start;
    if (restBytes <= MESSAGE_MAX_BYTES) return;
    input.destroy();
    end();
  });
  // A broken pipe means that the browser ended, which the process reports.
  input.on('error', () => input.destroy());
}
