// A button of the create page that makes a test of a study file, or says what is wrong with the file.
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { queryKeys } from '#web/entities/query-keys.ts';
import { ApiError, serverSentenceOf } from '#web/lib/api-error.ts';
import { loadChunk } from '#web/lib/lazy-chunk.ts';
import { pages } from '#web/lib/pages.ts';
import { toast } from '#web/lib/toasts.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import type { FileFault } from './study-file-faults.ts';
import { createTexts } from './use-save-test.ts';

const loadFaults = () => loadChunk(() => import('./study-file-faults.ts'));
const loadFile = () => loadChunk(() => import('#web/entities/test/study-file.ts'));

/** Pictures of 20 MB each, which are a third longer in the file. */
const FILE_MAX_BYTES = 200_000_000;
/** More faults than these are not worth reading at once. */
const FAULTS_SHOWN = 20;

/** @param company of the new test */
export function useStudyFile(company: string) {
  const navigate = useNavigate();
  const [faults, setFaults] = useState<readonly FileFault[]>([]);
  const fail = (text: string) => setFaults([{ line: null, step: null, text }]);
  const opening = useCall(
    async (text: string) => {
      const { faultsAt, readStudyFile } = await loadFaults();
      const { createFromFile } = await loadFile();
      const read = readStudyFile(text);
      if ('faults' in read) {
        setFaults(read.faults);
        return null;
      }
      try {
        return await createFromFile(read.file, company);
      } catch (error) {
        if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) throw error;
        const found = Object.entries(error.fields).map(
          ([path, sentence]) => [pathOf(path), sentence] as const,
        );
        setFaults(faultsAt(text, found));
        return null;
      }
    },
    {
      makesStale: [queryKeys.testList.key],
      onSuccess: async (test) => {
        if (test === null) return;
        toast.success(createTexts.done);
        await navigate(pages.editTest.href(test._id));
      },
      failed: (error) =>
        error instanceof ApiError
          ? serverSentenceOf(error, createTexts.failed)
          : 'A picture in the file could not be stored.',
      onFailure: fail,
    },
  );
  const open = async (file: File) => {
    setFaults([]);
    if (file.size > FILE_MAX_BYTES) return fail('A study file can have at most 200 MB.');
    opening.mutate(await file.text());
  };
  return { faults, busy: opening.isPending, open };
}

/** Returns the path of a field that the server names by dots: `steps.2.task`. */
function pathOf(field: string): (string | number)[] {
  return field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

export function OpenStudyFile({
  busy,
  open,
}: Pick<ReturnType<typeof useStudyFile>, 'busy' | 'open'>) {
  // The picker is no field of the form below it, so it is not on the page.
  const choose = () => {
    const input = Object.assign(document.createElement('input'), {
      type: 'file',
      accept: '.json,application/json',
    });
    input.addEventListener('change', () => {
      const [file] = input.files ?? [];
      if (file) void open(file);
    });
    input.click();
  };
  return (
    <Button
      variant="quiet"
      compact
      busy={busy}
      busyLabel="Opening…"
      icon={<FileUp aria-hidden className="size-4" />}
      onClick={choose}
    >
      Open a study file
    </Button>
  );
}

export function FileFaults({ faults }: { faults: readonly FileFault[] }) {
  if (faults.length === 0) return null;
  const more = faults.length - FAULTS_SHOWN;
  return (
    <Alert tone="danger" title="This file makes no test" className="mb-6">
      <ul className="grid gap-1">
        {faults.slice(0, FAULTS_SHOWN).map(({ line, step, text }) => (
          <li key={`${line} ${text}`} className="wrap-anywhere">
            {[line && `Line ${line}`, step && `step ${step}`].filter(Boolean).join(', ')}
            {line !== null && ': '}
            {text}
          </li>
        ))}
        {more > 0 && <li>And {more} more.</li>}
      </ul>
    </Alert>
  );
}
