// The form of a test, for creating and for editing: fields, actions, failure.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { unreachableSteps } from '#contract/conditions.ts';
import { isTask, type Step, type TaskStep } from '#contract/steps.ts';
import type { TestInput } from '#contract/test-inputs.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import type { Test, TestRevision } from '#contract/tests.ts';
import { aboutQuery } from '#web/entities/about.query.ts';
import { VIEWERS_WATCH } from '#web/entities/account/rights.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { stepsOfValues, type TaskValues, type TestValues } from '#web/entities/test/form-values.ts';
import { stepName } from '#web/entities/test/step-text.ts';
import { testQuery } from '#web/entities/test/test.query.ts';
import { NameField } from '#web/entities/test/test-fields.tsx';
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
import { AddStep } from './add-step.tsx';
import { problemOf } from './condition-field.tsx';
import { GoalSection } from './goal-section.tsx';
import { StepList } from './step-list.tsx';
import { TaskOn } from './task-on.tsx';
import { goalDraftOf, isChangedTest, taskOf, testBody } from './test-changes.ts';
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
  const { open, setOpen, actions, dialog } = useSteps(form, {
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
  // The form has been sent, so leaving loses nothing.
  useUnsavedChanges(isChanged && !saving.isPending, test ? 'page' : 'tab');
  const submit = form.handleSubmit(async (input) => {
    if (ask === undefined || (await ask(input))) saving.mutate(input);
  });
  if (saving.isError && !isRefusal(saving.error)) {
    return <SaveFailed title={texts.failed} onRetry={() => void submit()} onBack={saving.reset} />;
  }
  const [first] = values.steps;
  const steps = stepsOfValues(values.steps);
  const hasProblem = steps.some((_, at) => problemOf(steps, at) !== null);
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
        {first && isTask(first) && steps.length === 1 ? (
          <OnlyTask {...parts} task={first} />
        ) : (
          <>
            <Card>
              <NameField form={form} placeholder={examples.name} />
            </Card>
            <StepList {...parts} actions={actions} open={open} onOpen={setOpen} />
          </>
        )}
        <AddStep ref={addButton} actions={actions} />
        {!hasProblem && <Unreachable steps={steps} />}
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            disabled={!(form.formState.isValid && !hasProblem && (test === null || isChanged))}
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
      <DeleteStepDialog dialog={dialog} />
    </div>
  );
}

function hasResults(revisions: readonly TestRevision[], step: number | null): boolean {
  return revisions.some(
    ({ sessions, steps }) => sessions > 0 && steps.some(({ number }) => number === step),
  );
}

type OnlyTaskProps = Omit<Parameters<typeof StepList>[0], 'actions' | 'open' | 'onOpen'> & {
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

/** Names the steps that are out of every participant's reach. They can be saved. @param steps whose conditions have no problem */
function Unreachable({ steps }: { steps: readonly Step[] }) {
  const unreachable = unreachableSteps(steps);
  if (unreachable.length === 0) return null;
  const names = unreachable.map((number) =>
    stepName(
      steps,
      steps.findIndex((step) => step.number === number),
    ),
  );
  return (
    <Alert tone="warning" title={`Nobody can reach ${listText.format(names)}.`}>
      No answers meet {names.length > 1 ? 'their conditions' : 'its condition'}.
    </Alert>
  );
}

const listText = new Intl.ListFormat('en');

interface SaveOptions {
  form: UseFormReturn<TestValues>;
  texts: TestTexts;
  send: (values: TestValues) => Promise<Test>;
  /** Runs before the dashboard opens. */
  onSaved?: () => void;
  /** Runs when the server refuses a field of a step, with the step's place. */
  onRefusedStep: (at: number) => void;
}

/** Sends the form. On success the list is loaded again; on a rejection the server's messages are shown. */
function useSaveTest({ form, texts, send, onSaved, onRefusedStep }: SaveOptions) {
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
      showRefusedFields(form, error, onRefusedStep);
      toast.error(sentence);
    },
  });
}

/** Shows the server's sentences at the fields of the form, whose list has the first task's fields too. */
function showRefusedFields(
  { setError, getValues }: UseFormReturn<TestValues>,
  error: unknown,
  onRefusedStep: (at: number) => void,
): void {
  if (!(error instanceof ApiError)) return;
  const steps = getValues('steps');
  const places: number[] = [];
  for (const [path, message] of Object.entries(error.fields)) {
    const refusal = { type: 'refused', message };
    if (path === 'name') setError('name', refusal);
    const [, place, ofStep = path] = /^steps\.(\d+)\.(.+)$/.exec(path) ?? [];
    const at = place === undefined ? steps.findIndex(isTask) : Number(place);
    const field = stepFields.find((one) => `${ofStep}.`.startsWith(`${one}.`));
    if (field === undefined) continue;
    setError(`steps.${at}.${field}`, refusal);
    places.push(at);
  }
  if (places.length > 0) onRefusedStep(Math.min(...places));
}

/** Fields of a step that show a sentence of the server about themselves, and about what is in them. */
const stepFields = [
  'task',
  'figmaUrl',
  'goal',
  'question',
  'help',
  'text',
  'form.options',
  'form.low',
  'form.high',
  'shownWhen',
  'variant',
  'shuffled',
] as const;

/** Returns the step of a test with one task, which a saved test does not list. */
function onlyStepOf({ steps }: TestOverview, { task, figmaUrl, goal, asks }: Test): TaskStep {
  const step = steps.find(isTask);
  return { number: step?.number ?? 1, kind: 'task', task, figmaUrl, goal, asks };
}

/** The next step after a test was created: to invite participants. */
function copyLinkOf({ link }: Test) {
  const copy = async () => {
    if (await copyText(link)) toast.success('Link copied');
    else toast.error('The browser refused to copy. Open the test for its link.');
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
