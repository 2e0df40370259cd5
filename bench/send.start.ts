// Starts a sending process and waits until it is done.
import { startChild } from './child.ts';
import { type SendOutcome, type SendTask, sendOutcome } from './send.task.ts';

/** @throws Error when a piece is refused, or when it takes longer than `limitMs`. */
export async function send(task: SendTask, limitMs: number): Promise<SendOutcome> {
  const child = startChild('send.ts');
  try {
    child.send(task);
    return sendOutcome.parse(await child.hear(limitMs));
  } finally {
    await child.stop();
  }
}
