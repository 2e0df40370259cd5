// Changes a test's name, task, link and goal.
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Navigate, useParams } from 'react-router';
import type { TestOverview } from '#contract/test-summary.ts';
import { tests } from '#contract/tests.api.ts';
import { type TestForm, testForm } from '#contract/tests.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import { formFields, formOf } from '#web/entities/test/form-values.ts';
import { revisionsQuery, testQuery } from '#web/entities/test/test.query.ts';
import { call } from '#web/lib/api.ts';
import { isRefusal } from '#web/lib/api-error.ts';
import { useBreadcrumbs } from '#web/lib/breadcrumbs.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { pages } from '#web/lib/pages.ts';
import { ErrorView } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SaveAsDialog, useSaveAs } from './save-as.tsx';
import { FormSkeleton, TestFormView, updateTexts, ViewerNotice } from './test-form.tsx';
import { useGoal } from './use-goal.ts';

export function EditTestPage() {
  const { id = '' } = useParams();
  usePageTitle(updateTexts.title);
  const mayChange = useMayChange();
  const test = useQuery(testQuery(id));
  useBreadcrumbs([
    ...(test.data ? [{ label: test.data.name, href: pages.test.href(id) }] : []),
    { label: updateTexts.title, href: pages.editTest.href(id) },
  ]);
  if (!mayChange) return <ViewerNotice />;
  if (test.isPending) return <FormSkeleton />;
  // A failed refresh does not discard typed input.
  if (test.isError && (test.data === undefined || isRefusal(test.error))) {
    return isRefusal(test.error) ? (
      // The test's page shows that it does not exist.
      <Navigate to={pages.test.href(id)} replace />
    ) : (
      <ErrorView
        heading="h1"
        title="Failed to fetch test data."
        onRetry={() => void test.refetch()}
      />
    );
  }
  return <EditTest key={test.data._id} test={test.data} />;
}

/** Returns whether sent values differ from the stored ones. Blanks at the ends are not sent. */
function isAnother(typed: TestForm, stored: TestForm): boolean {
  return formFields.some((field) => typed[field].trim() !== stored[field].trim());
}

function EditTest({ test }: { test: TestOverview }) {
  const { company } = test;
  const form = useForm<TestForm>({
    resolver: zodResolver(testForm),
    mode: 'onTouched',
    // Other people's saved changes appear; fields that were edited here do not change.
    values: formOf(test),
    resetOptions: { keepDirtyValues: true },
  });
  const goal = useGoal(form.watch('figmaUrl'), { test });
  const revisions = useQuery(revisionsQuery(test._id)).data?.revisions;
  const newest = revisions?.find(({ _id }) => _id === test.revision._id);
  const saving = useSaveAs(test);
  return (
    <>
      <PageHeader title={updateTexts.title}>
        <p>The share link stays the same. Recordings made so far are kept.</p>
      </PageHeader>
      <SaveAsDialog {...saving.dialog} />
      <TestFormView
        form={form}
        goal={goal}
        sessions={newest?.sessions ?? 0}
        texts={updateTexts}
        send={(input) =>
          call(tests.update, {
            params: { id: test._id },
            body: {
              ...input,
              ...goal.body,
              ...saving.choice(),
              basedOn: test.revision._id,
              ...(company === '' ? {} : { company }),
            },
          })
        }
        ask={saving.ask}
        canSubmit={isAnother(form.watch(), formOf(test)) || goal.isChanged}
        cancelTo={pages.test.href(test._id)}
      />
    </>
  );
}
