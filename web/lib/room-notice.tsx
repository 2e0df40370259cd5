// Says to creators that no new recording can begin, and what helps; nothing while there is room.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Alert } from '#web/ui/alert.tsx';
import { screens } from './screens.ts';
import { storageQuery } from './storage.query.ts';

interface RoomNoticeProps {
  className?: string;
  /** Where the figures stand already. */
  noLink?: boolean;
}

export function RoomNotice({ className, noLink = false }: RoomNoticeProps) {
  const { data } = useQuery(storageQuery);
  if (!data?.noRoom) return null;
  return (
    <Alert
      tone="warning"
      {...(className === undefined ? {} : { className })}
      title={
        data.noRoom === 'workspace_full'
          ? 'This workspace’s storage is full'
          : 'The server is short of room'
      }
    >
      {data.noRoom === 'workspace_full' ? (
        <p>
          Participants can’t start a test; those who have begun can finish. Delete recordings that
          you no longer need to make room.{' '}
          {!noLink && (
            <Link
              to={screens.settings.href()}
              className="rounded-sm text-accent underline underline-offset-4 hover:text-accent-hover"
            >
              See what is used
            </Link>
          )}
        </p>
      ) : (
        <p>
          Participants can’t start a test; those who have begun can finish. Please tell the person
          who runs this server.
        </p>
      )}
    </Alert>
  );
}
