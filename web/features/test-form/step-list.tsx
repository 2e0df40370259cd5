// The steps of a test with several, in their order: one is open, the others are folded to a line.

import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Copy, Ellipsis, Shuffle, Split, Trash2 } from 'lucide-react';
import { useId } from 'react';
import type { Goal } from '#contract/goals.ts';
import { pictureOfLink } from '#contract/picture-link.ts';
import { type ParsedLink, parseLink } from '#contract/prototypes.ts';
import { isTask, type TaskStep } from '#contract/steps.ts';
import { stepName } from '#insight/step-name.ts';
import { aboutQuery } from '#web/entities/about.query.ts';
import type { TaskValues } from '#web/entities/test/form-values.ts';
import { conditionText, kindText, stepText } from '#web/entities/test/step-text.ts';
import { type Edge, movedTo, useSortable } from '#web/lib/sortable.ts';
import { MoodText } from '#web/ui/alert.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Menu } from '#web/ui/menu.tsx';
import { DragHandle, MoveButtons } from '#web/ui/move-buttons.tsx';
import { Name } from '#web/ui/name.tsx';
import { factsOf, goalOf } from './goal-draft.ts';
import { OpenStep, type OpenStepProps } from './open-step.tsx';
import type { PublishCheck } from './publish-checks.ts';
import { screeningText } from './screening-field.tsx';
import { goalDraftOf, goalRegionsOf } from './test-changes.ts';

export interface StepListProps extends Omit<OpenStepProps, 'at' | 'values'> {
  checks: readonly PublishCheck[];
  /** Key of the open step. */
  open: string | null;
  onOpen: (key: string | null) => void;
  /** The open step's fields stand beside the list. */
  isBeside: boolean;
}

export function StepList({ form, actions, open, onOpen, checks, ...rest }: StepListProps) {
  const { steps } = rest;
  const values = form.watch('steps');
  const keys = values.map(({ key }) => key);
  const arrange = (key: string, to: readonly string[]) =>
    actions.move(keys.indexOf(key), to.indexOf(key));
  return (
    <ol
      aria-label={steps.every(isTask) ? 'Tasks' : 'Steps'}
      className={rest.isBeside ? 'grid gap-2' : 'grid gap-4'}
    >
      {values.map((step, at) => (
        <StepItem
          key={step.key}
          form={form}
          at={at}
          values={step}
          problem={checks.find((check) => check.at === at && check.isProblem)?.text ?? null}
          isOpen={step.key === open}
          onToggle={() => onOpen(step.key === open && !rest.isBeside ? null : step.key)}
          onMoveBy={(by) => actions.move(at, at + by)}
          onDropped={(key, edge) => arrange(key, movedTo(keys, key, { to: step.key, edge }))}
          actions={actions}
          {...rest}
        />
      ))}
    </ol>
  );
}

interface StepItemProps extends OpenStepProps, Pick<StepListProps, 'isBeside'> {
  isOpen: boolean;
  /** The thing that keeps the form from being sent, or null. */
  problem: string | null;
  onToggle: () => void;
  onMoveBy: (by: -1 | 1) => void;
  onDropped: (key: string, edge: Edge) => void;
}

function StepItem({ at, values, steps, isOpen, isBeside, problem, ...rest }: StepItemProps) {
  const { actions, onToggle, onMoveBy, onDropped } = rest;
  const id = useId();
  const drag = useSortable<HTMLLIElement>({
    kind: 'step',
    id: values.key,
    accepts: 'step',
    onDropped: (dragged, edge) => onDropped(dragged.id, edge),
  });
  const name = stepName(steps, at);
  const isOnlyTask = isTask(values) && steps.filter(isTask).length === 1;
  const isUnfolded = isOpen && !isBeside;
  return (
    <li
      ref={drag.element}
      data-edge={drag.edge ?? undefined}
      className={classNames(
        'rounded-lg border data-[edge=after]:shadow-[0_3px_0_var(--color-accent)] data-[edge=before]:shadow-[0_-3px_0_var(--color-accent)]',
        isOpen && isBeside ? 'border-accent bg-accent-soft' : 'border-line bg-surface',
        drag.isDragged && 'opacity-50',
      )}
    >
      <div className="flex items-center gap-1 py-2 pr-2 pl-1 max-sm:flex-wrap sm:pr-3 sm:pl-2">
        <DragHandle ref={drag.handle} />
        <h2 className="min-w-0 grow font-normal text-base max-sm:basis-[calc(100%-2rem)]">
          <StepButton
            {...{ at, values, steps, isOpen, isBeside, isUnfolded, problem }}
            id={id}
            storedOf={rest.storedOf}
            onToggle={onToggle}
          />
        </h2>
        <span className="flex shrink-0 max-sm:ml-auto">
          {!isBeside && (
            <MoveButtons
              what={name}
              isFirst={at === 0}
              isLast={at === steps.length - 1}
              onMove={onMoveBy}
            />
          )}
          <StepMenu
            {...{ name, at, actions, isOnlyTask, values }}
            hasVariants={isTask(values) && values.variant !== undefined}
          />
        </span>
      </div>
      {isUnfolded && (
        <div id={id} className="grid gap-4 border-line border-t p-5 sm:p-6">
          <OpenStep at={at} values={values} steps={steps} {...rest} />
        </div>
      )}
    </li>
  );
}

