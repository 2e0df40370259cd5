// Entry of the second chunk of the participant page: the capture library and the steps that need it.
import { type ComponentType, Suspense, use, useEffect, useRef } from 'react';
import { AnswerUpload } from '#capture/run/answer-upload.ts';
import { type PendingUpload, PendingUploads } from '#capture/run/pending-uploads.ts';
import { openSpool } from '#capture/spool/open-spool.ts';
import type { Spool } from '#capture/spool/spool.ts';
import { isGone } from '#capture/upload/call.ts';
import { personalTokenIn } from '#contract/personal-token.ts';
import { isPilotIn } from '#contract/pilots.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { beginParticipation } from './begin-participation.ts';
import { browserObstacle } from './browser-obstacle.ts';
import { DeviceStep } from './device-step.tsx';
import { stageNames } from './device-words.ts';
import { EndedStep } from './ended-step.tsx';
import { GoOnStep } from './go-on-step.tsx';
import { findInterrupted } from './interrupted.ts';
import { refusalObstacle, reportObstacles } from './obstacles.ts';
import { Opening } from './opening.ts';
import { ParticipantFrame } from './participant-frame.tsx';
import type { Participation } from './participation.ts';
import { type Brought, participationOf, withAgreement } from './participation-of.ts';
import { PersonalLink, type PersonalLinkProps } from './personal-link.tsx';
import { OwnRecordings } from './private-link.tsx';
import { RecordingStep } from './recording-step.tsx';
import { ScreenerStep, type ScreenerStepProps } from './screener-step.tsx';
import { ShareStep } from './share-step.tsx';
import type { Refusal, SharedLink } from './shared-link.ts';
import { startSession } from './start-session.ts';
import { refusalText, UploadBar } from './upload-bar.tsx';

export const opening = new Opening();

/**
 * Reports that the link was opened, and the obstacles to a start.
 * @returns whether a session from this browser would be a repeat that the test does not take
 */
export async function reportOpening(link: SharedLink, refusal: Refusal | null): Promise<boolean> {
  if (isPilotIn(location.search)) return false;
  const mustRecord = participationOf(link).devices.screen === 'required';
  const isUnable = refusal === null && mustRecord && browserObstacle() !== null;
  const obstacle = isUnable ? 'browser_unable' : refusal && refusalObstacle(refusal);
  const isRepeat = await opening.report(link, obstacle);
  // A personal link is for another person than the one who took the test in this browser.
  if (!isRepeat || personalTokenIn(location.search) !== null) return false;
  if (obstacle === null) void opening.report(link, 'already_taken');
  return true;
}

let store: Promise<LocalStore> | null = null;
let earlier: Promise<Earlier> | null = null;
let releasedTests: Promise<string[]> = Promise.resolve([]);

/** Sessions that earlier visits left in the spool. */
interface Earlier {
  uploads: PendingUploads;
  /** A test with which the participant can go on, or null. */
  interrupted: Participation | null;
}

interface LocalStore {
  spool: Spool;
  /** Sends the answers of every session, so that an older one never replaces a newer one. */
  answers: AnswerUpload;
}

/** One spool a page: the memory fallback must be the same for all. */
function theStore(): Promise<LocalStore> {
  store ??= openSpool().then((spool) => ({
    spool,
    answers: new AnswerUpload(spool, new AbortController().signal),
  }));
  return store;
}

async function resumeEarlier(link: SharedLink | null): Promise<Earlier> {
  const store = await theStore();
  const uploads = new PendingUploads(store.spool);
  store.answers.resume().catch((error) => console.error('Earlier answers stopped.', error));
  const interrupted = link && (await findInterrupted(store, link));
  releasedTests = uploads.resume(interrupted?.run.sessionId).catch((error) => {
    console.error('Earlier uploads stopped.', error);
    return [];
  });
  return { uploads, interrupted };
}

/** Share ids of the tests in which an earlier visit held a slot until now. */
export async function readReleasedTests(link: SharedLink | null): Promise<string[]> {
  earlier ??= resumeEarlier(link);
  await earlier;
  return await releasedTests;
}

/** A personal link that a reload has left with a session of this browser is free again. */
export function OwnPersonalLink(props: Omit<PersonalLinkProps, 'releaseEarlier'>) {
  return <PersonalLink {...props} releaseEarlier={readReleasedTests} />;
}

export interface EarlierProps {
  uniqueId: string;
  link: SharedLink | null;
  /** Replaces the page by the steps of a test with which the participant can go on. */
  onRun: (run: () => ComponentType) => void;
}

/** Finishes uploads of earlier visits, shows their progress, and offers their withdrawal. */
export function EarlierBanners({ uniqueId, link, onRun }: EarlierProps) {
  earlier ??= resumeEarlier(link);
  return (
    <>
      <Suspense fallback={null}>
        <EarlierUploads earlier={earlier} onRun={onRun} />
      </Suspense>
      <OwnRecordings uniqueId={uniqueId} />
    </>
  );
}

/** Screening questions before a session. */
export function Screener(props: ScreenerStepProps) {
  return <ScreenerStep {...props} opening={opening} />;
}

/** Nothing, as on the first screen of a plain test, whose line says what is recorded. */
const NOTHING_BROUGHT: Brought = {
  parameters: [],
  answers: [],
  consent: { version: null, items: ['screen', 'microphone', 'camera'] },
};

