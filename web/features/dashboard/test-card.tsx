// One test in the list: a link to its page, with its menu.
import { Copy, Ellipsis, ExternalLink, Pencil, Trash2, Video } from 'lucide-react';
import { lazy, memo, type ReactNode, Suspense } from 'react';
import { Link, useNavigate } from 'react-router';
import { isolateName } from '#contract/bidi-isolate.ts';
import { LIST_MAX } from '#contract/limits.ts';
import type { TestSummary } from '#contract/test-summary.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import { RunningBadge } from '#web/entities/recording/running.tsx';
import { type DayOf, formatAgo, localDay } from '#web/lib/ago.ts';
import { formatDateTime } from '#web/lib/format-time.ts';
import { loadChunk } from '#web/lib/lazy-chunk.ts';
import { pages } from '#web/lib/pages.ts';
import { toast } from '#web/lib/toasts.ts';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-button.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Menu } from '#web/ui/menu.tsx';
import type { MenuProps } from '#web/ui/menu-list.tsx';
import { Name } from '#web/ui/name.tsx';
import { Thumbnail } from '#web/ui/thumbnail.tsx';
import type { ItemPlace } from '#web/ui/windowed-list.tsx';

interface TestCardProps extends ItemPlace {
  test: TestSummary;
  /** Epoch milliseconds. */
  nowMs: number;
  onDelete: (test: TestSummary) => void;
}

/** The component is memoized, because a list has thousands of cards and few of them change. */
export const TestCard = memo(function TestCard({ test, nowMs, onDelete, ...place }: TestCardProps) {
  return (
    <CardFrame
      {...place}
      name={
        <>
          <h2 title={test.name} className="min-w-0 grow text-base">
            {/* The link covers the whole card; only the menu is above it. */}
            <Link
              to={pages.test.href(test._id)}
              className="block truncate rounded-sm after:absolute after:inset-0 after:rounded-lg"
            >
              <Name>{test.name}</Name>
            </Link>
          </h2>
          <TestMenu test={test} onDelete={onDelete} />
        </>
      }
      picture={<NewestPoster test={test} />}
      task={<p className="line-clamp-3 text-muted text-sm">{test.task}</p>}
      foot={
        <>
          <Activity test={test} nowMs={nowMs} />
          <span className="flex shrink-0 gap-1.5 empty:hidden">
            <TestMarks test={test} />
          </span>
        </>
      }
    />
  );
});

/** Placeholder in the shape of a card, so that nothing moves when the tests arrive. */
export function CardSkeleton() {
  return (
    <CardFrame
      name={<Skeleton className="h-5 w-2/5" />}
      picture={<Skeleton className={pictureSize} />}
      task={
        <div className="grid gap-1.5 pt-0.5">
          <Skeleton className="h-3.5" />
          <Skeleton className="h-3.5 w-3/4" />
        </div>
      }
      foot={<Skeleton className="h-3.5 w-1/2" />}
    />
  );
}

interface CardFrameProps extends ItemPlace {
  name: ReactNode;
  picture: ReactNode;
  task: ReactNode;
  foot: ReactNode;
}

/** All cards have the same height. */
function CardFrame({ name, picture, task, foot, ...place }: CardFrameProps) {
  return (
    <li
      {...place}
      className="relative min-w-0 rounded-lg border border-line bg-surface p-4 transition-[border-color,box-shadow] focus-within:border-line-strong hover:border-line-strong hover:shadow-md"
    >
      <div className="flex h-6 items-center gap-2">{name}</div>
      <div className="mt-3 flex h-15 gap-3">
        {picture}
        <div className="min-w-0 grow">{task}</div>
      </div>
      <div className="mt-4 flex h-6 items-center gap-2 text-sm">{foot}</div>
    </li>
  );
}

const pictureSize = 'h-15 w-24';

/** Poster of the newest recording that has one, or a placeholder. */
function NewestPoster({ test }: { test: TestSummary }) {
  return (
    <Thumbnail
      src={test.posterUrl}
      className={`${pictureSize} border border-line bg-canvas text-muted`}
    >
      <Video aria-hidden className="size-5" />
    </Thumbnail>
  );
}

function Activity({ test, nowMs }: Pick<TestCardProps, 'test' | 'nowMs'>) {
  const { recordings, detail, atMs } = activityOf(test, nowMs);
  const isRecorded = test.count_of_recordings > 0;
  return (
    // Text that does not fit wraps and is hidden, not cut: first the detail, then the count and the rest of the success.
    <p className="flex h-6 min-w-0 grow flex-wrap gap-x-1 overflow-hidden text-muted leading-6 tabular-nums">
      <span className={isRecorded ? 'font-semibold text-text' : undefined}>{recordings}</span>
      <span className="flex w-min grow gap-x-2">
        {/* The empty first item lets the detail wrap. */}
        <span className="flex h-6 w-0 grow flex-wrap overflow-hidden before:h-6">
          {detail !== null && (
            <time
              dateTime={new Date(atMs).toISOString()}
              title={`Last activity: ${formatDateTime(atMs)}`}
              className="whitespace-nowrap"
            >
              <span aria-hidden>· </span>
              {detail}
            </time>
          )}
        </span>
        {isRecorded && (
          <Suspense>
            <CardSuccess testId={test._id} />
          </Suspense>
        )}
      </span>
    </p>
  );
}

