// Form for the company name before the first test, or to change it; continues to /create-test (section 2).
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { userInfoQuery } from '#web/entities/account/account.query.ts';
import { useCompanyForm } from '#web/entities/workspace/company.ts';
import { useBreadcrumbs } from '#web/lib/breadcrumbs.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { pages } from '#web/lib/pages.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import { PeopleIllustration } from '#web/ui/illustrations.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Name } from '#web/ui/name.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { FormSkeleton } from './test-form.tsx';

const title = 'Where do you work?';

export function CreateCompanyPage() {
  usePageTitle(title);
  useBreadcrumbs([{ label: title, href: pages.createCompany.href() }]);
  const info = useQuery(userInfoQuery);
  if (info.isPending) return <FormSkeleton />;
  if (info.isError) {
    return (
      <ErrorView
        heading="h1"
        title="Failed to fetch user settings"
        onRetry={() => void info.refetch()}
      />
    );
  }
  return info.data.role === 'owner' ? (
    <CompanyForm current={info.data.company} />
  ) : (
    <OwnersOnly company={info.data.company} />
  );
}

function CompanyForm({ current }: { current: string }) {
  const navigate = useNavigate();
  const form = useCompanyForm({
    current,
    onSaved: () => navigate(pages.createTest.href()),
  });
  return (
    <form
      noValidate
      className="mx-auto grid max-w-lg gap-3 sm:py-10"
      onSubmit={(event) => void form.submit(event)}
    >
      <header className="mb-3">
        <h1 className="text-3xl">{title}</h1>
        <p className="mt-2 text-muted">Participants see this name.</p>
      </header>
      <TextField {...form.field} />
      <div>
        <Button type="submit" disabled={!form.isFilled} busy={form.isSaving}>
          Continue
        </Button>
      </div>
    </form>
  );
}

function OwnersOnly({ company }: { company: string }) {
  return (
    <EmptyState
      illustration={<PeopleIllustration />}
      heading="h1"
      title="The owner names the company"
      action={<LinkButton to={pages.dashboard.href()}>Go to your tests</LinkButton>}
    >
      {company === '' ? (
        'This workspace has no company name yet. Ask its owner to set one; then you can create tests.'
      ) : (
        <>
          You work in the workspace of <Name>{company}</Name>. Only its owner can change that name.
        </>
      )}
    </EmptyState>
  );
}
