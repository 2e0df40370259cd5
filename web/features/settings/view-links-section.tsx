// All links for viewing of the workspace.
import { useQuery } from '@tanstack/react-query';
import { useMayChange } from '#web/entities/account/rights.ts';
import { viewLinksQuery } from '#web/entities/view-link/view-link.query.ts';
import { ViewLinkList } from '#web/entities/view-link/view-link-list.tsx';
import { QueryStates } from '#web/ui/query-states.tsx';
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
      <QueryStates of="links" query={links}>
        {(made) =>
          made.length === 0 ? (
            <p className="text-muted text-sm">There are none.</p>
          ) : (
            <ViewLinkList links={made} />
          )
        }
      </QueryStates>
    </SettingsSection>
  );
}