/** Loads after the list. Without it, the cards show no success. */
const CardSuccess = lazy(() =>
  loadChunk(() => import('./card-success.tsx')).then(
    (chunk) => ({ default: chunk.CardSuccess }),
    () => ({ default: () => null }),
  ),
);

/** Marks in the corner of a card: the number of running sessions, and 'Closed'. */
function TestMarks({ test }: { test: Pick<TestSummary, 'running' | 'closed'> }) {
  return (
    <>
      <RunningBadge running={test.running} />
      {test.closed && <Badge>Closed</Badge>}
    </>
  );
}

// Last activity of a test in words: the number of recordings of today, and the time of the last change.

interface TestActivity {
  /** `2 recordings today`, `5 recordings`, `No recordings yet`. */
  recordings: string;
  /** `5 in all`, `Changed 2 min ago`, `yesterday`; null if the first text is complete. */
  detail: string | null;
  /** Epoch milliseconds of the newest recording or of the last change, whichever is later. Lists are ordered by it. */
  atMs: number;
}

/** `recordedSince` counts from the beginning of the day on which the list was requested. */
type ActiveTest = Pick<
  TestSummary,
  'createdAt' | 'updatedAt' | 'count_of_recordings' | 'storedTimeStamp' | 'recordedSince'
>;

/** @param dayOf calendar that computes the day of a time */
export function activityOf(test: ActiveTest, nowMs: number, dayOf: DayOf = localDay): TestActivity {
  const { count_of_recordings: count, storedTimeStamp: newestMs } = test;
  const changedMs = Date.parse(test.updatedAt);
  const atMs = Math.max(changedMs, newestMs ?? 0);
  // A list that was requested before midnight describes the day before.
  const isToday = newestMs !== null && dayOf(newestMs) >= dayOf(nowMs);
  const today = isToday ? (test.recordedSince ?? 0) : 0;
  const recordings =
    today > 0
      ? // The server stops counting at LIST_MAX.
        `${countText(today, today === LIST_MAX && count > today)} today`
      : countText(count);
  const detail = () => {
    if (newestMs === null || changedMs > newestMs) {
      const what = test.updatedAt === test.createdAt ? 'Created' : 'Changed';
      return `${what} ${formatAgo(changedMs, nowMs, dayOf)}`;
    }
    if (today > 0) return count > today ? `${count} in all` : null;
    return formatAgo(newestMs, nowMs, dayOf);
  };
  return { recordings, detail: detail(), atMs };
}

function countText(count: number, orMore = false): string {
  if (count === 0) return 'No recordings yet';
  return count === 1 ? '1 recording' : `${count}${orMore ? '+' : ''} recordings`;
}

// Menu of a test's card: open, copy, edit, delete.

interface TestMenuProps {
  test: TestSummary;
  onDelete: (test: TestSummary) => void;
}

function TestMenu({ test, onDelete }: TestMenuProps) {
  const navigate = useNavigate();
  const mayChange = useMayChange();
  const changes: MenuProps['items'] = [
    {
      id: 'edit',
      label: 'Edit',
      icon: <Pencil aria-hidden className="size-4" />,
      onSelect: () => void navigate(pages.editTest.href(test._id)),
    },
    {
      id: 'delete',
      label: 'Delete',
      tone: 'danger',
      icon: <Trash2 aria-hidden className="size-4" />,
      onSelect: () => onDelete(test),
    },
  ];
  return (
    <Menu
      trigger={
        <IconButton
          label={`Actions for ${isolateName(test.name)}`}
          title="Actions"
          icon={<Ellipsis aria-hidden className="size-5" />}
          className="relative -mr-2.5"
        />
      }
      items={[
        {
          id: 'copy',
          label: 'Copy link',
          icon: <Copy aria-hidden className="size-4" />,
          onSelect: () => void copyLink(test.link),
        },
        {
          id: 'open',
          label: 'Open',
          icon: <ExternalLink aria-hidden className="size-4" />,
          onSelect: () => window.open(test.link, '_blank', 'noopener'),
        },
        ...(mayChange ? changes : []),
      ]}
    />
  );
}

async function copyLink(link: string): Promise<void> {
  if (await copyText(link)) toast.success('Share link copied');
  else toast.error('The browser refused to copy. Open the test for its link.');
}
