// Catches what a part of the page throws and shows the server-error page in its place (section 2).
import { Component, type ReactNode } from 'react';
import { ErrorPage } from './error-page.tsx';

interface CrashGuardProps {
  children: ReactNode;
  /** Shown instead of the whole-page view, for a panel that may fail alone. */
  fallback?: ReactNode;
}

export class CrashGuard extends Component<CrashGuardProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return this.props.fallback ?? <ErrorPage error={this.state.error} />;
  }
}
