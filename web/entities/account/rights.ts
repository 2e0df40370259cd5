// What the person's role lets them do here; the server decides, pages hide what it would refuse.
import { useQuery } from '@tanstack/react-query';
import { signInQuery } from './account.query.ts';

/** Whether they may change tests, recordings and outcomes: a viewer watches, reads and notes, a visitor of a link watches and reads. */
export function useMayChange(): boolean {
  const role = useQuery(signInQuery).data?.role;
  return role === 'owner' || role === 'member';
}

/** Said in place of what a viewer can't do. */
export const VIEWERS_WATCH =
  'You are a viewer in this workspace: you watch, read and write notes. Its owner can make you a member.';
