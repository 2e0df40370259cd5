// How much the workspace has stored, and of how much; for owner and members.
import { useQuery } from '@tanstack/react-query';
import { DELETING_COUNT_MAX } from '#contract/limits.ts';
import type { WorkspaceStorage } from '#contract/workspaces.ts';
import { SpaceNotice } from '#web/entities/workspace/space-notice.tsx';
import { storageQuery } from '#web/entities/workspace/workspace.query.ts';
import { formatBytes } from '#web/lib/format-bytes.ts';
import { Progress } from '#web/ui/loading.tsx';
import { QueryStates } from '#web/ui/query-states.tsx';
import { SettingsSection } from './settings-section.tsx';

export function StorageSection() {
  const storage = useQuery(storageQuery);
  return (
    <SettingsSection
      title="Storage"
      description="Videos, stills, heatmaps and screen images of this workspace."
    >
      <QueryStates of="storage" query={storage}>
        {(used) => <Used storage={used} />}
      </QueryStates>
    </SettingsSection>
  );
}

function Used({ storage }: { storage: WorkspaceStorage }) {
  const { storedBytes, quotaBytes, deletingSessions } = storage;
  const text =
    quotaBytes === null
      ? `${formatBytes(storedBytes)} used`
      : `${formatBytes(storedBytes)} of ${formatBytes(quotaBytes)} used`;
  return (
    <>
      <div className="grid gap-2.5">
        <p className="tabular-nums">{text}</p>
        {quotaBytes === null ? (
          <p className="text-muted text-sm">No limit is set on this server.</p>
        ) : (
          <Progress label="Storage used" value={storedBytes / quotaBytes} />
        )}
        {deletingSessions > 0 && (
          <p className="text-muted text-sm">{deletingText(deletingSessions)}</p>
        )}
      </div>
      <SpaceNotice noLink />
    </>
  );
}

function deletingText(sessions: number): string {
  if (sessions === 1) return 'One deleted session is still being removed, and counts until then.';
  const count = sessions.toLocaleString('en');
  const atLeast = sessions >= DELETING_COUNT_MAX ? 'At least ' : '';
  return `${atLeast}${count} deleted sessions are still being removed, and count until then.`;
}
