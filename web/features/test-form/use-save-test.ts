// Sending the form of a test, and its texts.
import { useQueryClient } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { isTask, type TaskStep } from '#contract/steps.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import type { Test } from '#contract/tests.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import type { TestValues } from '#web/entities/test/form-values.ts';
import { testQuery } from '#web/entities/test/test.query.ts';
import { ApiError, serverSentenceOf } from '#web/lib/api-error.ts';
import { pages } from '#web/lib/pages.ts';
import { toast } from '#web/lib/toasts.ts';
import { useCall } from '#web/lib/use-call.ts';
import { copyText } from '#web/ui/copy-button.tsx';

export interface TestTexts {
  title: string;
  submit: string;
  /** The same where there are several steps. */
  submitSteps: string;
  done: string;
  failed: string;
  /** The toast copies the test's share link and opens the test. */
  offersLink: boolean;
}

/** Texts of the create page and the edit page (section 8). */
export const createTexts: TestTexts = {
  title: 'Create test',
  submit: 'Create test',
  submitSteps: 'Create test',
  done: 'Test Created Successfully!',
  failed: 'Failed to create test.',
  offersLink: true,
};

export const updateTexts: TestTexts = {
  title: 'Edit test',
  submit: 'Update',
  submitSteps: 'Publish',
  done: 'Test Updated Successfully!',
  failed: 'Failed to update test.',
  offersLink: false,
};

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
export function useSaveTest({ form, texts, send, onSaved, onRefusedStep }: SaveOptions) {
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
