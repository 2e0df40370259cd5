// In the place of the forms of a test, for a viewer.
import { VIEWERS_WATCH } from '#web/entities/account/rights.ts';
import { pages } from '#web/lib/pages.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PeopleIllustration } from '#web/ui/illustrations.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

export function ViewerNotice() {
  return (
    <EmptyState
      illustration={<PeopleIllustration />}
      heading="h1"
      title="Members set up tests"
      action={<LinkButton to={pages.dashboard.href()}>Go to the tests</LinkButton>}
    >
      {VIEWERS_WATCH}
    </EmptyState>
  );
}
