// The prototype, to be clicked through as a direct run would: the screens that it presents are the route.
import { RotateCcw } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Embed } from '#contract/embed.ts';
import { EMBED_SANDBOX } from '#web/lib/embed-sandbox.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Name } from '#web/ui/name.tsx';
import { RouteSteps } from './route-steps.tsx';
import { useWalkedRoute } from './walked-route.ts';

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
  /** Another round is another frame: what the one before still says is not heard. */
  const [round, setRound] = useState(0);
  const end = route.at(-1);
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title="Record a route"
      description="Do the task here, without a detour. Each screen that you reach is a step."
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
              ? 'The design tool asks to sign in: participants could not see this prototype either.'
              : 'The first screen comes here as soon as the prototype has loaded.'}
          </p>
        )}
        <p className="text-muted text-sm">
          {route.length > 1 && end !== undefined && !goals.includes(end) && (
            <>
              With this route <Name>{nameOf(end)}</Name> becomes a goal.
            </>
          )}
          {route.length === 1 && 'Go on until the task is done.'}
        </p>
      </div>
    </Dialog>
  );
}
