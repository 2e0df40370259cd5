// The goal of a task in words: its screens by their names.
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { NamedScreen } from '#contract/screen-names.ts';
import type { TaskStep } from '#contract/steps.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import { testScreensQuery } from '#web/entities/screen/screen.query.ts';
import { Name } from '#web/ui/name.tsx';

/** Needs a task that has a goal. */
export function GoalText({ test, step }: { test: TestOverview; step: TaskStep }) {
  const { goal } = step;
  const screens = useQuery({
    ...testScreensQuery(test._id, step.number),
    enabled: goal?.kind === 'screens',
  });
  if (goal?.kind !== 'screens') {
    return 'You decide for each recording whether the participant succeeded.';
  }
  const routes = goal.routes.length;
  return (
    <>
      Reach <GoalNames screens={goal.screens} named={screens.data?.screens ?? []} />
      {routes > 0 && (
        <span className="text-muted tabular-nums">
          {' · '}
          {routes === 1 ? '1 direct route' : `${routes} direct routes`}
        </span>
      )}
    </>
  );
}

interface GoalNamesProps {
  screens: readonly string[];
  named: readonly Pick<NamedScreen, 'screenId' | 'name'>[];
}

/** Names of the goal's screens, or their number until the names are loaded. */
function GoalNames({ screens, named }: GoalNamesProps) {
  const names = screens.flatMap((id) => named.find(({ screenId }) => screenId === id)?.name ?? []);
  if (names.length < screens.length) {
    return screens.length === 1 ? 'one screen' : `one of ${screens.length} screens`;
  }
  return names.map((name, at) => (
    <Fragment key={name}>
      {at > 0 && ' or '}
      <b className="font-semibold">
        <Name>{name}</Name>
      </b>
    </Fragment>
  ));
}
