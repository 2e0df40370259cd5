// The form of a test, for creating and for editing: fields, actions, failure.
import { useQueryClient } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { Step } from '#contract/steps.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import type { Test, TestForm } from '#contract/tests.ts';
import { VIEWERS_WATCH } from '#web/entities/account/rights.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { formFields } from '#web/entities/test/form-values.ts';
import { testQuery } from '#web/entities/test/test.query.ts';
import { TestFields } from '#web/entities/test/test-fields.tsx';
import { fieldErrorOf, isRefusal, serverSentenceOf, showFieldErrors } from '#web/lib/api-error.ts';
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
import type { useGoal } from './use-goal.ts';

interface TestFormViewProps {
  form: UseFormReturn<TestForm>;
  goal: ReturnType<typeof useGoal>;
  texts: TestTexts;
  send: (input: TestForm) => Promise<Test>;
  onSaved?: () => void;
  /** Number of sessions of the revision that the form changes. */
  sessions?: number;
  /** Further conditions for sending, in addition to valid fields. */
  canSubmit?: boolean;
  cancelTo: string;
  /** Requests a confirmation before the form is sent; false cancels. */
  ask?: (input: TestForm) => Promise<boolean>;
  /** Typed input outlives the page, in this tab. */
  isDraftStored?: boolean;
  /** Offers the sample prototype. */
  offersSample?: boolean;
}

const examples = {
  name: 'Checkout, second draft',
  task: 'You want to send a plant to a friend. Find one that suits a dark flat and order it.',
};

export function TestFormView({ form, goal, texts, send, ...rest }: TestFormViewProps) {
  const {
    onSaved,
    sessions = 0,
    canSubmit = true,
    cancelTo,
    isDraftStored = false,
    ask,
    offersSample = false,
  } = rest;
  const saving = useSaveTest({ form, texts, send, ...(onSaved ? { onSaved } : {}) });
  // The form has been sent, so leaving loses nothing.
  const isChanged = form.formState.isDirty || goal.isChanged;
  useUnsavedChanges(isChanged && !saving.isPending, isDraftStored ? 'tab' : 'page');
  const submit = form.handleSubmit(async (input) => {
    if (ask === undefined || (await ask(input))) saving.mutate(input);
  });
  if (saving.isError && !isRefusal(saving.error)) {
    return <SaveFailed title={texts.failed} onRetry={() => void submit()} onBack={saving.reset} />;
  }
  return (
    <div className="grid gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,52rem)_17rem]">
      <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <Card className="grid gap-4">
          <TestFields form={form} examples={examples} offersSample={offersSample} />
        </Card>
        <GoalSection
          goal={goal.model}
          sessions={sessions}
          error={fieldErrorOf(saving.error, 'goal')}
        />
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            disabled={!(form.formState.isValid && canSubmit)}
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
    </div>
  );
}

interface SaveOptions {
  form: UseFormReturn<TestForm>;
  texts: TestTexts;
  send: (input: TestForm) => Promise<Test>;
  /** Runs before the dashboard opens. */
  onSaved?: () => void;
}

/** Sends the form. On success the list is loaded again; on a rejection the server's messages are shown. */
function useSaveTest({ form, texts, send, onSaved }: SaveOptions) {
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
    },
    failed: (error) => serverSentenceOf(error, texts.failed),
    onFailure: (sentence, error) => {
      showFieldErrors(error, form.setError, formFields);
      toast.error(sentence);
    },
  });
}

/** Returns the step of a test with one task, which a saved test does not list. */
function onlyStepOf({ steps: [step] }: TestOverview, { task, figmaUrl, goal, asks }: Test): Step {
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
    title: 'One task per test',
    text: 'People finish short tests, and the heatmaps are easier to read.',
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
