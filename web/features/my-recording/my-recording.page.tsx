// Page of a participant's private link: their recording, and the button that withdraws it.
import { useEffect, useState } from 'react';
import type { PrivateToken } from '#contract/ids.ts';
import { privateToken } from '#contract/ids.ts';
import type { MyRecording } from '#contract/my-recording.ts';
import { askForRecording } from '#web/entities/my-recording/own-recording.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { loadTypefaceWhenIdle } from '#web/styles/typeface.ts';
import { BrokenIllustration } from '#web/ui/broken-illustration.tsx';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import { WaitingIllustration } from '#web/ui/illustrations.tsx';
import { Spinner } from '#web/ui/loading.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { RecordingFacts } from './recording-facts.tsx';
import { Withdrawal } from './withdrawal.tsx';

export function MyRecordingPage() {
  useEffect(loadTypefaceWhenIdle, []);
  // Opening another link in this tab changes only the fragment.
  useEffect(() => {
    const reload = () => location.reload();
    window.addEventListener('hashchange', reload);
    return () => window.removeEventListener('hashchange', reload);
  }, []);
  const token = privateToken.safeParse(location.hash.slice(1));
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-2xl flex-col px-4 pt-4 pb-8 sm:px-6 sm:pt-8 sm:pb-16">
      <header className="mb-6 flex justify-center sm:mb-8">
        <Logo />
      </header>
      <main className="grid gap-4">
        {token.success ? <Linked token={token.data} /> : <Incomplete />}
      </main>
    </div>
  );
}

type State =
  | { phase: 'loading' | 'failed' | 'gone' | 'withdrawn' }
  | { phase: 'shown'; recording: MyRecording };

function Linked({ token }: { token: PrivateToken }) {
  const [state, setState] = useState<State>({ phase: 'loading' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again.
  useEffect(() => {
    let isOld = false;
    const show = (next: State) => {
      if (!isOld) setState(next);
    };
    askForRecording(token)
      .then((recording) => show(recording ? { phase: 'shown', recording } : { phase: 'gone' }))
      .catch((error: unknown) => {
        console.warn('The recording could not be loaded.', error);
        show({ phase: 'failed' });
      });
    return () => {
      isOld = true;
    };
  }, [token, attempt]);
  const ask = () => setAttempt((count) => count + 1);
  switch (state.phase) {
    case 'loading':
      return <Spinner size="lg" label="Loading your recording…" />;
    case 'failed':
      return <Failed onRetry={ask} />;
    case 'gone':
      return <NoRecording />;
    case 'withdrawn':
      return <Withdrawn />;
    case 'shown':
      return (
        <>
          <RecordingFacts recording={state.recording} onOldVideo={ask} />
          <Withdrawal
            token={token}
            recording={state.recording}
            onDone={() => setState({ phase: 'withdrawn' })}
          />
        </>
      );
  }
}

function Failed({ onRetry }: { onRetry: () => void }) {
  usePageTitle('The server does not answer');
  return (
    <ErrorView heading="h1" title="The server does not answer" onRetry={onRetry}>
      Nothing was changed. Check your connection and try again.
    </ErrorView>
  );
}

function NoRecording() {
  usePageTitle('This recording is gone');
  return (
    <EmptyState illustration={<WaitingIllustration />} heading="h1" title="This recording is gone">
      It was withdrawn or deleted. Nothing of it is stored any more.
    </EmptyState>
  );
}

function Withdrawn() {
  usePageTitle('Your recording is withdrawn');
  return (
    <EmptyState
      illustration={<WaitingIllustration />}
      heading="h1"
      title="Your recording is withdrawn"
    >
      <p role="status">
        It can’t be watched any more, and its stored data is deleted within minutes. Thank you for
        your time.
      </p>
    </EmptyState>
  );
}

function Incomplete() {
  usePageTitle('This link is incomplete');
  return (
    <EmptyState illustration={<BrokenIllustration />} heading="h1" title="This link is incomplete">
      Part of it is missing. Copy the whole address, with what follows the # sign.
    </EmptyState>
  );
}
