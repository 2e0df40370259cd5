// A call that needs a recent sign-in waits here while the person signs in again in another tab; what they
// typed stays where it is (api.ts → sign-in-again-dialog.tsx → signed-in-again.page.tsx → api.ts).
import { useSyncExternalStore } from 'react';

/** What the tab of the sign-in says to those that wait. */
const CHANNEL = 'tryout-signed-in-again';

/** Calls that wait for the answer. */
let waiting: ((goOn: boolean) => void)[] = [];
let channel: BroadcastChannel | null = null;
const listeners = new Set<() => void>();

/** Asks the person. @returns whether the call may be sent once more. */
export function askToSignInAgain(): Promise<boolean> {
  return new Promise((resolve) => {
    waiting = [...waiting, resolve];
    if (channel === null) {
      channel = new BroadcastChannel(CHANNEL);
      channel.addEventListener('message', () => answerSignInAgain(true));
    }
    tell();
  });
}

/** @param goOn false when the person would rather not. */
export function answerSignInAgain(goOn: boolean): void {
  const answered = waiting;
  waiting = [];
  channel?.close();
  channel = null;
  tell();
  for (const resolve of answered) resolve(goOn);
}

/** Whether a call waits for it. */
export function useSignInAgain(): boolean {
  return useSyncExternalStore(subscribe, () => waiting.length > 0);
}

/** Tells the tabs that wait for it. */
export function tellSignedInAgain(): void {
  const told = new BroadcastChannel(CHANNEL);
  told.postMessage('done');
  told.close();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}
