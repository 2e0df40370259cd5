// One test in the list: a link to its page, with its menu.
import { Link } from 'react-router';
import type { Test } from '#contract/tests.ts';
import { TestMarks } from '#web/entities/test/test-marks.tsx';
import { formatDateTime, formatRelative } from '#web/lib/format-time.ts';
import { pages } from '#web/lib/pages.ts';
import { Name } from '#web/ui/name.tsx';
import { Thumbnail } from '#web/ui/thumbnail.tsx';
import { RecordingStrip } from './recording-strip.tsx';
import { TestMenu } from './test-menu.tsx';

export function TestCard({ test, onDelete }: { test: Test; onDelete: (test: Test) => void }) {
  return (
    <li className="relative flex min-w-0 flex-col rounded-lg border border-line bg-surface p-5 transition-[border-color,box-shadow] focus-within:border-line-strong hover:border-line-strong hover:shadow-md">
      <div className="flex items-start gap-2">
        <h2 className="min-w-0 grow text-lg leading-6 [overflow-wrap:anywhere]">
          {/* Its area is the whole card; only the menu lies above it. */}
          <Link
            to={pages.test.href(test._id)}
            className="line-clamp-2 rounded-sm after:absolute after:inset-0 after:rounded-lg"
          >
            <Name>{test.name}</Name>
          </Link>
        </h2>
        <TestMenu test={test} onDelete={onDelete} />
      </div>
      <div className="mt-1.5 flex items-start gap-3">
        <p className="line-clamp-2 min-w-0 grow text-muted text-sm [overflow-wrap:anywhere]">
          {test.task}
        </p>
        <NewestPoster test={test} />
      </div>
      <div className="mt-auto pt-6">
        <RecordingStrip recordings={test.recordings_info} />
        <div className="mt-3 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <span className="font-semibold tabular-nums">{countText(test.count_of_recordings)}</span>
          <LastActivity test={test} />
          <span className="ml-auto flex gap-1.5">
            <TestMarks test={test} />
          </span>
        </div>
      </div>
    </li>
  );
}

/** Of the newest recording that has one; a test without any leaves no gap for it. */
function NewestPoster({ test }: { test: Test }) {
  const src = test.recordings_info.find(({ posterUrl }) => posterUrl !== null)?.posterUrl ?? null;
  return src === null ? null : <Thumbnail src={src} className="h-13 w-21" />;
}

function LastActivity({ test }: { test: Test }) {
  const moment = new Date(lastActivityMs(test));
  return (
    <time
      dateTime={moment.toISOString()}
      title={`Last activity: ${formatDateTime(moment)}`}
      className="text-muted"
    >
      <span className="sr-only">Last activity: </span>
      {formatRelative(moment)}
    </time>
  );
}

function countText(count: number): string {
  if (count === 0) return 'No recordings yet';
  return count === 1 ? '1 recording' : `${count} recordings`;
}

/** The newest recording or the last edit, whichever is later, in epoch milliseconds. */
function lastActivityMs(test: Pick<Test, 'updatedAt' | 'storedTimeStamp'>): number {
  return Math.max(Date.parse(test.updatedAt), test.storedTimeStamp ?? 0);
}
