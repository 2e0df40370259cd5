// Sign-ins of the person: each device in words, with buttons that end one or all others.

import { queryOptions, useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { SIGN_IN_DAYS, SIGN_IN_MOST_DAYS } from '#contract/limits.ts';
import { type SignInEntry, signIns } from '#contract/sign-ins.api.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';
import { formatDate, formatRelative } from '#web/lib/format-time.ts';
import { toast } from '#web/lib/toasts.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { QueryStates } from '#web/ui/query-states.tsx';
import { List, ListRow } from '#web/ui/surfaces.tsx';
import { SettingsSection } from './settings-section.tsx';

const signInsQuery = queryOptions({
  queryKey: queryKeys.signIns.key,
  queryFn: ({ signal }) => call(signIns.list, { signal }),
});

export function SignInsSection() {
  const list = useQuery(signInsQuery);
  return (
    <SettingsSection
      title="Where you are signed in"
      description={`A sign-in ends ${SIGN_IN_DAYS} days after its last use, and after ${SIGN_IN_MOST_DAYS} days in any case. End those you don’t know or no longer use.`}
    >
      <QueryStates of="sign-ins" query={list}>
        {(entries) => <SignInList entries={entries} />}
      </QueryStates>
    </SettingsSection>
  );
}

function SignInList({ entries }: { entries: readonly SignInEntry[] }) {
  const ending = useEnding((entry: SignInEntry) =>
    call(signIns.end, { params: { signInId: entry._id } }),
  );
  const endingOthers = useEnding(() => call(signIns.endOthers));
  const busy = ending.isPending || endingOthers.isPending;
  return (
    <>
      <List aria-label="Sign-ins">
        {entries.map((entry) => (
          <ListRow key={entry._id}>
            <div className="min-w-0 grow">
              <p className="truncate font-semibold">{nameOf(entry)}</p>
              <p className="text-muted text-sm">
                Since {formatDate(entry.begunAt)} · {lastUseOf(entry)}
              </p>
            </div>
            {entry.current ? (
              <Badge tone="accent">This browser</Badge>
            ) : (
              <IconButton
                label={`End the sign-in of ${nameOf(entry)}`}
                tone="danger"
                icon={<LogOut aria-hidden className="size-5" />}
                className="-mr-2"
                disabled={busy}
                onClick={() => ending.mutate(entry)}
              />
            )}
          </ListRow>
        ))}
      </List>
      {entries.length > 1 && (
        <div>
          <Button
            variant="secondary"
            disabled={busy}
            busy={endingOthers.isPending}
            onClick={() => endingOthers.mutate(undefined)}
          >
            End all others
          </Button>
        </div>
      )}
    </>
  );
}

function useEnding<T>(end: (what: T) => Promise<{ message: string }>) {
  return useCall(end, {
    makesStale: [signInsQuery.queryKey],
    staleAfterFailure: true,
    onSuccess: ({ message }) => toast.success(message),
    failed: 'The sign-in was not ended. Please try again.',
    onFailure: toast.error,
  });
}

function nameOf({ device }: SignInEntry): string {
  return device || 'Unknown browser';
}

const HOUR_MS = 3_600_000;

/** The server stores it with a precision of one hour. */
function lastUseOf({ current, lastUsedAt }: SignInEntry): string {
  if (current) return 'used now';
  const isFresh = Date.now() - Date.parse(lastUsedAt) < 2 * HOUR_MS;
  return isFresh ? 'used in the last hours' : `last used ${formatRelative(lastUsedAt)}`;
}
