// The tasks of a test with several, in their order: one is open, the others are folded to a line.

import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Copy, Ellipsis, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Goal } from '#contract/goals.ts';
import { type ParsedLink, parseLink } from '#contract/prototypes.ts';
import type { TaskStep } from '#contract/steps.ts';
import { aboutQuery } from '#web/entities/about.query.ts';
import {
  isCompleteTask,
  type TaskValues,
  type TestValues,
} from '#web/entities/test/form-values.ts';
import { TaskFields } from '#web/entities/test/test-fields.tsx';
import { type Edge, movedBy, movedTo, useSortable } from '#web/lib/sortable.ts';
import { MoodText } from '#web/ui/alert.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Menu } from '#web/ui/menu.tsx';
import { DragHandle, MoveButtons } from '#web/ui/move-buttons.tsx';
import { Name } from '#web/ui/name.tsx';
import { factsOf, goalOf } from './goal-draft.ts';
import { GoalSection } from './goal-section.tsx';
import { goalDraftOf } from './test-changes.ts';
import type { StoredTask } from './use-goal.ts';
import type { TaskActions } from './use-tasks.tsx';

interface TaskListProps {
  form: UseFormReturn<TestValues>;
  actions: TaskActions;
  /** Key of the open task. */
  open: string | null;
  onOpen: (key: string | null) => void;
  storedOf: (task: TaskValues) => StoredTask | null;
  placeholder: string;
  offersSample: boolean;
  sessions: number;
}

