// Around each tab of results: the filter above, the moments that are open beside.
import { lazy, type ReactNode, Suspense } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ChunkLoadError } from '#web/ui/error-page.tsx';
import { NothingFoundIllustration } from '#web/ui/illustrations.tsx';
import { useChosenQuestion } from './deleted-steps.ts';
import { FilterBar } from './filter-bar.tsx';
import type { MomentsTest } from './moment-drawer.tsx';
import { OpenMomentsContext, useMomentsOfAddress } from './open-moments.ts';
import { TaskSwitch } from './task-switch.tsx';
import { type TasksTest, useTask } from './use-task.ts';

const MomentDrawer = lazy(async () => {
  try {
    return { default: (await import('./moment-drawer.tsx')).MomentDrawer };
  } catch (error) {
    throw new ChunkLoadError(error);
  }
});

interface ResultsFrameProps {
  test: MomentsTest & TasksTest;
  /** Shown in place of the children while no task of several is chosen; other tabs show the first task then. */
  overview?: ReactNode;
  /** This tab shows all revisions if the address has none. */
  isOfAll?: boolean;
  /** This tab itself says which recordings are not counted. */
  saysBase?: boolean;
  /** The tab is about what people did in a task: a question has nothing there. */
  needsTask?: boolean;
  /** The value is false for a tab that has a search of its own. */
  hasSearch?: boolean;
  children: ReactNode;
}

/** `useOpenMoments` works inside it. */
export function ResultsFrame({
  test,
  overview,
  isOfAll = false,
  saysBase = false,
  hasSearch = true,
  needsTask = false,
  children,
}: ResultsFrameProps) {
  const { request, plays, open } = useMomentsOfAddress();
  const { chosen } = useTask(test);
  const { question } = useChosenQuestion(test);
  const isOverview = overview !== undefined && chosen === null;
  return (
    <OpenMomentsContext value={open}>
      <TaskSwitch test={test} {...{ isOverview, isOfAll }} />
      <FilterBar testId={test._id} {...{ isOfAll, saysBase, hasSearch, isOverview }} />
      {/* A grid in any case: another kind of box would have all in it laid out from nothing when the drawer opens. */}
      <div
        className={classNames(
          'grid grid-cols-[minmax(0,1fr)] items-start print:block',
          request !== null && 'gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]',
        )}
      >
        <div className="min-w-0">
          {needsTask && question ? <QuestionHint /> : isOverview ? overview : children}
        </div>
        {request !== null && (
          <Suspense>
            <MomentDrawer
              key={JSON.stringify(request)}
              test={test}
              request={request}
              plays={plays}
              onClose={() => open(null)}
            />
          </Suspense>
        )}
      </div>
    </OpenMomentsContext>
  );
}

function QuestionHint() {
  return (
    <EmptyState illustration={<NothingFoundIllustration />} title="A question has no screens">
      Choose a task above, or see the answers in Summary.
    </EmptyState>
  );
}
