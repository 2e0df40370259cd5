// Page of a participant's private link: their recording, and the button that withdraws it.
import { useEffect, useState } from 'react';
import { openSpool } from '#capture/spool/open-spool.ts';
import { type PrivateToken, privateToken } from '#contract/ids.ts';
import type { MyRecording } from '#contract/my-recording.ts';
import { askForRecording, withdrawRecording } from '#web/entities/my-recording/own-recording.ts';
import { ConfirmDialog } from '#web/lib/confirm-dialog.tsx';
import { usePageTitle } from '#web/lib/page-title.ts';
import { loadTypefaceWhenIdle } from '#web/styles/typeface.ts';
import { BrokenIllustration } from '#web/ui/broken-illustration.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import { WaitingIllustration } from '#web/ui/illustrations.tsx';
import { Spinner } from '#web/ui/loading.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { Name } from '#web/ui/name.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { RecordingFacts } from './recording-facts.tsx';

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

// Withdraws a participant's recording after a confirmation, and deletes its unsent pieces in this browser.

interface WithdrawalProps {
  token: PrivateToken;
  recording: MyRecording;
  onDone: () => void;
}

function Withdrawal({ token, recording, onDone }: WithdrawalProps) {
  const [isAsking, setAsking] = useState(false);
  const withdraw = async () => {
    await withdrawRecording(token);
    await forgetHere(recording);
    onDone();
  };
  return (
    <Card aria-labelledby="withdrawal" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="withdrawal" className="text-lg">
          Withdraw it
        </h2>
        <p className="text-muted text-sm">
          The video, your voice and its text, clicks and answers are deleted, with the notes and
          clips that others made of them. <Name>{recording.company || 'The team'}</Name> sees that
          one recording was withdrawn, and nothing else.
        </p>
      </div>
      <div>
        <Button variant="danger" onClick={() => setAsking(true)}>
          Withdraw my recording
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Withdraw your recording?"
          confirmLabel="Withdraw"
          busyLabel="Withdrawing…"
          onConfirm={withdraw}
          failed="The recording could not be withdrawn. Please try again."
          onClose={() => setAsking(false)}
        >
          <p>All its data is deleted and can’t be restored.</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

/** The server rejects pieces that are still waiting for an upload, so they are deleted at once. */
async function forgetHere({ sessionId }: MyRecording): Promise<void> {
  try {
    const spool = await openSpool();
    await spool.remove(sessionId);
    for (const answers of await spool.answers()) {
      if (answers.sessionId === sessionId) await spool.forgetAnswers(answers);
    }
    spool.close();
  } catch (error) {
    console.warn('Its data in this browser is deleted the next time you open the link.', error);
  }
}
