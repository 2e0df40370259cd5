// The form of a test, for creating and for editing: fields, actions, failure.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type Ref, useId, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { STEPS_MAX } from '#contract/limits.ts';
import { isTask, type TaskStep } from '#contract/steps.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import type { Test, TestInput, TestRevision } from '#contract/tests.ts';
import { aboutQuery } from '#web/entities/about.query.ts';
import { VIEWERS_WATCH } from '#web/entities/account/rights.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import type { TaskValues, TestValues } from '#web/entities/test/form-values.ts';
import { testQuery } from '#web/entities/test/test.query.ts';
import { NameField, TaskFields } from '#web/entities/test/test-fields.tsx';
import { ApiError, isRefusal, serverSentenceOf } from '#web/lib/api-error.ts';
import { pages } from '#web/lib/pages.ts';
import { toast } from '#web/lib/toasts.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-button.tsx';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import { PeopleIllustration } from '#web/ui/illustrations.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { GoalSection } from './goal-section.tsx';
import { TaskList } from './task-list.tsx';
import { goalDraftOf, isChangedTest, stepOf, testBody } from './test-changes.ts';
import type { StoredTask } from './use-goal.ts';
import { DeleteTaskDialog, type TaskActions, useTasks } from './use-tasks.tsx';

interface TestFormViewProps {
  form: UseFormReturn<TestValues>;
  /** The test as it is stored, or null for a new one. */
  test: TestOverview | null;
  revisions?: readonly TestRevision[];
  texts: TestTexts;
  send: (body: TestInput) => Promise<Test>;
  onSaved?: () => void;
  cancelTo: string;
  /** Requests a confirmation before the form is sent; false cancels. */
  ask?: (values: TestValues) => Promise<boolean>;
}

const examples = {
  name: 'Checkout, second draft',
  task: 'You want to send a plant to a friend. Find one that suits a dark flat and order it.',
};

export function TestFormView({ form, test, revisions = [], texts, ...rest }: TestFormViewProps) {
  const { send, onSaved, cancelTo, ask } = rest;
  const hosts = useQuery(aboutQuery).data?.linkHosts;
  const steps = test?.steps.filter(isTask) ?? [];
  const addButton = useRef<HTMLButtonElement>(null);
  const storedOf = (task: TaskValues) => {
    const step = stepOf(task, steps);
    return test && step ? { testId: test._id, step } : null;
  };
  const { open, setOpen, actions, dialog } = useTasks(form, {
    hasResults: ({ number }) => hasResults(revisions, number),
    goalOf: (task) => goalDraftOf(task, stepOf(task, steps), hosts),
    focusAfter: addButton,
  });
  const saving = useSaveTest({
    form,
    texts,
    send: (values) => send(testBody(values, steps, hosts)),
    ...(onSaved ? { onSaved } : {}),
    onRefusedTask: (at) => setOpen(form.getValues(`tasks.${at}.key`)),
  });
  const values = form.watch();
  const isChanged = test ? isChangedTest(values, test, hosts) : form.formState.isDirty;
  // The form has been sent, so leaving loses nothing.
  useUnsavedChanges(isChanged && !saving.isPending, test ? 'page' : 'tab');
  const submit = form.handleSubmit(async (input) => {
    if (ask === undefined || (await ask(input))) saving.mutate(input);
  });
  if (saving.isError && !isRefusal(saving.error)) {
    return <SaveFailed title={texts.failed} onRetry={() => void submit()} onBack={saving.reset} />;
  }
  const [first, ...others] = values.tasks;
  const newest = revisions.find(({ _id }) => _id === test?.revision._id);
  const parts = {
    form,
    storedOf,
    placeholder: examples.task,
    offersSample: test === null,
    sessions: newest?.sessions ?? 0,
  };
  return (
    <div className="grid gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,52rem)_17rem]">
      <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        {first && others.length === 0 ? (
          <OnlyTask {...parts} stored={storedOf(first)} />
        ) : (
          <>
            <Card>
              <NameField form={form} placeholder={examples.name} />
            </Card>
            <TaskList {...parts} actions={actions} open={open} onOpen={setOpen} />
          </>
        )}
        <AddTask ref={addButton} actions={actions} />
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            disabled={!(form.formState.isValid && (test === null || isChanged))}
            busy={saving.isPending}
          >
            {texts.submit}
          </Button>
          <LinkButton to={cancelTo} variant="quiet">
            Cancel
          </LinkButton>
        </div>
        {saving.isError && (
          <Alert tone="danger" title={texts.failed}>
            What you typed is still here.
          </Alert>
        )}
      </form>
      <WritingTips />
      <DeleteTaskDialog dialog={dialog} />
    </div>
  );
}

