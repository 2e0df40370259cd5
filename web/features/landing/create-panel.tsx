// The create form. It loads after the landing page's first screen, with the libraries of forms, queries and
// schemas.
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { isTask } from '#contract/steps.ts';
import { signInQuery } from '#web/entities/account/account.query.ts';
import { queryClient } from '#web/entities/query-client.ts';
import { testDraft } from '#web/entities/storage-keys.ts';
import {
  draftOfValues,
  type TestValues,
  testResolver,
  valuesOfDraft,
} from '#web/entities/test/form-values.ts';
import { NameField, TaskFields } from '#web/entities/test/test-fields.tsx';
import { pages } from '#web/lib/pages.ts';
import { Button } from '#web/ui/button.tsx';

export function CreatePanel({ onSignInNeeded }: { onSignInNeeded: () => void }) {
  return (
    <QueryClientProvider client={queryClient}>
      <CreateForm onSignInNeeded={onSignInNeeded} />
    </QueryClientProvider>
  );
}

const examples = {
  name: 'A plant as a gift',
  task: 'A friend has moved into a flat with a dark hallway. Find a plant for it and order it as a gift.',
};

/** Valid input is stored as a draft and opens /create-test, after the sign-in if necessary. */
function CreateForm({ onSignInNeeded }: { onSignInNeeded: () => void }) {
  const form = useForm<TestValues>({
    resolver: testResolver,
    mode: 'onTouched',
    defaultValues: valuesOfDraft(testDraft.read()),
  });
  const signIn = useQuery(signInQuery);
  const goOn = (values: TestValues) => {
    testDraft.write(draftOfValues(values));
    if (signIn.data) location.assign(pages.createTest.href());
    else onSignInNeeded();
  };
  return (
    <form
      noValidate
      className="grid content-start gap-2"
      onSubmit={(event) => void form.handleSubmit(goOn)(event)}
    >
      <NameField form={form} placeholder={examples.name} />
      <TaskFields
        form={form}
        at={form.getValues('steps').findIndex(isTask)}
        placeholder={examples.task}
        offersSample
      />
      <Button
        type="submit"
        size="lg"
        className="justify-self-start max-sm:w-full"
        disabled={!form.formState.isValid}
      >
        Create test
      </Button>
    </form>
  );
}
