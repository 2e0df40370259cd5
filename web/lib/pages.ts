// Every page's address: the pattern it is matched by, and how a link to it is made.
import {
  EMAIL_CHANGE_PAGE,
  EMAIL_UNDO_PAGE,
  INVITATION_PAGE,
  participantPath,
  pathSegment,
  type RecordingAddress,
  recordingPath,
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
  test: { path: '/api/tests/:id', href: (id: string) => `/api/tests/${pathSegment(id)}` },
  recording: {
    path: '/api/tests/:uniqueId/:testId/:company/:testName/:userTimestamp',
    href: (address: RecordingAddress) => `/api/tests/${recordingPath(address)}`,
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

/** Returns null if the address is not one of a recording (a stray '%', a segment missing). */
export function readRecordingAddress(pathname: string): RecordingAddress | null {
  const [, api, tests, ...segments] = pathname.replace(/\/$/, '').split('/');
  if (api !== 'api' || tests !== 'tests' || segments.length !== 5) return null;
  const decoded = segments.map(decode);
  const [uniqueId, testId, company, testName, userTimestamp] = decoded;
  if (!(uniqueId && testId && company && testName && userTimestamp)) return null;
  return { uniqueId, testId, company, testName, userTimestamp };
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    // The segment is no percent-encoding, so the address is not ours.
    return null;
  }
}
