// Says what the workspace's rule deletes within the next week; nothing while that is nothing.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { pages } from '#web/lib/pages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { dueText, firstText } from './retention-words.ts';
import { retentionQuery } from './workspace.query.ts';

interface RetentionNoticeProps {
  className?: string;
  /** In the settings themselves. */
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
