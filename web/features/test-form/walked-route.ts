// The way a creator clicks through a prototype, read from its messages as a participant's path is.
import { type RefObject, useCallback, useEffect, useState } from 'react';
import { listenToPrototype } from '#capture/events/prototype-listener.ts';
import type { Embed } from '#contract/embed.ts';
import type { PrototypeMessage, RawEvent } from '#contract/events.ts';
import { derive } from '#insight/derive.ts';
import { stepsOf } from '#insight/steps.ts';

type PrototypeEmbed = Extract<Embed, { kind: 'prototype' }>;

/** A route has a hundred screens at most; more come from a prototype that runs on. */
const MESSAGES_MAX = 1000;

/** Screens in the order in which they were presented, as of a participant's run; none before the prototype is shown. */
export function walkedRoute(
  messages: readonly PrototypeMessage[],
  startNodeId: string | null,
): string[] {
  const events = messages.map(({ type, data }, seq): RawEvent => ({ seq, atMs: seq, type, data }));
  const { prototypeState, visits } = derive(events, { startNodeId });
  return prototypeState === 'shown' ? stepsOf(visits).map(({ screenId }) => screenId) : [];
}

/** Listens to our own frame while it is shown. */
export function useWalkedRoute(embed: PrototypeEmbed, frame: RefObject<HTMLIFrameElement | null>) {
  const [messages, setMessages] = useState<readonly PrototypeMessage[]>([]);
  const { messageOrigin, startNodeId } = embed;
  useEffect(
    () =>
      listenToPrototype(
        { messageOrigin, frame: () => frame.current?.contentWindow ?? null },
        (message) => setMessages((all) => (all.length < MESSAGES_MAX ? [...all, message] : all)),
      ),
    [messageOrigin, frame],
  );
  return {
    route: walkedRoute(messages, startNodeId),
    asksToSignIn: messages.at(-1)?.type === 'LOGIN_SCREEN_SHOWN',
    startAgain: useCallback(() => setMessages([]), []),
  };
}
