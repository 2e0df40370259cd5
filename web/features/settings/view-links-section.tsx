// All links for viewing of the workspace.
import { useQuery } from '@tanstack/react-query';
import { useMayChange } from '#web/entities/account/rights.ts';
import { viewLinksQuery } from '#web/entities/view-link/view-link.query.ts';
import { ViewLinkList } from '#web/entities/view-link/view-link-list.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { SettingsSection } from './settings-section.tsx';

export function ViewLinksSection() {
  const mayChange = useMayChange();
  const links = useQuery({ ...viewLinksQuery, enabled: mayChange });
  if (!mayChange) return null;
  return (
    <SettingsSection
      title="Links for viewing"
      description="Who has one of these sees what it shows, without an account. ‘Share’ on a test or a recording makes one."
    >
      {links.isPending && <Skeleton className="h-24 rounded-lg" />}
      {links.isError && <p className="text-muted text-sm">The list could not be loaded.</p>}
      {links.data?.length === 0 && <p className="text-muted text-sm">There are none.</p>}
      {links.data && links.data.length > 0 && <ViewLinkList links={links.data} />}
    </SettingsSection>
  );
}
