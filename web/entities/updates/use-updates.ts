// Follows changes while a signed-in person's page is open. Its code loads after the page's own.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

export function useUpdates(): void {
  const client = useQueryClient();
  useEffect(() => {
    let isOver = false;
    let stop = () => {
      isOver = true;
    };
    import('./follow-updates.ts').then(
      ({ followUpdates }) => {
        if (!isOver) stop = followUpdates(client);
      },
      (error: unknown) => console.warn('Updates of this page do not arrive', error),
    );
    return () => stop();
  }, [client]);
}
