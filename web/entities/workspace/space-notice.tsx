// Says to creators that no new recording can begin, and what helps; nothing while there is space.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { pages } from '#web/lib/pages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { storageQuery } from './workspace.query.ts';

interface SpaceNoticeProps {
  className?: string;
  /** Leaves out the link, on the page with the figures. */
  noLink?: boolean;
}

export function SpaceNotice({ className, noLink = false }: SpaceNoticeProps) {
  const { data } = useQuery(storageQuery);
  if (!data?.noSpace) return null;
  return (
    <Alert
      tone="warning"
      {...(className === undefined ? {} : { className })}
      title={
        data.noSpace === 'workspace_full'
          ? 'This workspace’s storage is full'
          : 'The server is running out of space'
      }
    >
      {data.noSpace === 'workspace_full' ? (
        <p>
          Participants can’t start a test; those who began can finish. Delete recordings that you no
          longer need to free space.{' '}
          {!noLink && (
            <Link
              to={pages.settings.href()}
              className="rounded-sm text-accent underline underline-offset-4 hover:text-accent-hover"
            >
              See what is used
            </Link>
          )}
        </p>
      ) : (
        <p>
          Participants can’t start a test; those who began can finish. Please tell the person who
          runs this server.
        </p>
      )}
    </Alert>
  );
}
