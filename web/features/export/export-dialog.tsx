// Dialog of exports: the content, the sessions that the filter leaves, the progress, and the files.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { testExports } from '#contract/exports.api.ts';
import { type CsvForm, csvForm, type ExportOutlook, type ExportTakes } from '#contract/exports.ts';
import type { ResultFilter } from '#contract/result-filter.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import { filterQuery } from '#web/entities/results/filter.ts';
import { call } from '#web/lib/api.ts';
import { formatBytes } from '#web/lib/format-bytes.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Select } from '#web/ui/select.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { exportedQuery, outlookQuery } from './export.query.ts';
import { PreparedExport } from './prepared-export.tsx';

interface ExportDialogProps {
  testId: string;
  filter: ResultFilter;
  open: boolean;
  onClose: () => void;
}

export function ExportDialog({ testId, filter, open, onClose }: ExportDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Export"
      description="Sessions, visits, clicks, answers, notes and clips as tables, with all definitions, in one ZIP file."
    >
      {open && (
        <div className="min-w-0 whitespace-normal">
          <ExportContent testId={testId} filter={filter} />
        </div>
      )}
    </Dialog>
  );
}

function ExportContent({ testId, filter }: Pick<ExportDialogProps, 'testId' | 'filter'>) {
  const outlook = useQuery(outlookQuery(testId, filter));
  const [chosen, setChosen] = useState<string | 'new' | null>(null);
  const id = chosen === 'new' ? null : (chosen ?? outlook.data?.last?.id ?? null);
  const exported = useQuery(exportedQuery(id));
  if (outlook.isPending || (id !== null && exported.isPending))
    return <Skeleton className="h-56" />;
  if (outlook.isError) {
    return <Alert tone="danger">The export options could not be loaded. Please try again.</Alert>;
  }
  if (id !== null && exported.data) {
    return <PreparedExport exported={exported.data} onAgain={() => setChosen('new')} />;
  }
  return (
    <ExportForm testId={testId} filter={filter} outlook={outlook.data} onCreated={setChosen} />
  );
}

interface ExportFormProps extends Pick<ExportDialogProps, 'testId' | 'filter'> {
  outlook: ExportOutlook;
  onCreated: (id: string) => void;
}

function ExportForm({ testId, filter, outlook, onCreated }: ExportFormProps) {
  const client = useQueryClient();
  const mayName = useMayChange();
  const [takes, setTakes] = useState<ExportTakes>(NOTHING);
  const query = filterQuery(filter);
  const making = useCall(
    () => call(testExports.make, { params: { id: testId }, query, body: takes }),
    {
      onSuccess: (created) => {
        client.setQueryData(exportedQuery(created.id).queryKey, created);
        onCreated(created.id);
      },
      failed: 'The export could not be started. Please try again.',
    },
  );
  const { sessions, videos, heatmaps } = outlook;
  const choice = (name: Exclude<keyof ExportTakes, 'separator'>, label: string, hint: string) => (
    <Switch
      label={label}
      hint={hint}
      checked={takes[name]}
      onChange={({ target }) => setTakes({ ...takes, [name]: target.checked })}
    />
  );
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        making.mutate();
      }}
    >
      <p className="text-sm tabular-nums">
        <strong>{countOf(sessions, 'session')}</strong>
        {isFiltered(filter) ? ' with the filter of this page.' : ` of ${revisionWords(filter)}.`}
      </p>
      <Select
        label="Tables"
        hint="Spreadsheets in many European languages expect semicolons."
        options={SEPARATORS}
        value={takes.separator}
        onChange={({ target }) => setTakes({ ...takes, separator: csvForm.parse(target.value) })}
      />
      {mayName &&
        choice('names', 'Names', 'Names of participants and members. Off: ‘Participant 12’.')}
      {choice('videos', 'Videos', sizeWords(videos, 'video'))}
      {choice('heatmaps', 'Heatmaps', sizeWords(heatmaps, 'picture'))}
      {choice('messages', 'Raw messages', 'Raw prototype events (JSON Lines)')}
      {making.failure && <Alert tone="danger">{making.failure}</Alert>}
      <Button type="submit" variant="primary" busy={making.isPending} className="justify-self-end">
        Create export
      </Button>
    </form>
  );
}

const NOTHING: ExportTakes = {
  separator: 'comma',
  names: false,
  videos: false,
  heatmaps: false,
  messages: false,
};

const SEPARATORS: { value: CsvForm; label: string }[] = [
  { value: 'comma', label: 'CSV with commas, decimal point' },
  { value: 'semicolon', label: 'CSV with semicolons, decimal comma' },
];

function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

function sizeWords({ count, sizeBytes }: ExportOutlook['videos'], noun: string): string {
  return count === 0
    ? `There is no ${noun}.`
    : `${countOf(count, noun)}, ${formatBytes(sizeBytes)}.`;
}

function isFiltered({ revision: _, ...others }: ResultFilter): boolean {
  return Object.keys(others).length > 0;
}

function revisionWords({ revision }: ResultFilter): string {
  if (revision === 'all') return 'all revisions';
  return revision === undefined ? 'the newest revision' : `revision ${revision}`;
}
