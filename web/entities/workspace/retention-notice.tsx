// Says what the workspace's rule deletes within the next week; nothing while that is nothing.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { DueRecordings } from '#contract/retention.ts';
import { formatDate } from '#web/lib/format-time.ts';
import { pages } from '#web/lib/pages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { retentionQuery } from './workspace.query.ts';

interface RetentionNoticeProps {
  className?: string;
  /** Leaves out the link, in the settings themselves. */
  noLink?: boolean;
}

export function RetentionNotice({ className, noLink = false }: RetentionNoticeProps) {
  const { data } = useQuery(retentionQuery);
  if (!data?.next) return null;
  return (
    <Alert
      tone="warning"
      {...(className === undefined ? {} : { className })}
      title={`Old recordings are deleted from ${firstText(data.next)} on`}
    >
      <p>
        This workspace keeps recordings for {data.days} days. In the week from then on this deletes{' '}
        {dueText(data.next)}.{' '}
        {!noLink && (
          <Link
            to={pages.settings.href()}
            className="whitespace-nowrap rounded-sm text-accent underline underline-offset-4 hover:text-accent-hover"
          >
            See the setting
          </Link>
        )}
      </p>
    </Alert>
  );
}

/** '12 recordings of 2 tests, with 3 clips and 1 piece of evidence in reports' */
export function dueText({ recordings, tests, clips, evidence }: DueRecordings): string {
  const words = [
    ...(clips > 0 ? [counted(clips, 'clip')] : []),
    ...(evidence > 0 ? [`${counted(evidence, 'piece')} of evidence in reports`] : []),
  ];
  const what = `${counted(recordings, 'recording')} of ${counted(tests, 'test')}`;
  return words.length === 0 ? what : `${what}, with ${words.join(' and ')}`;
}

export function firstText({ from }: DueRecordings): string {
  return formatDate(from);
}

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
