// What the person's role lets them do here; the server decides, pages hide what it would refuse.
import { useQuery } from '@tanstack/react-query';
import type { Authorship } from '#contract/notes.ts';
import { signInQuery, userInfoQuery } from './account.query.ts';

/** Whether they may change tests, recordings and outcomes: a viewer watches, reads and notes, a visitor of a link watches and reads. */
export function useMayChange(): boolean {
  const role = useQuery(signInQuery).data?.role;
  return role === 'owner' || role === 'member';
}

/** Whether they may change or delete a note or a clip: a viewer their own. */
export function useMayEdit(): (author: Authorship['author']) => boolean {
  const signIn = useQuery(signInQuery).data;
  const mayChange = useMayChange();
  const info = useQuery({ ...userInfoQuery, enabled: signIn?.role === 'viewer' });
  const own = info.data?.teamMembers.find(({ email }) => email === signIn?.email)?._id;
  return (author) => mayChange || (author !== null && author.id === own);
}

/** Whether they may write notes and cut clips: everyone who is signed in. */
export function useMayNote(): boolean {
  return Boolean(useQuery(signInQuery).data);
}

/** Said in place of what a viewer can't do. */
export const VIEWERS_WATCH =
  'You are a viewer in this workspace: you watch, read and write notes. Its owner can make you a member.';