function hasResults(revisions: readonly TestRevision[], step: number | null): boolean {
  return revisions.some(
    ({ sessions, steps }) => sessions > 0 && steps.some(({ number }) => number === step),
  );
}

type OnlyTaskProps = Omit<Parameters<typeof TaskList>[0], 'actions' | 'open' | 'onOpen'> & {
  stored: StoredTask | null;
};

/** The form of a test with one task: name, task and link together, then the goal. */
function OnlyTask({ form, stored, placeholder, offersSample, sessions }: OnlyTaskProps) {
  return (
    <>
      <Card className="grid gap-4">
        <NameField form={form} placeholder={examples.name} />
        <TaskFields form={form} at={0} placeholder={placeholder} offersSample={offersSample} />
      </Card>
      <Card>
        <GoalSection form={form} at={0} stored={stored} sessions={sessions} heading="h2" />
      </Card>
    </>
  );
}

interface AddTaskProps {
  ref: Ref<HTMLButtonElement>;
  actions: TaskActions;
}

function AddTask({ ref, actions }: AddTaskProps) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-line border-dashed px-5 py-3 sm:px-6">
      <Button
        ref={ref}
        variant="secondary"
        icon={<Plus aria-hidden className="size-4" />}
        disabled={actions.isFull}
        aria-describedby={id}
        onClick={actions.add}
      >
        Add a task
      </Button>
      <p id={id} className="text-muted text-sm">
        {actions.isFull
          ? `A test can have up to ${STEPS_MAX} tasks.`
          : 'Participants do the tasks one after another, in one recording.'}
      </p>
    </div>
  );
}

interface SaveOptions {
  form: UseFormReturn<TestValues>;
  texts: TestTexts;
  send: (values: TestValues) => Promise<Test>;
  /** Runs before the dashboard opens. */
  onSaved?: () => void;
  /** Runs when the server refuses a field of a task, with the task's place. */
  onRefusedTask: (at: number) => void;
}

/** Sends the form. On success the list is loaded again; on a rejection the server's messages are shown. */
function useSaveTest({ form, texts, send, onSaved, onRefusedTask }: SaveOptions) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const openingOf = ({ _id }: Test) => ({
    label: 'Open',
    does: () => void navigate(pages.test.href(_id)),
  });
  return useCall(send, {
    onSuccess: async (test) => {
      onSaved?.();
      queryClient.setQueryData(
        testQuery(test._id).queryKey,
        (known) => known && { ...known, ...test, steps: test.steps ?? [onlyStepOf(known, test)] },
      );
      toast.success(texts.done, ...(texts.offersLink ? [copyLinkOf(test), openingOf(test)] : []));
      await navigate(pages.dashboard.href());
      await queryClient.invalidateQueries({ queryKey: queryKeys.testList.key });
      // The number of an only step is known to the server alone.
      await queryClient.invalidateQueries({ queryKey: testQuery(test._id).queryKey });
    },
    failed: (error) => serverSentenceOf(error, texts.failed),
    onFailure: (sentence, error) => {
      showRefusedFields(form, error, onRefusedTask);
      toast.error(sentence);
    },
  });
}