interface StepButtonProps extends FoldedStepProps, Pick<StepItemProps, 'isOpen' | 'isBeside'> {
  isUnfolded: boolean;
  /** Id of the fields that it unfolds. */
  id: string;
  onToggle: () => void;
}

/** The line of a step, which opens it. */
function StepButton({ at, values, steps, isOpen, isBeside, ...rest }: StepButtonProps) {
  const { isUnfolded, id, storedOf, problem, onToggle } = rest;
  const step = steps[at];
  return (
    <button
      type="button"
      {...(isBeside
        ? { 'aria-current': isOpen || undefined }
        : { 'aria-expanded': isOpen, 'aria-controls': id })}
      onClick={onToggle}
      className="flex min-h-11 w-full min-w-0 items-center gap-3 rounded-md px-2 py-1.5 text-start hover:bg-hover"
    >
      {!isBeside && (
        <ChevronDown
          aria-hidden
          className={classNames(
            'size-4 shrink-0 text-muted transition-transform',
            !isOpen && '-rotate-90',
          )}
        />
      )}
      <span className="grid min-w-0 gap-0.5">
        <span className={isBeside ? 'grid min-w-0' : 'flex min-w-0 items-baseline gap-2'}>
          <span className="shrink-0 font-semibold">{stepName(steps, at)}</span>
          {!isUnfolded && (
            <span dir="auto" className="truncate">
              <Name>{step ? stepText(step) : ''}</Name>
            </span>
          )}
          {isUnfolded && step && <span className="text-muted text-sm">{kindText(step)}</span>}
          {values.shuffled && (
            <Badge>
              <Shuffle aria-hidden className="size-4" />
              Shuffled
            </Badge>
          )}
        </span>
        {!isUnfolded && <FoldedStep {...{ values, steps, at, storedOf, problem }} />}
      </span>
    </button>
  );
}

interface StepMenuProps extends Pick<StepItemProps, 'at' | 'actions' | 'values'> {
  name: string;
  /** A test needs a task, so its only one stays. */
  isOnlyTask: boolean;
  hasVariants: boolean;
}

function StepMenu({ name, at, actions, values, isOnlyTask, hasVariants }: StepMenuProps) {
  const isScreening = values.kind === 'question' && values.screening !== undefined;
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
        ...(isTask(values)
          ? [
              {
                id: 'variant',
                label: hasVariants ? 'Add another variant' : 'Add a variant',
                icon: <Split aria-hidden className="size-4" />,
                disabled: actions.isFull || actions.hasMostVariants(at),
                onSelect: () => actions.addVariant(at),
              },
            ]
          : []),
        {
          id: 'shuffle',
          label: values.shuffled ? 'Keep its place' : 'Shuffle with others',
          icon: <Shuffle aria-hidden className="size-4" />,
          disabled: isScreening,
          onSelect: () => actions.shuffle(at, !values.shuffled),
        },
        {
          id: 'delete',
          label: 'Delete',
          icon: <Trash2 aria-hidden className="size-4" />,
          tone: 'danger',
          disabled: isOnlyTask,
          onSelect: () => actions.askToRemove(at),
        },
      ]}
    />
  );
}

type FoldedStepProps = Pick<StepItemProps, 'at' | 'values' | 'steps' | 'storedOf' | 'problem'>;

/** Names what a folded step lacks, or its prototype and goal, its kind and its condition. */
function FoldedStep({ at, values, steps, storedOf, problem }: FoldedStepProps) {
  const step = steps[at];
  if (problem !== null || !step) {
    return (
      <span className="text-sm">
        <MoodText tone="caution">{problem}</MoodText>
      </span>
    );
  }
  const facts = [conditionText(steps, at), screeningText(steps, at)].filter(
    (text) => text !== null,
  );
  return (
    <span className="grid text-muted text-sm">
      {isTask(values) ? (
        <FoldedTask task={values} step={storedOf(values)?.step} />
      ) : (
        <span className="truncate">{kindText(step)}</span>
      )}
      {facts.map((fact) => (
        <span key={fact} dir="auto" className="text-start [overflow-wrap:anywhere]">
          <Name>{fact}</Name>
        </span>
      ))}
    </span>
  );
}

/** The prototype and the goal of a folded task. */
function FoldedTask({ task, step }: { task: TaskValues; step: TaskStep | undefined }) {
  const hosts = useQuery(aboutQuery).data?.linkHosts;
  const link = parseLink(task.figmaUrl, hosts ?? []);
  const isOnPicture = pictureOfLink(task.figmaUrl) !== null;
  const regions = goalRegionsOf(task, step);
  const goalOfPicture: Goal | null = regions.length > 0 ? { kind: 'regions', regions } : null;
  const goal = isOnPicture
    ? goalOfPicture
    : goalOf(goalDraftOf(task, step, hosts), factsOf(task.figmaUrl, hosts));
  return (
    <span className="truncate">
      <Name>{isOnPicture ? 'A picture' : placeOf(link)}</Name> · {goalText(goal)}
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
  const [noun, { length }] =
    goal.kind === 'regions' ? ['region', goal.regions] : ['screen', goal.screens];
  return length === 1 ? `Goal: 1 ${noun}` : `Goal: ${length} ${noun}s`;
}
