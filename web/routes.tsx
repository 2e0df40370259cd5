// Every page: its address (from lib/pages.ts), its component (loaded when needed), its frame.
import type { ComponentType } from 'react';
import { type PageName, pages } from './lib/pages.ts';

export interface Route {
  path: string;
  page: () => Promise<ComponentType>;
  /** `own`: the page brings its own frame; `bar`: the shared top bar. */
  frame: 'own' | 'bar';
  /** Shown to signed-in people only; others are sent to sign in and back. */
  signedIn: boolean;
}

const open = { frame: 'bar', signedIn: false } as const;
const creator = { frame: 'bar', signedIn: true } as const;

/** Pages behind the router. The participant page stands alone, see main.tsx. */
export const routes: Partial<Record<Exclude<PageName, 'participate'>, Route>> = {
  landing: {
    path: pages.landing.path,
    page: async () => (await import('./features/landing/landing.page.tsx')).LandingPage,
    frame: 'own',
    signedIn: false,
  },
  dashboard: {
    path: pages.dashboard.path,
    page: async () => (await import('./features/dashboard/dashboard.page.tsx')).DashboardPage,
    ...creator,
  },
  createTest: {
    path: pages.createTest.path,
    page: async () => (await import('./features/test-form/create-test.page.tsx')).CreateTestPage,
    ...creator,
  },
  editTest: {
    path: pages.editTest.path,
    page: async () => (await import('./features/test-form/edit-test.page.tsx')).EditTestPage,
    ...creator,
  },
  createCompany: {
    path: pages.createCompany.path,
    page: async () =>
      (await import('./features/test-form/create-company.page.tsx')).CreateCompanyPage,
    ...creator,
  },
  test: {
    path: pages.test.path,
    page: async () => (await import('./features/test-detail/test.page.tsx')).TestPage,
    ...creator,
  },
  recording: {
    path: pages.recording.path,
    page: async () => (await import('./features/review/recording.page.tsx')).RecordingPage,
    ...creator,
  },
  settings: {
    path: pages.settings.path,
    page: async () => (await import('./features/settings/settings.page.tsx')).SettingsPage,
    ...creator,
  },
  signedInAgain: {
    path: pages.signedInAgain.path,
    page: async () => (await import('./features/shell/signed-in-again.page.tsx')).SignedInAgainPage,
    ...open,
  },
  emailChange: {
    path: pages.emailChange.path,
    page: async () =>
      (await import('./features/mailed-links/email-change.page.tsx')).EmailChangePage,
    ...open,
  },
  emailUndo: {
    path: pages.emailUndo.path,
    page: async () => (await import('./features/mailed-links/email-undo.page.tsx')).EmailUndoPage,
    ...open,
  },
  invitation: {
    path: pages.invitation.path,
    page: async () => (await import('./features/mailed-links/invitation.page.tsx')).InvitationPage,
    ...open,
  },
  terms: {
    path: pages.terms.path,
    page: async () => (await import('./features/legal/terms.page.tsx')).TermsPage,
    ...open,
  },
  privacy: {
    path: pages.privacy.path,
    page: async () => (await import('./features/legal/privacy.page.tsx')).PrivacyPage,
    ...open,
  },
  contact: {
    path: pages.contact.path,
    page: async () => (await import('./features/legal/contact.page.tsx')).ContactPage,
    ...open,
  },
  ...(import.meta.env.DEV ? { design: designRoute() } : {}),
};

function designRoute(): Route {
  return {
    path: pages.design.path,
    page: async () => (await import('./features/design/design.page.tsx')).DesignPage,
    ...open,
  };
}
