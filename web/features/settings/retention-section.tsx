// Storage period of the workspace's recordings, chosen by the owner, and the deletions that followed from it.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { retention } from '#contract/retention.api.ts';
import { RETENTION_DAYS, type RetentionDays, type RetentionEntry } from '#contract/retention.ts';
import {
  counted,
  dueText,
  firstText,
  RetentionNotice,
} from '#web/entities/workspace/retention-notice.tsx';
import { retentionLogQuery, retentionQuery } from '#web/entities/workspace/workspace.query.ts';
import { call } from '#web/lib/api.ts';
import { ConfirmDialog } from '#web/lib/confirm-dialog.tsx';
import { formatDate } from '#web/lib/format-time.ts';
import { toast } from '#web/lib/toasts.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Name } from '#web/ui/name.tsx';
import { QueryStates } from '#web/ui/query-states.tsx';
import { Select } from '#web/ui/select.tsx';
import { SettingsSection } from './settings-section.tsx';

export function RetentionSection({ isOwner }: { isOwner: boolean }) {
  const rule = useQuery(retentionQuery);
  const log = useQuery(retentionLogQuery);
  return (
    <SettingsSection
      title="Retention"
      description="How long recordings are kept after a session ends. Clips, notes and transcripts are deleted with their recording; numbers in a report stay."
    >
      <QueryStates of="retention" query={rule}>
        {({ days }) => (isOwner ? <Choice days={days} /> : <p>{nameOf(days)}</p>)}
      </QueryStates>
      <RetentionNotice noLink />
      {log.data && <RetentionLog entries={log.data} />}
    </SettingsSection>
  );
}

function nameOf(days: RetentionDays): string {
  if (days === null) return 'Always';
  return days === 730 ? '2 years' : days === 365 ? '1 year' : `${days} days`;
}

const choices: readonly RetentionDays[] = [null, ...RETENTION_DAYS.toReversed()];

function Choice({ days }: { days: RetentionDays }) {
  const queryClient = useQueryClient();
  /** The chosen period until it is confirmed. */
  const [daysToConfirm, setDaysToConfirm] = useState<NonNullable<RetentionDays> | null>(null);
  const failed = 'Nothing was changed. Please try again.';
  const save = useCall((chosen: RetentionDays) => call(retention.set, { body: { days: chosen } }), {
    onSuccess: (rule) => {
      queryClient.setQueryData(retentionQuery.queryKey, rule);
      toast.success(
        rule.days === null
          ? 'Recordings are kept until a person deletes them.'
          : `Recordings are kept for ${nameOf(rule.days)}. You get a mail about it.`,
      );
    },
    failed,
  });
  const [chosen, setChosen] = useState(days);
  useUnsavedChanges(chosen !== days && !save.isPending);
  const submit = () => {
    const isStricter = chosen !== null && (days === null || chosen < days);
    if (isStricter) setDaysToConfirm(chosen);
    else save.mutate(chosen);
  };
  return (
    <>
      <Select
        label="Keep recordings"
        className="max-w-60"
        options={choices.map((each) => ({ value: String(each), label: nameOf(each) }))}
        value={String(chosen)}
        disabled={save.isPending}
        error={daysToConfirm === null ? save.failure : undefined}
        onChange={({ target }) => {
          save.reset();
          setChosen(choices.find((each) => String(each) === target.value) ?? null);
        }}
      />
      <div>
        <Button disabled={chosen === days} busy={save.isPending} onClick={submit}>
          Save retention
        </Button>
      </div>
      {daysToConfirm !== null && (
        <ConfirmDialog
          title={`Keep recordings for ${nameOf(daysToConfirm)}?`}
          confirmLabel="Delete older recordings"
          busyLabel="Saving…"
          onConfirm={() => save.mutateAsync(daysToConfirm)}
          failed={failed}
          onClose={() => setDaysToConfirm(null)}
        >
          <Consequence days={daysToConfirm} />
        </ConfirmDialog>
      )}
    </>
  );
}

function Consequence({ days }: { days: NonNullable<RetentionDays> }) {
  const preview = useQuery({
    queryKey: [...retentionQuery.queryKey, 'preview', days],
    queryFn: ({ signal }) => call(retention.preview, { query: { days: String(days) }, signal }),
  });
  const next = preview.data?.next;
  return (
    <>
      {preview.isPending && <Skeleton className="h-6 rounded-lg" />}
      {next && (
        <p>
          The first recordings are deleted on <strong>{firstText(next)}</strong>: in the week from
          then on {dueText(next)}.
        </p>
      )}
      {preview.data && !next && <p>There is no recording yet.</p>}
      <p>
        Nothing is deleted within the next 7 days, and you get a mail at least a week before. What
        is deleted can’t be restored.
      </p>
    </>
  );
}

/** Deletions by the storage period, by day and test. */
function RetentionLog({ entries }: { entries: readonly RetentionEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <details className="rounded-lg border border-line px-4 py-3 text-sm">
      <summary className="cursor-pointer font-semibold">Deleted so far</summary>
      <table className="mt-3 w-full text-left">
        <thead className="text-muted">
          <tr>
            <th scope="col" className="py-1 pr-4 font-normal">
              Day
            </th>
            <th scope="col" className="py-1 pr-4 font-normal">
              Test
            </th>
            <th scope="col" className="py-1 font-normal">
              Deleted
            </th>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {entries.map(({ day, testName, recordings, clips }, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole.
            <tr key={row} className="border-line border-t align-top">
              <td className="whitespace-nowrap py-2 pr-4">{formatDate(`${day}T12:00:00Z`)}</td>
              <td className="py-2 pr-4 [overflow-wrap:anywhere]">
                <Name>{testName}</Name>
              </td>
              <td className="py-2">
                {counted(recordings, 'recording')}
                {clips > 0 && `, ${counted(clips, 'clip')}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
