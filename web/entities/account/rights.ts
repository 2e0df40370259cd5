// Rights of the person's role. The server decides; pages hide actions that it would reject.
import { useQuery } from '@tanstack/react-query';
import type { Authorship } from '#contract/notes.ts';
import { signInQuery, userInfoQuery } from './account.query.ts';

/**
 * Returns whether the person may change tests, recordings and outcomes. A viewer can watch, read
 * and write notes, a visitor of a link can watch and read.
 */
export function useMayChange(): boolean {
  const role = useQuery(signInQuery).data?.role;
  return role === 'owner' || role === 'member';
}

/**
 * Returns whether the person may change or delete a note or a clip. A viewer may change only their
 * own.
 */
export function useMayEdit(): (author: Authorship['author']) => boolean {
  const signIn = useQuery(signInQuery).data;
  const mayChange = useMayChange();
  const info = useQuery({ ...userInfoQuery, enabled: signIn?.role === 'viewer' });
  const own = info.data?.teamMembers.find(({ email }) => email === signIn?.email)?._id;
  return (author) => mayChange || (author !== null && author.id === own);
}

/** Returns whether the person may write notes and cut clips, as everyone who is signed in may. */
export function useMayNote(): boolean {
  return Boolean(useQuery(signInQuery).data);
}

/** Said in place of what a viewer can't do. */
export const VIEWERS_WATCH =
  'You are a viewer in this workspace: you can watch recordings and write notes. Its owner can make you a member.';
