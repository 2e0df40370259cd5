// Changes a test's name and its steps.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { Navigate, useParams } from 'react-router';
import { pilotAddress } from '#contract/pilots.ts';
import { testForms } from '#contract/test-forms.api.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import { type TestValues, testResolver } from '#web/entities/test/form-values.ts';
import { revisionsQuery, testQuery } from '#web/entities/test/test.query.ts';
import { call } from '#web/lib/api.ts';
import { isRefusal } from '#web/lib/api-error.ts';
import { useBreadcrumbs } from '#web/lib/breadcrumbs.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { pages } from '#web/lib/pages.ts';
import { ErrorView } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { isSame } from './goal-draft.ts';
import { SaveAsDialog, useSaveAs } from './save-as.tsx';
import { mergedValues, valuesOfTest } from './test-changes.ts';
import { FormSkeleton, TestFormView, ViewerNotice } from './test-form.tsx';
import { updateTexts } from './use-save-test.ts';

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

function EditTest({ test }: { test: TestOverview }) {
  const { company } = test;
  const form = useForm<TestValues>({
    resolver: testResolver,
    mode: 'onTouched',
    defaultValues: valuesOfTest(test),
  });
  useSavedChanges(form, test);
  const revisions = useQuery(revisionsQuery(test._id)).data?.revisions;
  const saving = useSaveAs(test);
  return (
    <>
      <PageHeader title={updateTexts.title}>
        <p>
          The share link stays the same. Recordings made so far are kept.{' '}
          <a href={pilotAddress(test.link)} target="_blank" rel="noopener">
            Try it yourself
          </a>{' '}
          as you saved it last.
        </p>
      </PageHeader>
      <SaveAsDialog {...saving.dialog} />
      <TestFormView
        form={form}
        test={test}
        {...(revisions ? { revisions } : {})}
        texts={updateTexts}
        send={(input) =>
          call(testForms.update, {
            params: { id: test._id },
            body: {
              ...input,
              ...saving.choice(),
              basedOn: test.revision._id,
              ...(company === '' ? {} : { company }),
            },
          })
        }
        ask={saving.ask}
        cancelTo={pages.test.href(test._id)}
      />
    </>
  );
}

/** Shows other people's saved changes; what was edited here does not change. */
function useSavedChanges(
  { getValues, reset, setValue }: UseFormReturn<TestValues>,
  test: TestOverview,
) {
  const before = useRef(test);
  useEffect(() => {
    const [old, now] = [valuesOfTest(before.current), valuesOfTest(test)];
    before.current = test;
    if (isSame(old, now)) return;
    const merged = mergedValues(old, getValues(), now);
    reset(now, { keepTouched: true, keepErrors: true });
    setValue('name', merged.name, { shouldDirty: true, shouldValidate: true });
    setValue('steps', merged.steps, { shouldDirty: true, shouldValidate: true });
  }, [test, getValues, reset, setValue]);
}
