// Every page: its address (from lib/pages.ts), its component (loaded when needed), and whether it needs a sign-in.
import type { ComponentType } from 'react';
import { type PageName, pathsOf } from './lib/pages.ts';

/** A page's module: it exports the page and nothing else. */
type PageModule = Record<string, ComponentType>;

export interface Route {
  path: string;
  page: () => Promise<ComponentType>;
  /** Shown to signed-in people only; others are sent to sign in and back. */
  signedIn: boolean;
}

type Row = [name: PageName, guard: Pick<Route, 'signedIn'>, load: () => Promise<PageModule>];

const open = { signedIn: false } as const;
const creator = { signedIn: true } as const;

/** Pages behind the router. Landing and participant page are documents of their own (landing.tsx, participant.tsx). */
const rows: readonly Row[] = [
  ['dashboard', creator, () => import('./features/dashboard/dashboard.page.tsx')],
  ['createTest', creator, () => import('./features/test-form/create-test.page.tsx')],
  ['editTest', creator, () => import('./features/test-form/edit-test.page.tsx')],
  ['createCompany', creator, () => import('./features/test-form/create-company.page.tsx')],
  ['test', creator, () => import('./test-page/test.page.tsx')],
  ['recording', creator, () => import('./features/review/recording.page.tsx')],
  ['settings', creator, () => import('./features/settings/settings.page.tsx')],
  ['signedInAgain', open, () => import('./features/shell/signed-in-again.page.tsx')],
  ['emailChange', open, () => import('./features/mailed-links/email-change.page.tsx')],
  ['emailUndo', open, () => import('./features/mailed-links/email-undo.page.tsx')],
  ['invitation', open, () => import('./features/mailed-links/invitation.page.tsx')],
  ['terms', open, () => import('./features/legal/terms.page.tsx')],
  ['privacy', open, () => import('./features/legal/privacy.page.tsx')],
  ['contact', open, () => import('./features/legal/contact.page.tsx')],
];

const developmentRows: readonly Row[] = import.meta.env.DEV
  ? [['design', open, () => import('./features/design/design.page.tsx')]]
  : [];

export const routes: readonly Route[] = [...rows, ...developmentRows].flatMap(
  ([name, guard, load]) =>
    pathsOf(name).map((path) => ({
      ...guard,
      path,
      page: async () => onlyExport(await load()),
    })),
);

function onlyExport(module: PageModule): ComponentType {
  const [page, ...others] = Object.values(module);
  if (page === undefined || others.length > 0) {
    throw new Error(`A page's module exports the page alone, not ${Object.keys(module)}.`);
  }
  return page;
}
