// A measuring process's side of bench/child.ts: its task and its results.
import { once } from 'node:events';

/** The task, as it was sent. */
export async function hearTask(): Promise<unknown> {
  const [task] = await once(process, 'message');
  return task;
}

/** The last word: the channel is closed once it is out, as a long one takes more than one write. */
export async function tellOutcome(outcome: object): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.send?.(outcome, undefined, undefined, (error) => (error ? reject(error) : resolve()));
  });
  process.disconnect();
}
