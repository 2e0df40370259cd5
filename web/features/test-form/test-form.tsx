// The form of a test, for creating and for editing: fields, actions, failure.
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Test, TestForm } from '#contract/tests.ts';
import { TestFields } from '#web/entities/test/test-fields.tsx';
import { isRefusal } from '#web/lib/api-error.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { SaveFailed } from './save-failed.tsx';
import { useSaveTest } from './save-test.ts';
import type { TestTexts } from './test-texts.ts';
import { WritingTips } from './writing-tips.tsx';

interface TestFormViewProps {
  form: UseFormReturn<TestForm>;
  texts: TestTexts;
  send: (input: TestForm) => Promise<Test>;
  onSaved?: () => void;
  /** Beside validity: what else has to hold before the form can be sent. */
  canSubmit?: boolean;
  cancelTo: string;
  /** What is typed outlives the page, in this tab. */
  isDraftKept?: boolean;
  /** Stands above the fields. */
  children?: ReactNode;
}

const examples = {
  name: 'Checkout, second draft',
  task: 'You want to send a plant to a friend. Find one that suits a dark flat and order it.',
};

export function TestFormView({ form, texts, send, ...rest }: TestFormViewProps) {
  const { onSaved, canSubmit = true, cancelTo, isDraftKept = false, children } = rest;
  const saving = useSaveTest({ form, texts, send, ...(onSaved ? { onSaved } : {}) });
  // Once sent, nothing is lost by going on.
  useUnsavedChanges(form.formState.isDirty && !saving.isPending, isDraftKept ? 'tab' : 'page');
  const submit = form.handleSubmit((input) => saving.mutate(input));
  if (saving.isError && !isRefusal(saving.error)) {
    return <SaveFailed title={texts.failed} onRetry={() => void submit()} onBack={saving.reset} />;
  }
  return (
    <div className="grid gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,52rem)_17rem]">
      <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        {children}
        <Card className="grid gap-6">
          <TestFields form={form} examples={examples} />
        </Card>
        {saving.isError && (
          <Alert tone="danger" title={texts.failed}>
            What you typed is still here.
          </Alert>
        )}
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
      </form>
      <WritingTips />
    </div>
  );
}
