// Sections of the settings about the workspace: company name, storage, transcripts, links for viewing.

import { useQuery } from '@tanstack/react-query';
import type { UserInfo } from '#contract/accounts.ts';
import { DELETING_COUNT_MAX } from '#contract/limits.ts';
import type { WorkspaceStorage } from '#contract/workspaces.ts';
import { aboutQuery } from '#web/entities/about.query.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import { viewLinksQuery } from '#web/entities/view-link/view-link.query.ts';
import { ViewLinkList } from '#web/entities/view-link/view-link-list.tsx';
import { useCompanyForm } from '#web/entities/workspace/company.ts';
import { SpaceNotice } from '#web/entities/workspace/space-notice.tsx';
import { storageQuery } from '#web/entities/workspace/workspace.query.ts';
import { formatBytes } from '#web/lib/format-bytes.ts';
import { toast } from '#web/lib/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/loading.tsx';
import { QueryStates } from '#web/ui/query-states.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { SettingsSection } from './settings-section.tsx';

/** The workspace's company name, which only the owner can change. */
export function CompanySection({ info }: { info: UserInfo }) {
  return (
    <SettingsSection
      title="Company"
      description={
        info.role === 'owner'
          ? 'Participants see this name.'
          : 'Only the owner of this workspace can change it.'
      }
    >
      {info.role === 'owner' ? (
        <CompanyForm current={info.company} />
      ) : (
        <TextField label="Company name" readOnly value={info.company || 'Not named yet'} />
      )}
    </SettingsSection>
  );
}

function CompanyForm({ current }: { current: string }) {
  const form = useCompanyForm({
    current,
    onSaved: () => toast.success('The company name is saved.'),
  });
  return (
    <form noValidate className="grid gap-2" onSubmit={(event) => void form.submit(event)}>
      <TextField {...form.field} />
      <div>
        <Button type="submit" disabled={!(form.isFilled && form.isChanged)} busy={form.isSaving}>
          Save company
        </Button>
      </div>
    </form>
  );
}

/** Used and available storage of the workspace, for owner and members. */
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

/** Shows whether recordings are transcribed and which server receives the audio. The operator configures it. */
export function TranscriptsSection() {
  const about = useQuery(aboutQuery).data;
  if (!about) return null;
  const { transcribedBy } = about;
  return (
    <SettingsSection title="Transcripts" description="Speech in recordings as text.">
      {transcribedBy === null ? (
        <>
          <p>Off: no audio is sent to another server.</p>
          <p className="wrap-anywhere text-muted text-sm">
            The operator of this server can connect a speech recogniser.
          </p>
        </>
      ) : (
        <>
          <p className="wrap-anywhere">After each session, its audio is sent to {transcribedBy}.</p>
          <p className="text-muted text-sm">
            Participants read this before they begin. Each recording’s page has its transcript.
          </p>
        </>
      )}
    </SettingsSection>
  );
}

/** All links for viewing of the workspace. */
export function ViewLinksSection() {
  const mayChange = useMayChange();
  const links = useQuery({ ...viewLinksQuery, enabled: mayChange });
  if (!mayChange) return null;
  return (
    <SettingsSection
      title="Links for viewing"
      description="Anyone with one of these links can view what it shows, without an account. Create one with ‘Share results’ on a test, or with ‘Share’ on a recording, a report, a clip or a reel."
    >
      <QueryStates of="links" query={links}>
        {(links) =>
          links.length === 0 ? (
            <p className="text-muted text-sm">No links yet.</p>
          ) : (
            <ViewLinkList links={links} />
          )
        }
      </QueryStates>
    </SettingsSection>
  );
}