export function TaskList({ form, actions, open, onOpen, ...rest }: TaskListProps) {
  const [announcement, setAnnouncement] = useState('');
  const tasks = form.watch('tasks');
  const keys = tasks.map(({ key }) => key);
  const arrange = (key: string, to: readonly string[]) => {
    const [from, place] = [keys.indexOf(key), to.indexOf(key)];
    if (place === from) return;
    actions.move(from, place);
    setAnnouncement(`Task ${from + 1} is task ${place + 1} of ${to.length} now.`);
  };
  return (
    <>
      <ol aria-label="Tasks" className="grid gap-4">
        {tasks.map((task, at) => (
          <TaskItem
            key={task.key}
            form={form}
            at={at}
            task={task}
            isOpen={task.key === open}
            isLast={at === tasks.length - 1}
            onToggle={() => onOpen(task.key === open ? null : task.key)}
            onMoveBy={(by) => arrange(task.key, movedBy(keys, task.key, by))}
            onDropped={(key, edge) => arrange(key, movedTo(keys, key, { to: task.key, edge }))}
            actions={actions}
            {...rest}
          />
        ))}
      </ol>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

interface TaskItemProps
  extends Pick<
    TaskListProps,
    'form' | 'actions' | 'storedOf' | 'placeholder' | 'offersSample' | 'sessions'
  > {
  at: number;
  task: TaskValues;
  isOpen: boolean;
  isLast: boolean;
  onToggle: () => void;
  onMoveBy: (by: -1 | 1) => void;
  onDropped: (key: string, edge: Edge) => void;
}

function TaskItem({ at, task, isOpen, isLast, ...rest }: TaskItemProps) {
  const { actions, storedOf, onToggle, onMoveBy, onDropped } = rest;
  const id = useId();
  const drag = useSortable<HTMLLIElement>({
    kind: 'task',
    id: task.key,
    accepts: 'task',
    onDropped: (dragged, edge) => onDropped(dragged.id, edge),
  });
  const name = `Task ${at + 1}`;
  const stored = storedOf(task);
  return (
    <li
      ref={drag.element}
      data-edge={drag.edge ?? undefined}
      className={classNames(
        'rounded-lg border border-line bg-surface data-[edge=after]:shadow-[0_3px_0_var(--color-accent)] data-[edge=before]:shadow-[0_-3px_0_var(--color-accent)]',
        drag.isDragged && 'opacity-50',
      )}
    >
      <div className="flex items-center gap-1 py-2 pr-2 pl-1 max-sm:flex-wrap sm:pr-3 sm:pl-2">
        <DragHandle ref={drag.handle} />
        <h2 className="min-w-0 grow font-normal text-base max-sm:basis-[calc(100%-2rem)]">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={onToggle}
            className="flex min-h-11 w-full min-w-0 items-center gap-3 rounded-md px-2 py-1.5 text-start hover:bg-hover"
          >
            <ChevronDown
              aria-hidden
              className={classNames(
                'size-4 shrink-0 text-muted transition-transform',
                !isOpen && '-rotate-90',
              )}
            />
            <span className="grid min-w-0 gap-0.5">
              <span className="flex min-w-0 items-baseline gap-2">
                <span className="shrink-0 font-semibold">{name}</span>
                {!isOpen && (
                  <span dir="auto" className="truncate">
                    <Name>{task.task}</Name>
                  </span>
                )}
              </span>
              {!isOpen && <FoldedTask task={task} step={stored?.step} />}
            </span>
          </button>
        </h2>
        <span className="flex shrink-0 max-sm:ml-auto">
          <MoveButtons what={name} isFirst={at === 0} isLast={isLast} onMove={onMoveBy} />
          <TaskMenu name={name} at={at} actions={actions} />
        </span>
      </div>
      {isOpen && (
        <div id={id} className="grid gap-4 border-line border-t p-5 sm:p-6">
          <OpenTask at={at} stored={stored} {...rest} />
        </div>
      )}
    </li>
  );
}

type OpenTaskProps = Pick<
  TaskItemProps,
  'form' | 'at' | 'placeholder' | 'offersSample' | 'sessions'
> & { stored: StoredTask | null };

function OpenTask({ form, at, stored, placeholder, offersSample, sessions }: OpenTaskProps) {
  return (
    <>
      <TaskFields form={form} at={at} placeholder={placeholder} offersSample={offersSample} />
      <div className="border-line border-t pt-5">
        <GoalSection
          form={form}
          at={at}
          stored={stored}
          sessions={stored ? sessions : 0}
          heading="h3"
        />
      </div>
    </>
  );
}

function TaskMenu({ name, at, actions }: Pick<TaskItemProps, 'at' | 'actions'> & { name: string }) {
  return (
    <Menu
      trigger={
        <IconButton
          label={`More actions: ${name}`}
          title="More actions"
          icon={<Ellipsis aria-hidden className="size-4" />}
        />
      }
      items={[
        {
          id: 'duplicate',
          label: 'Duplicate',
          icon: <Copy aria-hidden className="size-4" />,
          disabled: actions.isFull,
          onSelect: () => actions.duplicate(at),
        },
        {
          id: 'delete',
          label: 'Delete',
          icon: <Trash2 aria-hidden className="size-4" />,
          tone: 'danger',
          onSelect: () => actions.askToRemove(at),
        },
      ]}
    />
  );
}

/** The prototype and the goal of a folded task, or what is missing. */
function FoldedTask({ task, step }: { task: TaskValues; step: TaskStep | undefined }) {
  const hosts = useQuery(aboutQuery).data?.linkHosts;
  if (!isCompleteTask(task)) {
    const missing = task.task.trim() === '' ? 'Write what participants are to do' : 'Add a link';
    return (
      <span className="text-sm">
        <MoodText tone="caution">{missing}</MoodText>
      </span>
    );
  }
  const link = parseLink(task.figmaUrl, hosts ?? []);
  const goal = goalOf(goalDraftOf(task, step, hosts), factsOf(task.figmaUrl, hosts));
  return (
    <span className="truncate text-muted text-sm">
      <Name>{placeOf(link)}</Name> · {goalText(goal)}
    </span>
  );
}

function placeOf(link: ParsedLink): string {
  if (link.kind === 'prototype') return link.title ?? link.host.name;
  return link.kind === 'page' ? new URL(link.url).host : '';
}

function goalText(goal: Goal | null): string {
  if (goal === null) return 'No goal';
  if (goal.kind === 'judged') return 'Decided while watching';
  const { length } = goal.screens;
  return length === 1 ? 'Goal: 1 screen' : `Goal: ${length} screens`;
}
