// The address of a test that is gone, or somebody else's.
import { pages } from '#web/lib/pages.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { NothingFoundIllustration } from '#web/ui/illustrations.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

export function NoSuchTest() {
  return (
    <EmptyState
      illustration={<NothingFoundIllustration />}
      heading="h1"
      title="This test does not exist"
      action={<LinkButton to={pages.dashboard.href()}>Go to your tests</LinkButton>}
    >
      It may have been deleted, or it belongs to another workspace.
    </EmptyState>
  );
}
