// Creates a test, starting from the draft of the landing page where there is one (section 3).
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { Link, Navigate } from 'react-router';
import { testForms } from '#contract/test-forms.api.ts';
import { userInfoQuery } from '#web/entities/account/account.query.ts';
import { companyName, testDraft } from '#web/entities/storage-keys.ts';
import {
  draftOfValues,
  type TestValues,
  testResolver,
  valuesOfDraft,
} from '#web/entities/test/form-values.ts';
import { call } from '#web/lib/api.ts';
import { useBreadcrumbs } from '#web/lib/breadcrumbs.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { pages } from '#web/lib/pages.ts';
import { ErrorView } from '#web/ui/empty-state.tsx';
import { Name } from '#web/ui/name.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { FileFaults, OpenStudyFile, useStudyFile } from './open-study-file.tsx';
import { TemplateMenu } from './template-menu.tsx';
import { FormSkeleton, TestFormView, ViewerNotice } from './test-form.tsx';
import { createTexts } from './use-save-test.ts';

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
  const form = useForm<TestValues>({
    resolver: testResolver,
    mode: 'onTouched',
    defaultValues: valuesOfDraft(storedDraft),
  });
  useStoredDraft(form);
  const file = useStudyFile(company);
  return (
    <>
      <PageHeader
        title={createTexts.title}
        actions={
          <>
            <TemplateMenu form={form} />
            <OpenStudyFile {...file} />
          </>
        }
      >
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
      <FileFaults faults={file.faults} />
      <TestFormView
        form={form}
        test={null}
        texts={createTexts}
        send={(body) => call(testForms.create, { body: { ...body, company } })}
        onSaved={testDraft.clear}
        cancelTo={pages.dashboard.href()}
      />
    </>
  );
}

/** Stores the form's input, so that it survives a reload and a detour to the company page. */
function useStoredDraft({ subscribe }: UseFormReturn<TestValues>): void {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => testDraft.write(draftOfValues(values)),
      }),
    [subscribe],
  );
}