/** Shows the server's sentences at the fields of the form, which has the first task's fields in its list. */
function showRefusedFields(
  { setError }: UseFormReturn<TestValues>,
  error: unknown,
  onRefusedTask: (at: number) => void,
): void {
  if (!(error instanceof ApiError)) return;
  for (const [field, message] of Object.entries(error.fields)) {
    const [, at = '0', name = field] = /^steps\.(\d+)\.(\w+)$/.exec(field) ?? [];
    if (name === 'name') setError('name', { type: 'refused', message });
    if (name !== 'task' && name !== 'figmaUrl' && name !== 'goal') continue;
    setError(`tasks.${Number(at)}.${name}`, { type: 'refused', message });
    onRefusedTask(Number(at));
  }
}

/** Returns the step of a test with one task, which a saved test does not list. */
function onlyStepOf({ steps }: TestOverview, { task, figmaUrl, goal, asks }: Test): TaskStep {
  const step = steps.find(isTask);
  return { number: step?.number ?? 1, kind: 'task', task, figmaUrl, goal, asks };
}

/** The next step after a test was created: to invite participants. */
function copyLinkOf({ link }: Test) {
  const copy = async () => {
    if (await copyText(link)) toast.success('Link copied');
    else toast.error('Your browser did not allow copying. Open the test to select its link.');
  };
  return { label: 'Copy link', does: () => void copy() };
}

interface SaveFailedProps {
  title: string;
  onRetry: () => void;
  onBack: () => void;
}

/** Replaces the form when saving failed without a helpful answer. Typed input is preserved. */
function SaveFailed({ title, onRetry, onBack }: SaveFailedProps) {
  return (
    <ErrorView
      title={title}
      onRetry={onRetry}
      actions={
        <Button variant="secondary" onClick={onBack}>
          Back to the form
        </Button>
      }
    >
      What you typed is still here.
    </ErrorView>
  );
}

/** Placeholder of the form while its data loads. */
export function FormSkeleton() {
  return (
    <div role="status" aria-label="Loading the form" className="grid max-w-3xl gap-6">
      <Skeleton className="h-9 w-56" />
      <Skeleton className="h-16" />
      <Skeleton className="h-40" />
      <Skeleton className="h-16" />
      <Skeleton className="h-10 w-32" />
    </div>
  );
}

interface TestTexts {
  title: string;
  submit: string;
  done: string;
  failed: string;
  /** The toast copies the test's share link and opens the test. */
  offersLink: boolean;
}

/** Texts of the create page and the edit page (section 8). */
export const createTexts: TestTexts = {
  title: 'Create test',
  submit: 'Create test',
  done: 'Test Created Successfully!',
  failed: 'Failed to create test.',
  offersLink: true,
};

export const updateTexts: TestTexts = {
  title: 'Edit test',
  submit: 'Update',
  done: 'Test Updated Successfully!',
  failed: 'Failed to update test.',
  offersLink: false,
};

const tips = [
  {
    title: 'Give a goal, not a route',
    text: 'Write “Send a plant to a friend”, not “Press Shop, then Gifts”.',
  },
  {
    title: 'Avoid words from the screen',
    text: 'Labels from the screen give the answer away.',
  },
  {
    title: 'Few tasks',
    text: 'People finish short tests. Three to six tasks are plenty.',
  },
];

/** Hints beside the form for a good task. */
function WritingTips() {
  return (
    <aside aria-labelledby="writing-tips" className="content-start lg:pt-1">
      <h2 id="writing-tips" className="text-lg">
        Writing tips
      </h2>
      <ol className="mt-4 grid gap-5 sm:grid-cols-3 lg:grid-cols-1">
        {tips.map((tip) => (
          <li key={tip.title} className="border-line border-t pt-4 text-sm">
            <p className="font-semibold">{tip.title}</p>
            <p className="mt-1 text-muted">{tip.text}</p>
          </li>
        ))}
      </ol>
    </aside>
  );
}

/** Replaces the forms of a test for a viewer. */
export function ViewerNotice() {
  return (
    <EmptyState
      illustration={<PeopleIllustration />}
      heading="h1"
      title="Members set up tests"
      action={<LinkButton to={pages.dashboard.href()}>Go to the tests</LinkButton>}
    >
      {VIEWERS_WATCH}
    </EmptyState>
  );
}
