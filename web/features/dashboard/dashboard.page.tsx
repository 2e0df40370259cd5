// Home of a signed-in person: the workspace's tests (section 2).

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { userInfoQuery } from '#web/entities/account/account.query.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import { RetentionNotice } from '#web/entities/workspace/retention-notice.tsx';
import { SpaceNotice } from '#web/entities/workspace/space-notice.tsx';
import { loadChunk } from '#web/lib/lazy-chunk.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { pages } from '#web/lib/pages.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Spinner } from '#web/ui/loading.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ListControls } from './list-controls.tsx';
import { useListView, useVisibleTests, type VisibleTests } from './list-view.ts';
import { TestGrid } from './test-grid.tsx';
import { useWaitingInvitations, WaitingInvitations } from './waiting-invitations.tsx';

export function DashboardPage() {
  usePageTitle('Tests');
  const waiting = useWaitingInvitations();
  const list = useListView();
  const visible = useVisibleTests(list.view);
  const mayChange = useMayChange();
  return (
    <>
      <PageHeader
        title="Tests"
        meta={<Count {...visible} />}
        actions={
          mayChange && (
            <LinkButton
              compact
              to={pages.createTest.href()}
              icon={<Plus aria-hidden className="size-4" />}
            >
              Create test
            </LinkButton>
          )
        }
      />
      <SpaceNotice className="mb-6" />
      <RetentionNotice className="mb-6" />
      <WaitingInvitations waiting={waiting} />
      <ListControls list={list} total={visible.total} />
      <TestGrid list={list} visible={visible} />
      {/* The question about a team invitation comes before the company prompt. */}
      {!waiting.isPending && waiting.visible.length === 0 && <CompanyPrompt />}
    </>
  );
}

/** Number of tests that match the filter. */
function Count({ total, waiting }: Pick<VisibleTests, 'total' | 'waiting'>) {
  if (!total) return null;
  return (
    <span role="status" className="tabular-nums">
      {total.toLocaleString('en')}
      <span className="sr-only">{total === 1 ? ' test' : ' tests'}</span>
      {waiting > 0 && (
        <span title="Listed once you leave the list">
          {` · ${waiting} new`}
          <span className="sr-only">, listed once you leave the list</span>
        </span>
      )}
    </span>
  );
}

const CompanyPromptForm = lazy(async () => ({
  default: (await loadChunk(() => import('./company-prompt-form.tsx'))).CompanyPromptForm,
}));

/** Prompt for the company's name while the workspace has none. It can be postponed. */
function CompanyPrompt() {
  const { data: info } = useQuery(userInfoQuery);
  const [open, setOpen] = useState(true);
  // Only the owner may name it.
  const needsCompany = info?.company === '' && info.role === 'owner';
  return (
    <Dialog
      open={open && needsCompany}
      onClose={() => setOpen(false)}
      title="Where do you work?"
      description="Participants see this name."
    >
      <Suspense fallback={<Spinner label="Loading the form…" />}>
        <CompanyPromptForm onLater={() => setOpen(false)} />
      </Suspense>
    </Dialog>
  );
}
