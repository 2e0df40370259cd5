// Home of a signed-in person: the workspace's tests (section 2).
import { Plus } from 'lucide-react';
import { useMayChange } from '#web/entities/account/rights.ts';
import { RetentionNotice } from '#web/entities/workspace/retention-notice.tsx';
import { SpaceNotice } from '#web/entities/workspace/space-notice.tsx';
import { usePageTitle } from '#web/lib/page-title.ts';
import { pages } from '#web/lib/pages.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { CompanyPrompt } from './company-prompt.tsx';
import { ListControls } from './list-controls.tsx';
import { useListView } from './list-view.ts';
import { type ShownTests, useShownTests } from './shown-tests.ts';
import { TestGrid } from './test-grid.tsx';
import { useWaitingInvitations, WaitingInvitations } from './waiting-invitations.tsx';

export function DashboardPage() {
  usePageTitle('Tests');
  const waiting = useWaitingInvitations();
  const list = useListView();
  const shown = useShownTests(list.view);
  const mayChange = useMayChange();
  return (
    <>
      <PageHeader
        title="Tests"
        meta={<Count {...shown} />}
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
      <ListControls list={list} total={shown.total} />
      <TestGrid list={list} shown={shown} />
      {/* A person who came for a team is asked about that first. */}
      {!waiting.isPending && waiting.shown.length === 0 && <CompanyPrompt />}
    </>
  );
}

/** How many there are, of those that are asked for. */
function Count({ total, waiting }: Pick<ShownTests, 'total' | 'waiting'>) {
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
