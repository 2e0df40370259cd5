// Creates a test, starting from the draft of the landing page where there is one (section 3).
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, Navigate } from 'react-router';
import { tests } from '#contract/tests.api.ts';
import { type TestForm, testForm } from '#contract/tests.ts';
import { userInfoQuery } from '#web/entities/account/account.query.ts';
import { companyName, testDraft } from '#web/entities/storage-keys.ts';
import { emptyForm, formOf } from '#web/entities/test/form-values.ts';
import { call } from '#web/lib/api.ts';
import { useBreadcrumbs } from '#web/lib/breadcrumbs.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { pages } from '#web/lib/pages.ts';
import { ErrorView } from '#web/ui/empty-state.tsx';
import { Name } from '#web/ui/name.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import type { GoalDraft } from './goal-draft.ts';
import { createTexts, FormSkeleton, TestFormView, ViewerNotice } from './test-form.tsx';
import { useGoal } from './use-goal.ts';

export function CreateTestPage() {
  usePageTitle(createTexts.title);
  useBreadcrumbs([{ label: createTexts.title, href: pages.createTest.href() }]);
  const info = useQuery(userInfoQuery);
  if (info.isPending) return <FormSkeleton />;
  if (info.isError) {
    return (
      <ErrorView
        heading="h1"
        title="Failed to fetch user settings"
        onRetry={() => void info.refetch()}
      >
        They contain the company that the test is for.
      </ErrorView>
    );
  }
  if (info.data.role === 'viewer') return <ViewerNotice />;
  const company = info.data.company || companyName.read();
  if (!company) return <Navigate to={pages.createCompany.href()} replace />;
  return <CreateTest company={company} mayRename={info.data.role === 'owner'} />;
}

function CreateTest({ company, mayRename }: { company: string; mayRename: boolean }) {
  const [storedDraft] = useState(() => testDraft.read());
  const form = useForm<TestForm>({
    resolver: zodResolver(testForm),
    mode: 'onTouched',
    defaultValues: storedDraft ? formOf(storedDraft) : emptyForm,
  });
  const goal = useGoal(form.watch('figmaUrl'), {
    test: null,
    ...(storedDraft?.goal ? { storedDraft: storedDraft.goal } : {}),
  });
  useStoredDraft(form, goal.isChanged ? goal.model.draft : undefined);
  return (
    <>
      <PageHeader title={createTexts.title}>
        <p className="[overflow-wrap:anywhere]">
          For <Name>{company}</Name>
          {mayRename && (
            <>
              {' · '}
              <Link
                to={pages.createCompany.href()}
                className="rounded-sm text-accent underline underline-offset-4 hover:text-accent-hover"
              >
                Change company
              </Link>
            </>
          )}
        </p>
      </PageHeader>
      <TestFormView
        form={form}
        goal={goal}
        texts={createTexts}
        send={(input) => call(tests.create, { body: { ...input, ...goal.body, company } })}
        onSaved={testDraft.clear}
        cancelTo={pages.dashboard.href()}
        isDraftStored
        offersSample
      />
    </>
  );
}

/** Stores the form's input, so that it survives a reload and a detour to the company page. */
function useStoredDraft(form: ReturnType<typeof useForm<TestForm>>, goal?: GoalDraft): void {
  const { subscribe, getValues } = form;
  useEffect(() => {
    const keep = (values: TestForm) => testDraft.write({ ...values, ...(goal ? { goal } : {}) });
    if (goal) keep(getValues());
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => keep(values),
    });
  }, [subscribe, getValues, goal]);
}
