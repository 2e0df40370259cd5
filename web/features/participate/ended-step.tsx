// After the recording: the upload's status, by bytes, until it is safe to close.
import { CircleCheck, CircleX, CloudUpload, MessageCircleQuestionMark, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { StopReason } from '#capture/record/recorder.ts';
import type { CaptureRun } from '#capture/run/capture-run.ts';
import { isGone } from '#capture/upload/call.ts';
import type { UploadState } from '#capture/upload/session-upload.ts';
import { redirectAddress, SESSION_PLACEHOLDER } from '#contract/redirect-address.ts';
import type { StepEnd } from '#contract/step-end.ts';
import { isTask } from '#contract/steps.ts';
import { FormattedText } from '#web/entities/step/formatted-text.tsx';
import { questionsAfter } from '#web/entities/step/questions-after.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Name } from '#web/ui/name.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import type { Participation } from './participation.ts';
import { participationOf } from './participation-of.ts';
import { PrivateLinkCard } from './private-link.tsx';
import { ReturnAddress } from './return-address.tsx';
import { StatusLine, StepHeading } from './step-heading.tsx';
import { TaskCard } from './task-card.tsx';
import { UploadBar, type UploadStatus, uploaded, uploadStatus } from './upload-bar.tsx';

const endings = ({ isStudy, isAlone }: Participation): Partial<Record<StopReason, string>> => ({
  stuck: 'Thank you for trying. Places where people get stuck show the team what to improve.',
  time_limit: `A ${isAlone ? 'test' : 'recording'} can take at most ${isStudy ? 'sixty' : 'twenty'} minutes, so it stopped automatically.`,
  share_ended: 'The screen is no longer shared, so the recording stopped.',
  storage_full: 'This browser had no space for more of the recording, so it stopped.',
  error: 'The browser stopped recording. Nothing recorded until then is lost.',
});

/** Returns the participant's way to end the task whose questions are asked. */
function endOf({ run, getSnapshot }: Participation): StepEnd | null {
  const isStuck = run.getSnapshot().recorder.stopReason === 'stuck';
  return isStuck ? 'stuck' : getSnapshot().end;
}

export function EndedStep({ participation }: { participation: Participation }) {
  const { run, link, step, privateToken, isAlone } = participation;
  const { recorder, upload } = useStore(run);
  const isLongLost = useLongLost(upload);
  const { isRetrying, retry } = useRetry(run);
  const status = uploadStatus(upload, { isLongLost, isRetrying, isAlone });
  const { tone, canRetry } = status;
  const ending = recorder.stopReason && endings(participation)[recorder.stopReason];
  const { phase } = useStore(participation);
  // A task that was only read has no questions.
  const hasTask = isTask(step) && phase !== 'reading';
  const asks = isTaken(upload) && hasTask ? questionsAfter(step.asks, endOf(participation)) : [];
  const hasCard = asks.length > 0;
  const [isAnswered, setAnswered] = useState(false);
  const isAsking = hasCard && !isAnswered;
  return (
    <>
      {hasCard && (
        <TaskCard
          run={run}
          step={participation.isStudy ? step.number : 0}
          asks={asks}
          isAlone={isAlone}
          onEnd={() => setAnswered(true)}
        />
      )}
      <Card className={classNames('grid justify-items-center', hasCard ? 'gap-3' : 'gap-6 sm:p-8')}>
        <UploadHeading {...{ status, hasCard, isAsking, isAlone }} />
        {ending && (
          <Alert tone="info" className="w-full">
            {ending}
          </Alert>
        )}
        {recorder.isCutOff && (
          <Alert tone="warning" className="w-full">
            The browser did not deliver the last moments of the recording. Everything before them is
            saved.
          </Alert>
        )}
        {(tone === 'busy' || hasCard) && <UploadBar upload={upload} />}
        {tone === 'done' && !isAsking && <Thanks participation={participation} />}
        {canRetry && (
          <Button
            size="lg"
            className="w-full"
            busy={isRetrying}
            busyLabel="Trying again…"
            onClick={retry}
          >
            Try again now
          </Button>
        )}
      </Card>
      {isTaken(upload) && <PrivateLinkCard token={privateToken} retentionDays={link.keptDays} />}
    </>
  );
}

/** The author's thanks, the way back to where the participant came from, and what follows. */
function Thanks({ participation }: { participation: Participation }) {
  const { link } = participation;
  const { thanks } = participationOf(link);
  const address = useReturnAddress(participation);
  return (
    <>
      {thanks !== '' && <FormattedText text={thanks} />}
      {address !== null && <ReturnAddress address={address} />}
      <WhatNow company={link.test.company} isAlone={participation.isAlone} />
    </>
  );
}

/** Returns the address for those who took part once the server has every answer too, else null. */
function useReturnAddress({ link, run, parameters }: Participation): string | null {
  const [isSafe, setSafe] = useState(false);
  useEffect(() => {
    run
      .sendAnswers()
      .then(() => setSafe(true))
      .catch((error) => console.error('The answers stay in this browser.', error));
  }, [run]);
  const { completed } = participationOf(link).redirects;
  if (completed === null || !isSafe) return null;
  return redirectAddress(completed, [
    ...parameters,
    { name: SESSION_PLACEHOLDER, value: run.sessionId },
  ]);
}

interface UploadHeadingProps {
  status: UploadStatus;
  hasCard: boolean;
  isAsking: boolean;
  isAlone: boolean;
}

/** The upload's status: one line below the questions, a heading without them. Thanks come after the questions. */
function UploadHeading({ status, hasCard, isAsking, isAlone }: UploadHeadingProps) {
  const { title, text, tone } = status;
  const safe = isAlone ? 'What you did is safe.' : 'Your recording is safe.';
  if (hasCard) {
    return (
      <div className="flex w-full items-center gap-3">
        <StatusMark tone={tone} isSmall />
        <StatusLine title={title} room={uploaded}>
          {isAsking && tone === 'done' ? safe : text}
        </StatusLine>
      </div>
    );
  }
  return (
    <>
      <StatusMark tone={tone} isSmall={false} />
      <StepHeading title={title} isLong>
        {text}
      </StepHeading>
    </>
  );
}

/** A deleted recording gets no questions. */
function isTaken({ phase, problem }: UploadState): boolean {
  return phase !== 'nothing' && !(phase === 'failed' && problem !== null && isGone(problem));
}

/** The small mark has its place from the start, so that nothing moves when the upload ends. */
function StatusMark({ tone, isSmall }: { tone: UploadStatus['tone']; isSmall: boolean }) {
  const size = isSmall ? 'size-8 shrink-0' : 'size-20';
  if (tone === 'done') {
    return <CircleCheck aria-hidden strokeWidth={1.5} className={`${size} text-success`} />;
  }
  if (tone === 'failed') {
    return <CircleX aria-hidden strokeWidth={1.5} className={`${size} text-danger`} />;
  }
  return isSmall && <CloudUpload aria-hidden strokeWidth={1.5} className={`${size} text-accent`} />;
}

/** Explains where the recording is and who answers questions about it. */
function WhatNow({ company, isAlone }: { company: string; isAlone: boolean }) {
  return (
    <ul className="grid w-full gap-4 border-line border-t pt-6 text-sm sm:grid-cols-2">
      <li className="flex gap-3">
        <Play aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
        <p>
          <Name>{company || 'The team that invited you'}</Name> can{' '}
          {isAlone ? 'see your clicks and answers' : 'watch your recording'} now, to improve the
          design.
        </p>
      </li>
      <li className="flex gap-3">
        <MessageCircleQuestionMark aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
        <p>
          Questions? Ask the person who sent you the link. Do you want it deleted? Withdraw it by
          your private link.
        </p>
      </li>
    </ul>
  );
}

/** Length from which a lost connection is reported as a problem. */
const LONG_LOST_MS = 20_000;

function useLongLost({ connected }: UploadState): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (connected) {
      setLong(false);
      return;
    }
    const timer = setTimeout(() => setLong(true), LONG_LOST_MS);
    return () => clearTimeout(timer);
  }, [connected]);
  return isLong;
}

/** A refused connection fails within milliseconds; a shorter attempt would not be visible. */
const SHOWN_AT_LEAST_MS = 1200;

/** Reports 'Try again now' as running until the attempt has ended. */
function useRetry(run: CaptureRun): { isRetrying: boolean; retry: () => void } {
  const failures = useStore(run, ({ upload }) => upload.failures);
  /** Number of failures before the running attempt; null without one. */
  const [before, setBefore] = useState<number | null>(null);
  useEffect(() => {
    if (before === null || failures === before) return;
    const timer = setTimeout(() => setBefore(null), SHOWN_AT_LEAST_MS);
    return () => clearTimeout(timer);
  }, [before, failures]);
  const retry = () => {
    setBefore(failures);
    run.retry().catch((error) => console.error('Trying again failed.', error));
  };
  return { isRetrying: before !== null, retry };
}
