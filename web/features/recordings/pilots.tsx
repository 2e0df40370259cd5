// Pilots: the members' own tries of a test, folded below its recordings, and deleted in one press.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { recordings } from '#contract/recordings.api.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import { pilotsQuery } from '#web/entities/recording/recording.query.ts';
import { call } from '#web/lib/api.ts';
import { pages } from '#web/lib/pages.ts';
import { toast } from '#web/lib/toasts.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Button } from '#web/ui/button.tsx';
import { rowsStyle } from '#web/ui/surfaces.tsx';
import { isReadable, recordingEntry } from './recording-entry.ts';
import { RecordingRow } from './recording-row.tsx';

export function Pilots({ test }: { test: TestOverview }) {
  const queryClient = useQueryClient();
  const list = useQuery(pilotsQuery(test._id));
  const deletion = useCall(() => call(recordings.deletePilots, { params: { id: test._id } }), {
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: pilotsQuery(test._id).queryKey });
      toast.success('Pilots deleted.');
    },
    onFailure: () => toast.error('The pilots could not be deleted.'),
  });
  const pilots = list.data?.filter(isReadable) ?? [];
  if (pilots.length === 0) return null;
  return (
    <details className="group mt-8 print:hidden">
      <summary className="flex list-none items-center gap-2 rounded-sm py-2 font-semibold">
        <ChevronDown
          aria-hidden
          className="size-4 text-muted transition-transform group-open:rotate-180"
        />
        Pilots
        <span className="font-normal text-muted tabular-nums">{pilots.length}</span>
      </summary>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted text-sm">
          Your team tried the test in these sessions. They are in no number, list or export.
        </p>
        <Button
          variant="secondary"
          size="sm"
          busy={deletion.isPending}
          busyLabel="Deleting…"
          onClick={() => deletion.mutate()}
        >
          Delete all pilots
        </Button>
      </div>
      <ul aria-label="Pilots" className={`@container ${rowsStyle}`}>
        {pilots.map((pilot) => {
          const entry = recordingEntry(test, pilot);
          return (
            <RecordingRow
              key={pilot.id}
              entry={entry}
              href={pages.recording.href(entry.address)}
              onDelete={null}
            />
          );
        })}
      </ul>
    </details>
  );
}
