// Reads a client's stream of updates as a browser does: events in their order, and its end.
import type { PageUpdate } from '#contract/updates.ts';
import type { TestClient } from './client.ts';

export interface UpdateEvents {
  status: number;
  headers: Headers;
  changes: PageUpdate[];
  /** Names of the events so far. */
  names: string[];
  /** Data of the event `ended`, once it is there. */
  last: { isMember?: boolean };
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>;
  close(): void;
}

export async function listen(client: TestClient): Promise<UpdateEvents> {
  const leaving = new AbortController();
  const answer = await client.fetch('/api/updates', { signal: leaving.signal });
  const updates = { changes: [] as PageUpdate[], names: [] as string[], last: {} };
  const ended = read(answer, updates).catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  const { status, headers } = answer;
  return { status, headers, ...updates, ended, close: () => leaving.abort() };
}

async function read(
  { body }: Response,
  { changes, names, last }: Pick<UpdateEvents, 'changes' | 'names' | 'last'>,
): Promise<void> {
  for await (const block of blocksOf(body)) {
    const [, name] = /^event: (.*)$/m.exec(block) ?? [];
    if (name === undefined) continue;
    names.push(name);
    const [, data = ''] = /^data: (.*)$/m.exec(block) ?? [];
    if (name === 'change') changes.push(JSON.parse(data));
    if (name === 'ended') Object.assign(last, JSON.parse(data));
  }
}

async function* blocksOf(body: Response['body']): AsyncGenerator<string> {
  let text = '';
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    yield* blocks;
  }
}
