// Gate of a shared link: opens it, requests its password, and replaces its content when it has ended.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ViewLinkId } from '#contract/ids.ts';
import { VIEW_LINK_COOKIE_DAYS } from '#contract/limits.ts';
import { viewPath } from '#contract/paths.ts';
import { views } from '#contract/view-links.api.ts';
import type { OpenedView } from '#contract/view-links.ts';
import { viewStateQuery } from '#web/entities/view-link/view-link.query.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { callBelow } from '#web/lib/call-address.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { NothingFoundIllustration } from '#web/ui/illustrations.tsx';
import { LoadingPage } from '#web/ui/loading.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ViewBar } from './view-frame.tsx';

interface ViewGateProps {
  id: ViewLinkId;
  children: (view: OpenedView) => ReactNode;
}

export function ViewGate({ id, children }: ViewGateProps) {
  const [hasPassword, setHasPassword] = useState(false);
  const opening = useCall(
    (password?: string) =>
      call(views.open, { params: { viewLinkId: id }, body: password ? { password } : {} }),
    {
      onSuccess: ({ _id }) => callBelow(_id),
      onFailure: (_, error) => {
        if (error instanceof ApiError && error.code === 'view_password') setHasPassword(true);
      },
    },
  );
  const { mutate, data, error } = opening;
  useOnce(() => mutate(undefined));
  if (data) {
    return (
      <WhileOpen key={data._id} view={data} onClosed={() => mutate(undefined)}>
        {children(data)}
      </WhileOpen>
    );
  }
  if (hasPassword && isOfPassword(error)) {
    return <PasswordForm error={error} busy={opening.isPending} onPassword={mutate} />;
  }
  if (error) return <Unopened error={error} onRetry={() => mutate(undefined)} />;
  return <LoadingPage />;
}

/** Returns whether the form with the password shows this error. */
function isOfPassword(error: Error | null): error is ApiError {
  const codes = ['view_password', 'view_password_wrong', 'too_many_requests'];
  return error instanceof ApiError && codes.includes(error.code);
}

interface WhileOpenProps {
  view: OpenedView;
  /** Called when the cookie expires before the link. */
  onClosed: () => void;
  children: ReactNode;
}

/** Removes the content and its cached data when the link or its target has ended. */
function WhileOpen({ view, onClosed, children }: WhileOpenProps) {
  const queryClient = useQueryClient();
  const state = useQuery(viewStateQuery(view));
  const code = state.error instanceof ApiError ? state.error.code : null;
  const stamp = state.data?.stamp;
  const seen = useRef(stamp);
  useEffect(() => {
    if (seen.current !== undefined && stamp !== seen.current) void queryClient.invalidateQueries();
    seen.current = stamp;
  }, [stamp, queryClient]);
  useEffect(() => {
    if (code === 'view_closed') onClosed();
  }, [code, onClosed]);
  if (code === 'link_expired') return <Over sentence={state.error?.message ?? ''} />;
  return children;
}

interface PasswordFormProps {
  error: ApiError;
  busy: boolean;
  onPassword: (password: string) => void;
}

function PasswordForm({ error, busy, onPassword }: PasswordFormProps) {
  usePageTitle('Link for viewing');
  const [password, setPassword] = useState('');
  return (
    <Alone>
      <form
        className="mx-auto grid max-w-sm gap-4 py-10"
        onSubmit={(event) => {
          event.preventDefault();
          if (password !== '' && !busy) onPassword(password);
        }}
      >
        <h1 className="text-2xl">This link has a password</h1>
        <p className="text-muted">Ask the person who sent you the link for it.</p>
        <TextField
          label="Password"
          type="password"
          autoComplete="off"
          autoFocus
          value={password}
          error={error.code === 'view_password' ? undefined : error.message}
          room="Too many requests. Please wait a moment."
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" busy={busy}>
          Open
        </Button>
      </form>
    </Alone>
  );
}

/** Runs an effect once, also where React runs effects twice to find faults in them. */
function useOnce(effect: () => void): void {
  const hasRun = useRef(false);
  useEffect(() => {
    if (hasRun.current) return;
    hasRun.current = true;
    effect();
  });
}

// Page at a link's full address, if the server has not removed the token: the link has ended, or the browser does not
// mark the request as a navigation. It exchanges the token for a cookie and opens the address without it.

/** @param token null if the address contains no complete token */
export function TokenExchange({ token }: { token: string | null }) {
  const { mutate, error } = useCall(() => call(views.exchange, { body: { token: token ?? '' } }), {
    onSuccess: ({ _id }) => {
      const { pathname, search, hash } = location;
      const rest = pathname.slice(viewPath(token ?? '').length);
      location.replace(`${viewPath(_id)}${rest}${search}${hash}`);
    },
  });
  useOnce(() => {
    if (token !== null) mutate();
  });
  if (token === null) {
    return (
      <Ended
        title="This link is incomplete"
        sentence="Copy the full link, or ask the person who sent it for another one."
      />
    );
  }
  return error ? <Unopened error={error} onRetry={mutate} /> : <LoadingPage />;
}

// Replacements of a link's content: why the link does not open, and the next step.

/** A network error may be temporary; a link that has ended stays so. */
function Unopened({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'view_closed') return <WithoutCookie />;
  if (code === 'link_expired' || code === 'not_found') return <Over sentence={error.message} />;
  return (
    <Ended
      title="This page could not be loaded"
      sentence={error.message}
      action={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}

function Over({ sentence }: { sentence: string }) {
  return <Ended title="This link no longer works" sentence={sentence} />;
}

/** The address without the token does not work in another browser, nor without cookies. */
function WithoutCookie() {
  return (
    <Ended
      title="Open the complete link again"
      sentence={`This address works only in the browser that opened the link, for ${VIEW_LINK_COOKIE_DAYS} days. Use the link that was sent to you. If it leads back to this page, allow cookies for this site in your browser, then open it again.`}
    />
  );
}

function Ended(page: { title: string; sentence: string; action?: ReactNode }) {
  usePageTitle('Link for viewing');
  return (
    <Alone>
      <EmptyState
        illustration={<NothingFoundIllustration />}
        heading="h1"
        title={page.title}
        action={page.action}
      >
        {page.sentence}
      </EmptyState>
    </Alone>
  );
}

/** Rendered below the bar of the link's pages. */
function Alone({ children }: { children: ReactNode }) {
  return (
    <>
      <ViewBar />
      <main className="creator-measure px-4 py-6 sm:px-6">{children}</main>
    </>
  );
}
