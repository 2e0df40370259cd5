// Home of a signed-in person: the workspace's tests (section 2).
import { Plus } from 'lucide-react';
import { SpaceNotice } from '#web/entities/workspace/space-notice.tsx';
import { usePageTitle } from '#web/lib/page-title.ts';
import { pages } from '#web/lib/pages.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { CompanyPrompt } from './company-prompt.tsx';
import { SearchBox, useSearchText } from './search-box.tsx';
import { TestGrid } from './test-grid.tsx';
import { useWaitingInvitations, WaitingInvitations } from './waiting-invitations.tsx';

export function DashboardPage() {
  usePageTitle('Tests');
  const waiting = useWaitingInvitations();
  const { text, setText, searched } = useSearchText();
  return (
    <>
      <PageHeader
        title="Tests"
        actions={
          <>
            <SearchBox text={text} onTextChange={setText} />
            <LinkButton
              to={pages.createTest.href()}
              icon={<Plus aria-hidden className="size-4" />}
              compact
            >
              Create test
            </LinkButton>
          </>
        }
      />
      <SpaceNotice className="mb-6" />
      <WaitingInvitations waiting={waiting} />
      <TestGrid search={searched} />
      {/* A person who came for a team is asked about that first. */}
      {!waiting.isPending && waiting.shown.length === 0 && <CompanyPrompt />}
    </>
  );
}
