// In front of what a link shows: opens it, asks for its password, and takes its place as soon as it has ended.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { views } from '#contract/view-links.api.ts';
import type { OpenedView } from '#contract/view-links.ts';
import { viewStateQuery } from '#web/entities/view-link/view-link.query.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { callBelow } from '#web/lib/call-address.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { NothingFoundIllustration } from '#web/ui/illustrations.tsx';
import { LoadingPage } from '#web/ui/loading.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ViewBar } from './view-bar.tsx';

interface ViewGateProps {
  /** Null: the address has none. */
  token: string | null;
  children: (view: OpenedView) => ReactNode;
}

export function ViewGate({ token, children }: ViewGateProps) {
  const opening = useMutation({
    mutationFn: (password?: string) =>
      call(views.open, { body: { token: token ?? '', ...(password ? { password } : {}) } }),
    onSuccess: ({ _id }) => callBelow(_id),
  });
  const { mutate, data, error } = opening;
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current || token === null) return;
    asked.current = true;
    mutate(undefined);
  }, [mutate, token]);
  if (token === null) {
    return (
      <Ended
        title="This link is not complete"
        sentence="Copy all of it, or ask the person who sent it to you for another one."
      />
    );
  }
  if (data) {
    return (
      <WhileOpen key={data._id} view={data} onClosed={() => mutate(undefined)}>
        {children(data)}
      </WhileOpen>
    );
  }
  if (asksForPassword(error)) {
    return <PasswordForm error={error} busy={opening.isPending} onPassword={mutate} />;
  }
  if (error) return <Unopened error={error} onRetry={() => mutate(undefined)} />;
  return <LoadingPage />;
}

function asksForPassword(error: Error | null): error is ApiError {
  const asking = ['view_password', 'view_password_wrong', 'too_many_requests'];
  return error instanceof ApiError && asking.includes(error.code);
}

/** A network that failed may work again; a link that has ended stays so. */
function Unopened({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isOver = error instanceof ApiError && error.status !== 0 && error.status < 500;
  if (isOver) return <Over sentence={error.message} />;
  return (
    <Ended
      title="This page could not be loaded"
      sentence={error.message}
      action={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}

function Over({ sentence }: { sentence: string }) {
  return <Ended title="Nothing to see here any more" sentence={sentence} />;
}

interface WhileOpenProps {
  view: OpenedView;
  /** Its cookie has ended before the link. */
  onClosed: () => void;
  children: ReactNode;
}

/** Nothing of it stays in view once the link or its thing has ended. */
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
        <p className="text-muted">The person who sent you the link knows it.</p>
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

/** Below the bar that the page of the link has too. */
function Alone({ children }: { children: ReactNode }) {
  return (
    <>
      <ViewBar />
      <main className="creator-measure px-4 py-6 sm:px-6">{children}</main>
    </>
  );
}
