// One request of an upload at a time, the newest: after a lost network the server still waits for the rest of a piece
// that never arrives, and the participant's next request must not wait for it.
import type { IncomingMessage } from 'node:http';
import type { SessionId } from '#contract/ids.ts';

interface Running {
  raw: IncomingMessage;
  /** Resolves when what arrived of it is stored. */
  done: Promise<unknown>;
}

export interface NewestRequest {
  /** Ends the upload's running request, if any, then runs this one. */
  run<T>(id: SessionId, raw: IncomingMessage, task: () => Promise<T>): Promise<T>;
}

export function createNewestRequest(): NewestRequest {
  const running = new Map<SessionId, Running>();
  return {
    async run(id, raw, task) {
      const before = running.get(id);
      const turn = endOf(before).then(task);
      const own: Running = { raw, done: turn.catch(() => 'thrown to its own caller') };
      running.set(id, own);
      try {
        return await turn;
      } finally {
        if (running.get(id) === own) running.delete(id);
      }
    },
  };
}

async function endOf(running: Running | undefined): Promise<void> {
  // A request that was read to its end only waits for the disk.
  if (running?.raw.readableEnded === false) running.raw.destroy();
  await running?.done;
}
