// Routes that count as direct: recorded by clicking through the prototype, several if there are several good ways.
import { Route, X } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '#web/ui/button.tsx';
import { addRoute, removeRoute } from './goal-draft.ts';
import { RouteDialog, RouteSteps } from './route-dialog.tsx';
import type { GoalModel } from './use-goal.ts';

export function GoalRoutes({ goal }: { goal: GoalModel }) {
  const { routes, screens, choosable, embed, draft, facts, change } = goal;
  const [isRecording, setRecording] = useState(false);
  const nameOf = (screenId: string) =>
    choosable.find((screen) => screen.screenId === screenId)?.name ?? `Screen ${screenId}`;
  const use = (route: readonly string[]) => {
    change(addRoute(draft, facts, route));
    setRecording(false);
  };
  return (
    <section aria-labelledby="routes" className="grid gap-3">
      <div>
        <h3 id="routes" className="font-semibold text-sm">
          Routes that count as direct
        </h3>
        <p className="mt-1 text-muted text-sm">
          {routes.length === 0
            ? 'Without a route, a run is direct if it visits no screen twice.'
            : 'A run is direct if it follows one of these routes, and indirect if it reaches the goal another way.'}
        </p>
      </div>
      {routes.length > 0 && (
        <ul className="grid gap-2">
          {routes.map((route, at) => (
            <li
              key={route.join(' ')}
              className="flex items-start gap-2 rounded-md border border-line py-1 pr-1 pl-3"
            >
              <RouteSteps route={route} nameOf={nameOf} goals={screens} />
              <IconButton
                label={`Remove route ${at + 1}`}
                icon={<X aria-hidden className="size-4" />}
                onClick={() => change(removeRoute(draft, at))}
              />
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          variant="secondary"
          icon={<Route aria-hidden className="size-4" />}
          disabled={embed === null}
          onClick={() => setRecording(true)}
        >
          Record a route
        </Button>
      </div>
      {isRecording && embed && (
        <RouteDialog
          embed={embed}
          nameOf={nameOf}
          goals={screens}
          onUse={use}
          onClose={() => setRecording(false)}
        />
      )}
    </section>
  );
}
