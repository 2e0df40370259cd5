// An address that leads nowhere.
import { usePageTitle } from '#web/lib/page-title.ts';
import { pages } from '#web/lib/pages.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { NothingFoundIllustration } from '#web/ui/illustrations.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

export function NotFoundPage() {
  usePageTitle('Page not found');
  return (
    <EmptyState
      illustration={<NothingFoundIllustration />}
      heading="h1"
      title="This page does not exist"
      action={<LinkButton to={pages.landing.href()}>Go to the start page</LinkButton>}
    >
      The address may be mistyped, or what it led to was deleted.
    </EmptyState>
  );
}
