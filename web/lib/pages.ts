// Every page's address: the patterns it is matched by, and how a link to it is made.
import {
  EMAIL_CHANGE_PAGE,
  EMAIL_UNDO_PAGE,
  INVITATION_PAGE,
  participantPath,
  pathSegment,
  type RecordingAddress,
} from '#contract/paths.ts';

export const pages = {
  landing: {
    path: '/',
    /** @param next where to go after signing in; the sign-in dialog opens there. */
    href: (next?: string) => (next === undefined ? '/' : `/?next=${encodeURIComponent(next)}`),
    /** For a person who is no longer in the workspace that they had open. */
    removedHref: () => '/?sign-in=removed',
  },
  dashboard: { path: '/dashboard', href: () => '/dashboard' },
  createTest: { path: '/create-test', href: () => '/create-test' },
  editTest: { path: '/edit-test/:id', href: (id: string) => `/edit-test/${pathSegment(id)}` },
  createCompany: { path: '/create-company', href: () => '/create-company' },
  test: {
    path: '/tests/:id',
    /** Address of the specification, which links that people have sent still use. */
    earlierPath: '/api/tests/:id',
    href: (id: string) => `/tests/${pathSegment(id)}`,
  },
  recording: {
    path: '/recordings/:uniqueId/:testId/:timestamp',
    earlierPath: '/api/tests/:uniqueId/:testId/:company/:testName/:userTimestamp',
    /** The names of participant, company and test stay out of it: ids and the timestamp decide. */
    href: ({ uniqueId, testId, userTimestamp }: RecordingAddress) => {
      const timestamp = userTimestamp.slice(userTimestamp.lastIndexOf('_') + 1);
      return `/recordings/${[uniqueId, testId, timestamp].map(pathSegment).join('/')}`;
    },
  },
  settings: { path: '/settings', href: () => '/settings' },
  /** Last page in the tab of a repeated sign-in. */
  signedInAgain: { path: '/signed-in-again', href: () => '/signed-in-again' },
  emailChange: { path: EMAIL_CHANGE_PAGE, href: () => EMAIL_CHANGE_PAGE },
  emailUndo: { path: EMAIL_UNDO_PAGE, href: () => EMAIL_UNDO_PAGE },
  /** Shows the invitation of the token in its fragment, or those of the signed-in person. */
  invitation: { path: INVITATION_PAGE, href: () => INVITATION_PAGE },
  participate: { path: '/tryout/:uniqueId', href: participantPath },
  terms: { path: '/terms', href: () => '/terms' },
  privacy: { path: '/privacy', href: () => '/privacy' },
  contact: { path: '/contact', href: () => '/contact' },
  /** Every piece of ui/ on one page; served during development only. */
  design: { path: '/design', href: () => '/design' },
} as const;

export type PageName = keyof typeof pages;

/** Returns the patterns of a page: its own, and that of its earlier address. */
export function pathsOf(name: PageName): string[] {
  const page = pages[name];
  return 'earlierPath' in page ? [page.path, page.earlierPath] : [page.path];
}
