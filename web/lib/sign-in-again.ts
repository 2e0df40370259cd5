// A call that needs a recent sign-in, or would save what is typed when the sign-in has ended, waits here while the person
// signs in again in another tab; what they typed stays where it is (api.ts → frames.tsx → signed-in-again.page.tsx →
// api.ts).
import { Store } from '#capture/store.ts';
import { useStore } from './use-store.ts';

/** Channel on which the tab of the sign-in notifies waiting tabs. */
const CHANNEL = 'tryout-signed-in-again';

/** `recent`: it was too long ago; `ended`: it holds no more. */
type Reason = 'recent' | 'ended';

/** Calls that wait for the answer. */
const waiting = new Store<readonly { reason: Reason; resolve: (goOn: boolean) => void }[]>([]);
let channel: BroadcastChannel | null = null;

/** Asks the person. @returns whether the call may be sent once more. */
export function askToSignInAgain(reason: Reason): Promise<boolean> {
  return new Promise((resolve) => {
    if (channel === null) {
      channel = new BroadcastChannel(CHANNEL);
      channel.addEventListener('message', () => answerSignInAgain(true));
    }
    waiting.set([...waiting.getSnapshot(), { reason, resolve }]);
  });
}

/** @param goOn false when the person would rather not. */
export function answerSignInAgain(goOn: boolean): void {
  const answered = waiting.getSnapshot();
  channel?.close();
  channel = null;
  waiting.set([]);
  for (const { resolve } of answered) resolve(goOn);
}

/** Returns whether a call waits for the sign-in. */
export function isSignInAwaited(): boolean {
  return waiting.getSnapshot().length > 0;
}

/** Why a call waits for it, or null if none does. */
export function useSignInAgain(): Reason | null {
  return useStore(waiting, ([first]) => first?.reason ?? null);
}

/** Tells the tabs that wait for it. */
export function tellSignedInAgain(): void {
  const signInChannel = new BroadcastChannel(CHANNEL);
  signInChannel.postMessage('done');
  signInChannel.close();
}