/**
 * Starts a session and its run.
 * @returns a component for steps 1 to 3, or what `startSession` returns without a session
 * @throws ApiError if the server gave no such reason
 */
export async function startRun(
  link: SharedLink,
  name: string,
  brought: Brought = NOTHING_BROUGHT,
): Promise<{ run: ComponentType } | { refusal: Refusal } | { changed: SharedLink }> {
  const started = await startSession(link, { name, ...brought, openingId: opening.idOf(link) });
  if (!('session' in started)) return started;
  const ownLink = withAgreement(link, brought.consent.items);
  const participation = await beginParticipation(await theStore(), ownLink, {
    ...started,
    ...brought,
  });
  if (!isPilotIn(location.search)) {
    reportObstacles(participation, (obstacle) => void opening.report(link, obstacle));
  }
  return { run: stepsOf(participation) };
}

function stepsOf(participation: Participation): ComponentType {
  return () => <RunSteps participation={participation} />;
}

/** Renders one of the steps 1 to 3, and the countdown over the last. */
function RunSteps({ participation }: { participation: Participation }) {
  const { stage, countdown, startFailed } = useStore(participation);
  const { uses } = participation;
  const steps = stageNames(uses);
  switch (stage) {
    case 'interrupted':
      return (
        <ParticipantFrame>
          <GoOnStep participation={participation} />
        </ParticipantFrame>
      );
    case 'devices':
      return (
        <ParticipantFrame step={1} steps={steps}>
          <DeviceStep participation={participation} />
        </ParticipantFrame>
      );
    case 'share':
      return (
        <ParticipantFrame step={steps.length - 1} steps={steps}>
          <ShareStep participation={participation} startFailed={startFailed} />
        </ParticipantFrame>
      );
    case 'countdown':
    case 'recording':
      // The prototype loads under the countdown, so that the first frame recorded shows it.
      return (
        <>
          <RecordingStep participation={participation} isCovered={stage === 'countdown'} />
          {stage === 'countdown' && (
            <Countdown value={countdown} hasVoice={uses.microphone !== 'off'} />
          )}
        </>
      );
    case 'ended':
      return (
        <ParticipantFrame>
          <EndedStep participation={participation} />
        </ParticipantFrame>
      );
  }
}

/** Countdown over the whole page: 5 to 1, then 'Go!'. */
function Countdown({ value, hasVoice }: { value: number; hasVoice: boolean }) {
  const dialog = useRef<HTMLDivElement>(null);
  useEffect(() => dialog.current?.focus(), []);
  return (
    <div
      ref={dialog}
      tabIndex={-1}
      role="dialog"
      aria-modal
      aria-label="The recording starts in a moment"
      className="fixed inset-0 z-50 grid place-content-center justify-items-center gap-6 bg-canvas"
    >
      <p
        key={value}
        role="timer"
        aria-live="assertive"
        className="appear font-bold text-[clamp(7rem,30vmin,16rem)] text-accent tabular-nums leading-none tracking-[-0.05em]"
      >
        {value > 0 ? value : 'Go!'}
      </p>
      <p className="text-balance px-6 text-center text-lg text-muted">
        {hasVoice
          ? 'Think aloud: say what you see, look for and expect.'
          : 'The recording starts in a moment.'}
      </p>
    </div>
  );
}

/** Banner above everything else while an earlier visit's recording is being uploaded. */
function EarlierUploads({
  earlier,
  onRun,
}: Pick<EarlierProps, 'onRun'> & { earlier: Promise<Earlier> }) {
  const { uploads, interrupted } = use(earlier);
  const entries = useStore(uploads);
  useEffect(() => {
    if (interrupted) onRun(() => stepsOf(interrupted));
  }, [interrupted, onRun]);
  const retry = () => {
    uploads.retry().catch((error) => console.error('Trying again failed.', error));
  };
  return entries.map(({ sessionId, upload }) => (
    <Entry key={sessionId} upload={upload} onRetry={retry} />
  ));
}

/** The banner contains neither test nor person, because another person may use this browser now. */
function Entry({ upload, onRetry }: Pick<PendingUpload, 'upload'> & { onRetry: () => void }) {
  if (upload === null) {
    return (
      <Alert tone="info" title="A recording is open in another tab">
        It is being recorded or uploaded there. You can continue in that tab.
      </Alert>
    );
  }
  if (upload.phase === 'done') {
    return (
      <Alert tone="success" title="An interrupted recording is uploaded">
        It was recorded in this browser earlier and is now uploaded. You don’t need to do anything.
      </Alert>
    );
  }
  if (upload.phase === 'failed') {
    return (
      <Alert tone="warning" title="An interrupted recording could not be uploaded">
        <p>It was made in this browser earlier. {upload.problem && refusalText(upload.problem)}</p>
        {!(upload.problem && isGone(upload.problem)) && (
          <Button className="mt-2" size="sm" variant="secondary" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Alert>
    );
  }
  return (
    <div data-keep-open>
      <Alert tone="info" title="Uploading an interrupted recording">
        <p className="mb-3">
          It was made in this browser earlier. What was recorded until then is uploaded now
          {upload.connected
            ? '; please keep this tab open.'
            : ' as soon as the server can be reached.'}
        </p>
        <UploadBar upload={upload} />
      </Alert>
    </div>
  );
}
