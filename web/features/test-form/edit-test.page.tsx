// Changes a test's name and its steps.
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Navigate, useParams } from 'react-router';
import type { Draft } from '#contract/drafts.ts';
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
import { DiscardButton, DraftBadge, DraftNotes } from './draft-status.tsx';
import { firstValues } from './draft-sync.ts';
import { SaveAsDialog, useSaveAs } from './save-as.tsx';
import { valuesOfTest } from './test-changes.ts';
import { FormSkeleton, TestFormView, ViewerNotice } from './test-form.tsx';
import { firstDraftQuery, useDraft } from './use-draft.ts';
import { updateTexts } from './use-save-test.ts';

export function EditTestPage() {
  const { id = '' } = useParams();
  usePageTitle(updateTexts.title);
  const mayChange = useMayChange();
  const test = useQuery(testQuery(id));
  const first = useQuery(firstDraftQuery(id, mayChange && test.isSuccess));
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
  if (first.isPending) return <FormSkeleton />;
  if (first.isError) {
    return (
      <ErrorView
        heading="h1"
        title="Failed to fetch the draft of this test."
        onRetry={() => void first.refetch()}
      />
    );
  }
  return <EditTest key={test.data._id} test={test.data} draft={first.data.draft} />;
}

function EditTest({ test, draft }: { test: TestOverview; draft: Draft | null }) {
  const { company } = test;
  const form = useForm<TestValues>({
    resolver: testResolver,
    mode: 'onTouched',
    defaultValues: firstValues(draft, valuesOfTest(test)),
  });
  const { sync, state, editors } = useDraft(form, { test, draft });
  const revisions = useQuery(revisionsQuery(test._id)).data?.revisions;
  const saving = useSaveAs(test);
  return (
    <>
      <PageHeader
        title={updateTexts.title}
        mark={<DraftBadge {...state} />}
        actions={state.savedAt !== null && <DiscardButton sync={sync} />}
      >
        <p>
          The share link stays the same. Recordings made so far are kept.{' '}
          <a href={pilotAddress(test.link)} target="_blank" rel="noopener">
            Try it yourself
          </a>{' '}
          as you saved it last.
        </p>
        <DraftNotes first={draft} failure={state.failure} editors={editors} />
      </PageHeader>
      <SaveAsDialog {...saving.dialog} />
      <TestFormView
        form={form}
        test={test}
        {...(revisions ? { revisions } : {})}
        texts={updateTexts}
        send={(input) =>
          sync.saveAsTest((version) =>
            call(testForms.update, {
              params: { id: test._id },
              body: {
                ...input,
                ...saving.choice(),
                basedOn: test.revision._id,
                ...(version === null ? {} : { draft: version }),
                ...(company === '' ? {} : { company }),
              },
            }),
          )
        }
        ask={saving.ask}
        cancelTo={pages.test.href(test._id)}
      />
    </>
  );
}
