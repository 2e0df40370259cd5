// Above the filter of a test with several steps: chooses the task or question that all tabs are about, each with its one
// number.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { TestId } from '#contract/ids.ts';
import type { TaskResult } from '#contract/results.ts';
import { peopleCount } from '#insight/numbers/words.ts';
import { stepName, tasksText } from '#insight/step-name.ts';
import { stepText } from '#web/entities/test/step-text.ts';
import { MoodText } from '#web/ui/alert.tsx';
import { Name } from '#web/ui/name.tsx';
import { deletedSteps, useChosenQuestion } from './deleted-steps.ts';
import { countText, shareText } from './number-words.ts';
import { questionNumber } from './question-words.ts';
import { overviewQuery } from './results.query.ts';
import { useResultFilter } from './use-filter.ts';
import { type TasksTest, useTask } from './use-task.ts';

interface TaskSwitchProps {
  test: TasksTest & { _id: TestId };
  isOverview: boolean;
  /** Without a revision in the address, the tab shows all revisions. */
  isOfAll: boolean;
}

/** Renders nothing for a test with one step, unless all revisions are chosen and one of them had others. */
export function TaskSwitch({ test, isOverview, isOfAll }: TaskSwitchProps) {
  const { tasks, parts, chosen, searchOf } = useTask(test);
  const current = chosen ?? tasks[0]?.number;
  const name = parts.length === tasks.length ? 'Tasks' : 'Tasks and questions';
  const isPart = parts.some(({ step }) => step.number === current);
  const { question } = useChosenQuestion(test);
  const { filter } = useResultFilter();
  const of = isOfAll ? { revision: 'all' as const, ...filter } : filter;
  const hasSeveral = parts.length > 1;
  const isListed = hasSeveral ? of.revision === 'all' : filter.revision === 'all';
  const { data } = useQuery({ ...overviewQuery(test._id, of), enabled: isListed });
  const deleted = isListed && data ? deletedSteps(test, data) : [];
  return (
    <>
      {(hasSeveral || deleted.length > 0) && (
        <Row key={isOverview ? 'overview' : current} label={name}>
          {hasSeveral && (
            <TaskLink to={searchOf(null)} isCurrent={isOverview} title="Overview">
              {parts.length === tasks.length ? `All ${tasksText(tasks)}` : name}
            </TaskLink>
          )}
          {parts.map(({ step, at }) => (
            <TaskLink
              key={step.number}
              to={searchOf(step.number)}
              isCurrent={!isOverview && step.number === current}
              title={stepName(test.steps, at)}
              value={<StepNumber testId={test._id} step={step.number} isOfAll={isOfAll} />}
            >
              <Name>{stepText(step)}</Name>
            </TaskLink>
          ))}
          {deleted.map(({ step, name: title, text }) => (
            <TaskLink
              key={step}
              to={searchOf(step)}
              isCurrent={!isOverview && step === current}
              title={title}
              value={<StepNumber testId={test._id} step={step} isOfAll={isOfAll} />}
            >
              <Name>{text}</Name>
            </TaskLink>
          ))}
        </Row>
      )}
      {!isPart && (
        <div className="mb-3 text-sm">
          <MoodText tone="plain">
            This {question ? 'question' : 'task'} is no longer in the test. You see the results from
            before it was deleted.
          </MoodText>
        </div>
      )}
    </>
  );
}

/** On a narrow page the row scrolls to its current link. */
function Row({ label, children }: { label: string; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (!list.current || !link) return;
    list.current.scrollLeft = link.offsetLeft - (list.current.clientWidth - link.offsetWidth) / 2;
  }, []);
  return (
    <nav aria-label={label} className="mb-2">
      <ul ref={list} className="relative flex gap-2 overflow-x-auto py-1 print:block">
        {children}
      </ul>
    </nav>
  );
}

interface TaskLinkProps {
  to: string;
  isCurrent: boolean;
  title: string;
  value?: ReactNode;
  children: ReactNode;
}

function TaskLink({ to, isCurrent, title, value, children }: TaskLinkProps) {
  return (
    <li className={isCurrent ? 'shrink-0' : 'shrink-0 print:hidden'}>
      <Link
        to={to}
        preventScrollReset
        aria-current={isCurrent ? 'page' : undefined}
        className="grid w-48 gap-0.5 rounded-md border border-line bg-surface px-3 py-2 text-sm transition-colors hover:border-line-strong focus-visible:-outline-offset-2 aria-[current]:border-accent aria-[current]:bg-accent-soft max-sm:w-40 print:w-auto"
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className="shrink-0 font-semibold">{title}</span>
          <span className="text-muted tabular-nums">{value}</span>
        </span>
        <span className="truncate text-muted">{children}</span>
      </Link>
    </li>
  );
}

interface StepNumberProps {
  testId: TestId;
  step: number;
  isOfAll: boolean;
}

/** The task's success, or its people where it has none; the number of a question; nothing until it is loaded. */
function StepNumber({ testId, step, isOfAll }: StepNumberProps) {
  const { filter } = useResultFilter();
  const of = isOfAll ? { revision: 'all' as const, ...filter } : filter;
  const { data } = useQuery(overviewQuery(testId, of));
  const line = data?.tasks.find((task) => task.step === step);
  if (line) return numberOf(line);
  const question = data?.questions.find((one) => one.question.number === step);
  if (!question) return null;
  const { value } = questionNumber(question);
  return <span className="line-clamp-1 max-w-28 text-end">{value}</span>;
}

function numberOf({ success, arrivals }: TaskResult): string {
  if (success === null || success.n === 0) return peopleCount(arrivals);
  return shareText(success) ?? countText(success);
}
