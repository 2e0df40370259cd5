// An export: its progress, then its archive with a progress bar, and its single files.
import { useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { testExports } from '#contract/exports.api.ts';
import type { Exported } from '#contract/exports.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';
import { formatBytes } from '#web/lib/format-bytes.ts';
import { useCall } from '#web/lib/use-call.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Alert } from '#web/ui/alert.tsx';
import { buttonStyle } from '#web/ui/button.style.ts';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/loading.tsx';
import type { ArchiveDownload } from './archive-download.ts';
import { archiveAddress, downloadOf, fileAddress } from './export.query.ts';

interface PreparedExportProps {
  exported: Exported;
  onAgain: () => void;
}

export function PreparedExport({ exported, onAgain }: PreparedExportProps) {
  const client = useQueryClient();
  const leave = () => {
    onAgain();
    void client.invalidateQueries({ queryKey: queryKeys.exports.key });
  };
  const removal = useCall(() => call(testExports.remove, { params: { exportId: exported.id } }), {
    onSuccess: leave,
    onFailure: leave,
  });
  const again = (
    <Button variant="secondary" className="justify-self-start" onClick={onAgain}>
      New export
    </Button>
  );
  if (exported.state === 'preparing') {
    return (
      <div className="grid gap-4">
        <p role="status" className="text-sm tabular-nums">
          Preparing your export
          {exported.preparedBytes > 0 && `: ${formatBytes(exported.preparedBytes)} so far`}. You can
          close this and come back.
        </p>
        <Progress value={null} label="Preparing your export" />
        <Button
          variant="secondary"
          className="justify-self-end"
          busy={removal.isPending}
          onClick={() => removal.mutate()}
        >
          Cancel
        </Button>
      </div>
    );
  }
  if (exported.state !== 'ready') {
    return (
      <div className="grid gap-4">
        <Alert tone={exported.state === 'over' ? 'warning' : 'danger'}>
          {exported.state === 'over'
            ? 'A recording of this export was deleted or changed since then. Create the export again.'
            : 'The export could not be created. Please try again.'}
        </Alert>
        {again}
      </div>
    );
  }
  return (
    <div className="grid gap-5">
      <ReadyArchive exported={exported} />
      <Files exported={exported} />
      {again}
    </div>
  );
}

/** The browser's own download manager receives larger archives; it also resumes after a break. */
const IN_PAGE_MAX_BYTES = 2 * 1024 ** 3;

function ReadyArchive({ exported }: { exported: Exported }) {
  const download = useMemo(() => downloadOf(exported), [exported]);
  useEffect(() => () => download.cancel(), [download]);
  const { sessions, sizeBytes, madeAt, fileName } = exported;
  const size = formatBytes(sizeBytes ?? 0);
  return (
    <section className="grid gap-3" aria-label="Archive">
      <p className="text-sm tabular-nums">
        {sessions === 1 ? '1 session' : `${(sessions ?? 0).toLocaleString('en')} sessions`}, created
        at {new Date(madeAt).toLocaleTimeString('en', { timeStyle: 'short' })}
        {exported.takes.names ? ', with names' : ', without names'}
        {exported.takes.separator === 'semicolon' && ', separated by semicolons'}. Available for one
        day.
      </p>
      {(sizeBytes ?? 0) > IN_PAGE_MAX_BYTES ? (
        <a href={archiveAddress(exported)} download={fileName} className={buttonStyle('primary')}>
          <Download aria-hidden className="size-4" />
          Download, {size}
        </a>
      ) : (
        <InPage download={download} sizeBytes={sizeBytes ?? 0} />
      )}
    </section>
  );
}

function InPage({ download, sizeBytes }: { download: ArchiveDownload; sizeBytes: number }) {
  const client = useQueryClient();
  const state = useStore(download.state);
  const start = () => void download.start();
  const isRefused = state.kind === 'broken' && !state.canGoOn;
  // An export that expired or was deleted has no files any more.
  useEffect(() => {
    if (isRefused) void client.invalidateQueries({ queryKey: queryKeys.exports.key });
  }, [isRefused, client]);
  const icon = <Download aria-hidden className="size-4" />;
  if (state.kind === 'idle' || state.kind === 'done') {
    return (
      <>
        <Button variant="primary" icon={icon} onClick={start}>
          Download, {formatBytes(sizeBytes)}
        </Button>
        {state.kind === 'done' && <Alert tone="success">The file is in your downloads.</Alert>}
      </>
    );
  }
  return (
    <>
      <Progress value={state.doneBytes / sizeBytes} label="Downloaded" />
      <p role="status" className="text-sm tabular-nums">
        {formatBytes(state.doneBytes)} of {formatBytes(sizeBytes)}
      </p>
      {state.kind === 'broken' && <Alert tone="warning">{state.message}</Alert>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={() => download.cancel()}>
          Cancel
        </Button>
        {state.kind === 'broken' && state.canGoOn && (
          <Button variant="primary" onClick={start}>
            Continue
          </Button>
        )}
      </div>
    </>
  );
}

function Files({ exported }: { exported: Exported }) {
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold text-sm">Single files</h3>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {exported.files.map(({ name, sizeBytes }) => (
          <li key={name}>
            <a href={fileAddress(exported, name)} download={name} className="text-accent underline">
              {name}
            </a>{' '}
            <span className="text-muted tabular-nums">{formatBytes(sizeBytes)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
