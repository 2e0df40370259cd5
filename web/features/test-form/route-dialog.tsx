// The prototype in a dialog. The creator clicks through it like a direct run, and the presented screens become the
// route.
import { ChevronRight, RotateCcw } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { listenToPrototype } from '#capture/events/prototype-listener.ts';
import type { Embed } from '#contract/embed.ts';
import type { PrototypeMessage, RawEvent } from '#contract/events.ts';
import { derive, stepsOf } from '#insight/derive.ts';
import { EMBED_SANDBOX } from '#web/lib/embed-sandbox.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Name } from '#web/ui/name.tsx';

interface RouteDialogProps {
  embed: Extract<Embed, { kind: 'prototype' }>;
  nameOf: (screenId: string) => string;
  goals: readonly string[];
  onUse: (route: readonly string[]) => void;
  onClose: () => void;
}

export function RouteDialog({ embed, nameOf, goals, onUse, onClose }: RouteDialogProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { route, asksToSignIn, startAgain } = useWalkedRoute(embed, frame);
  /** Each round uses a new frame, so that messages of the previous one are ignored. */
  const [round, setRound] = useState(0);
  const end = route.at(-1);
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title="Record a route"
      description="Complete the task here without detours. Each screen you reach becomes a step."
      actions={
        <>
          <Button
            variant="quiet"
            icon={<RotateCcw aria-hidden className="size-4" />}
            className="mr-auto"
            onClick={() => {
              startAgain();
              setRound(round + 1);
            }}
          >
            Start again
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={route.length < 2} onClick={() => onUse(route)}>
            Use this route
          </Button>
        </>
      }
    >
      <iframe
        key={round}
        ref={frame}
        title="The prototype"
        src={embed.src}
        sandbox={EMBED_SANDBOX}
        className="h-[36dvh] sm:h-[52dvh] w-full rounded-md border border-line bg-white"
      />
      <div role="status" className="grid min-h-20 content-start gap-1">
        {route.length > 0 ? (
          <RouteSteps route={route} nameOf={nameOf} goals={goals} />
        ) : (
          <p className="py-2 text-muted text-sm">
            {asksToSignIn
              ? 'The design tool asks you to sign in. Participants can’t see this prototype either.'
              : 'The first screen appears when the prototype has loaded.'}
          </p>
        )}
        <p className="text-muted text-sm">
          {route.length > 1 && end !== undefined && !goals.includes(end) && (
            <>
              With this route <Name>{nameOf(end)}</Name> becomes a goal.
            </>
          )}
          {route.length === 1 && 'Continue until the task is done.'}
        </p>
      </div>
    </Dialog>
  );
}

// Reads a creator's route from the prototype's messages, as a participant's path is read.

type PrototypeEmbed = Extract<Embed, { kind: 'prototype' }>;

/** A route has a hundred screens at most; only a prototype that plays automatically has more. */
const MESSAGES_MAX = 1000;

/** Screens in the order in which they were presented; empty before the prototype is loaded. */
export function walkedRoute(
  messages: readonly PrototypeMessage[],
  startNodeId: string | null,
): string[] {
  const events = messages.map(({ type, data }, seq): RawEvent => ({ seq, atMs: seq, type, data }));
  const { prototypeState, visits } = derive(events, { startNodeId });
  return prototypeState === 'shown' ? stepsOf(visits).map(({ screenId }) => screenId) : [];
}

/** Listens to our own frame while it is shown. */
function useWalkedRoute(embed: PrototypeEmbed, frame: RefObject<HTMLIFrameElement | null>) {
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

interface RouteStepsProps {
  route: readonly string[];
  nameOf: (screenId: string) => string;
  /** Screens that are marked as goals. */
  goals: readonly string[];
}

/** The screens of a route one after another, its goal in colour and in words. */
export function RouteSteps({ route, nameOf, goals }: RouteStepsProps) {
  return (
    <ol className="flex min-w-0 grow flex-wrap items-center gap-x-1 gap-y-1.5 py-2 text-sm">
      {route.map((screenId, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a screen may come twice, and steps keep their places.
        <li key={at} className="flex min-w-0 items-center gap-1">
          {at > 0 && <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />}
          <span
            className={classNames(
              'max-w-48 truncate rounded-sm px-1.5 py-0.5',
              goals.includes(screenId) ? 'bg-accent-soft font-medium text-accent' : 'bg-hover',
            )}
          >
            <Name>{nameOf(screenId)}</Name>
          </span>
          {goals.includes(screenId) && <span className="sr-only">(goal)</span>}
        </li>
      ))}
    </ol>
  );
}
