// When something may be asked again: not while the page is hidden, not while a change of its own is being sent, and ever
// less often while changes go on.
import { focusManager, type QueryClient } from '@tanstack/react-query';
import type { Pace } from '#web/lib/pace.ts';

/** Waits for its turn, and takes it. */
export async function nextTurn(client: QueryClient, pace: Pace): Promise<void> {
  const ms = pace.waitMs();
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
  await untilVisible();
  await untilNothingIsSent(client);
  pace.ask();
}

/** A hidden tab is not looked at. */
async function untilVisible(): Promise<void> {
  if (focusManager.isFocused()) return;
  await new Promise<void>((resolve) => {
    const stop = focusManager.subscribe((isFocused) => {
      if (!isFocused) return;
      stop();
      resolve();
    });
  });
}

/** A change made on this page leads on, to another page for example: that comes first. */
async function untilNothingIsSent(client: QueryClient): Promise<void> {
  if (client.isMutating() === 0) return;
  await new Promise<void>((resolve) => {
    const stop = client.getMutationCache().subscribe(() => {
      if (client.isMutating() > 0) return;
      stop();
      resolve();
    });
  });
}
