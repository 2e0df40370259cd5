// The form of a test, for creating and for editing: fields, actions, failure.
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { isTask } from '#contract/steps.ts';
import type { TestInput } from '#contract/test-inputs.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import type { Test, TestRevision } from '#contract/tests.ts';
import { aboutQuery } from '#web/entities/about.query.ts';
import { VIEWERS_WATCH } from '#web/entities/account/rights.ts';
import { stepsOfValues, type TaskValues, type TestValues } from '#web/entities/test/form-values.ts';
import { NameField } from '#web/entities/test/test-fields.tsx';
import { isRefusal } from '#web/lib/api-error.ts';
import { pages } from '#web/lib/pages.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import { PeopleIllustration } from '#web/ui/illustrations.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { AddStep } from './add-step.tsx';
import { GoalSection } from './goal-section.tsx';
import type { OpenStepProps } from './open-step.tsx';
import { publishChecks } from './publish-checks.ts';
import { StepsEditor } from './steps-editor.tsx';
import { TaskOn } from './task-on.tsx';
import { goalDraftOf, hasGoal, isChangedTest, taskOf, testBody } from './test-changes.ts';
import { type TestTexts, useSaveTest } from './use-save-test.ts';
import { DeleteStepDialog, useSteps } from './use-steps.tsx';

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
  const stored = test?.steps ?? [];
  const addButton = useRef<HTMLButtonElement>(null);
  const storedOf = (task: TaskValues) => {
    const step = taskOf(task, stored);
    return test && step ? { testId: test._id, step } : null;
  };
  const { open, setOpen, actions, dialog, announcement } = useSteps(form, {
    hasResults: ({ number }) => hasResults(revisions, number),
    goalOf: (task) => goalDraftOf(task, taskOf(task, stored), hosts),
    focusAfter: addButton,
  });
  const saving = useSaveTest({
    form,
    texts,
    send: (values) => send(testBody(values, stored, hosts)),
    ...(onSaved ? { onSaved } : {}),
    onRefusedStep: (at) => setOpen(form.getValues('steps')[at]?.key ?? null),
  });
  const values = form.watch();
  const isChanged = test ? isChangedTest(values, test, hosts) : form.formState.isDirty;
  // The draft of a stored test is on the server. A form that has been sent loses nothing by leaving.
  useUnsavedChanges(test === null && isChanged && !saving.isPending, 'tab');
  const submit = form.handleSubmit(async (input) => {
    if (ask === undefined || (await ask(input))) saving.mutate(input);
  });
  if (saving.isError && !isRefusal(saving.error)) {
    return <SaveFailed title={texts.failed} onRetry={() => void submit()} onBack={saving.reset} />;
  }
  const [first] = values.steps;
  const steps = stepsOfValues(values.steps);
  const newest = revisions.find(({ _id }) => _id === test?.revision._id);
  const parts = {
    form,
    storedOf,
    placeholder: examples.task,
    offersSample: test === null,
    sessions: newest?.sessions ?? 0,
  };
  const checks = publishChecks(values.steps, {
    steps,
    hosts: hosts ?? [],
    hasGoal: (task) => hasGoal(task, taskOf(task, stored), hosts),
  });
  const isBlocked = checks.some(({ isProblem }) => isProblem);
  const isOnlyTask = first && isTask(first) && steps.length === 1;
  const actionsRow = (
    <>
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          disabled={!(form.formState.isValid && !isBlocked && (test === null || isChanged))}
          busy={saving.isPending}
        >
          {isOnlyTask ? texts.submit : texts.submitSteps}
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
    </>
  );
  const deletion = <DeleteStepDialog dialog={dialog} />;
  if (!isOnlyTask) {
    return (
      <StepsEditor
        {...parts}
        {...{ steps, actions, open, checks, announcement, addButton }}
        name={<NameField form={form} placeholder={examples.name} />}
        onOpen={setOpen}
        asksOf={(task) => goalDraftOf(task, taskOf(task, stored), hosts).asks}
        onSubmit={() => void submit()}
        actionsRow={actionsRow}
        deletion={deletion}
      />
    );
  }
  return (
    <div className="grid gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,52rem)_17rem]">
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <OnlyTask {...parts} task={first} />
        <AddStep ref={addButton} actions={actions} />
        {actionsRow}
      </form>
      <WritingTips />
      {deletion}
    </div>
  );
}

function hasResults(revisions: readonly TestRevision[], step: number | null): boolean {
  return revisions.some(
    ({ sessions, steps }) => sessions > 0 && steps.some(({ number }) => number === step),
  );
}

type OnlyTaskProps = Omit<OpenStepProps, 'actions' | 'at' | 'values' | 'steps'> & {
  task: TaskValues;
};

/** The form of a test with one task: name, task and link together, then the goal. */
function OnlyTask({ form, task, storedOf, placeholder, offersSample, sessions }: OnlyTaskProps) {
  return (
    <>
      <Card className="grid gap-4">
        <NameField form={form} placeholder={examples.name} />
        <TaskOn
          form={form}
          at={0}
          task={task}
          stored={storedOf(task)?.step}
          placeholder={placeholder}
          offersSample={offersSample}
        />
      </Card>
      <Card>
        <GoalSection
          form={form}
          at={0}
          task={task}
          stored={storedOf(task)}
          sessions={sessions}
          heading="h2"
        />
      </Card>
    </>
  );
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
