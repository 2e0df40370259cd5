// The workspace's own token for the design tool: what is set, and for the owner to set, replace and remove it.
import { useQuery } from '@tanstack/react-query';
import type { DesignTokenState } from '#contract/design-token.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { designTokenQuery } from './design-token.query.ts';
import { DesignTokenForm } from './design-token-form.tsx';
import { DesignTokenNote } from './design-token-note.tsx';
import { SettingsSection } from './settings-section.tsx';

export function DesignTokenSection({ isOwner }: { isOwner: boolean }) {
  const state = useQuery(designTokenQuery);
  return (
    <SettingsSection
      title="Design tool"
      description={
        isOwner
          ? 'A token of your own gets the pictures of your prototypes’ screens, on which clicks are drawn. It is kept encrypted and never shown again.'
          : 'Only the owner of this workspace can set its token.'
      }
    >
      <Content state={state} isOwner={isOwner} />
    </SettingsSection>
  );
}

interface ContentProps {
  state: { data: DesignTokenState | undefined; isPending: boolean; refetch: () => unknown };
  isOwner: boolean;
}

function Content({ state: { data, isPending, refetch }, isOwner }: ContentProps) {
  if (isPending) return <Skeleton className="h-16" />;
  if (data === undefined) {
    return (
      <Alert tone="danger" title="The state of the token could not be loaded">
        <Button size="sm" variant="secondary" className="mt-2" onClick={() => void refetch()}>
          Try again
        </Button>
      </Alert>
    );
  }
  return (
    <>
      <DesignTokenNote state={data} isOwner={isOwner} />
      {isOwner && <DesignTokenForm state={data} />}
    </>
  );
}
