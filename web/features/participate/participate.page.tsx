// The participant page: loads the link, shows step 0, and then loads the run's chunk of code.
import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react';
import { personalTokenIn } from '#contract/personal-token.ts';
import { sentenceOf } from '#web/lib/api-error.ts';
import { loadChunk } from '#web/lib/lazy-chunk.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { loadTypefaceWhenIdle } from '#web/styles/typeface.ts';
import { ErrorView } from '#web/ui/empty-state.tsx';
import { ChunkLoadError } from '#web/ui/error-page.tsx';
import { Spinner } from '#web/ui/loading.tsx';
import { IntroStep, type StartFailure } from './intro-step.tsx';
import { BeforeStep, RefusalPage } from './later.ts';
import { ParticipantFrame } from './participant-frame.tsx';
import type { Brought } from './participation-of.ts';
import type { EarlierProps } from './run.chunk.tsx';
import {
  forgetPerson,
  type LinkState,
  type Refusal,
  type SharedLink,
  useSharedLink,
} from './shared-link.ts';

/** Everything after step 0, with the capture library: loaded once step 0 is usable. */
const loadRun = () => loadChunk(() => import('./run.chunk.tsx'));

export function ParticipatePage({ uniqueId }: { uniqueId: string }) {
  const { state, retry } = useSharedLink(uniqueId);
  useOwnSlot(state, { uniqueId, retry });
  const isRepeat = useOpening(state);
  const [Run, setRun] = useState<ComponentType | null>(null);
  usePageTitle(state.phase === 'ready' ? state.link.test.name : null);
  const isUsable = state.phase !== 'loading';
  useEffect(() => (isUsable ? loadTypefaceWhenIdle() : undefined), [isUsable]);
  if (Run) return <Run />;
  switch (state.phase) {
    case 'loading':
      return <Loading label="Loading the test…" />;
    case 'failed':
      return (
        <ParticipantFrame>
          <ErrorView heading="h1" title="Failed to fetch test data." onRetry={retry}>
            Check your connection and try again.
          </ErrorView>
        </ParticipantFrame>
      );
    case 'refused':
      return <Refused {...state} uniqueId={uniqueId} onRun={setRun} />;
    case 'ready':
      return <Ready link={state.link} isRepeat={isRepeat} onRun={setRun} />;
  }
}

function Loading({ label }: { label: string }) {
  return (
    <ParticipantFrame>
      <Spinner size="lg" label={label} />
    </ParticipantFrame>
  );
}

/**
 * A reload before the recording may leave the last slot taken, so a full test is requested again when the slot is free.
 */
function useOwnSlot(
  state: LinkState,
  { uniqueId, retry }: { uniqueId: string; retry: () => void },
): void {
  const isRequested = useRef(false);
  const isFull = state.phase === 'refused' && state.refusal.kind === 'full';
  const link = 'link' in state ? state.link : null;
  useEffect(() => {
    if (!isFull || isRequested.current) return;
    isRequested.current = true;
    loadRun()
      .then(({ readReleasedTests: slotsGivenBack }) => slotsGivenBack(link))
      .then((freed) => {
        if (freed.includes(uniqueId)) retry();
      })
      .catch((error: unknown) => console.warn('Earlier visits can’t be looked for.', error));
  }, [isFull, link, uniqueId, retry]);
}

/**
 * Reports the opened link and its obstacles.
 * @returns whether the test was finished in this browser and takes no repeat
 */
function useOpening(state: LinkState): boolean {
  const [isRepeat, setRepeat] = useState(false);
  const link = 'link' in state ? state.link : null;
  const refusal = 'refusal' in state ? state.refusal : null;
  useEffect(() => {
    if (!link) return;
    loadRun()
      .then(({ reportOpening }) => reportOpening(link, refusal))
      .then(setRepeat)
      .catch((error: unknown) => console.info('The opened link was not counted.', error));
  }, [link, refusal]);
  return isRepeat;
}

interface ReadyProps extends Pick<EarlierProps, 'onRun'> {
  link: SharedLink;
  isRepeat: boolean;
}

function Ready({ link: firstLink, isRepeat, onRun }: ReadyProps) {
  /** It has another consent text after that has changed. */
  const [link, setLink] = useState(firstLink);
  const [typedName, setTypedName] = useState('');
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  /** Another person than the one who took the test in this browser. */
  const [isOther, setOther] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<StartFailure | null>(null);

  const onRefused = (refused: Refusal) => {
    void loadRun().then(({ reportOpening }) => reportOpening(link, refused));
    setRefusal(refused);
  };
  const start = async (name: string, brought?: Brought) => {
    const { startRun } = await loadRun();
    const started = await startRun(link, name, brought);
    if ('refusal' in started) return onRefused(started.refusal);
    if ('run' in started) return onRun(() => started.run);
    setLink(started.changed);
    setTypedName(name);
    setError(CONSENT_CHANGED);
  };
  const onContinue = (name: string, brought?: Brought) => {
    setBusy(true);
    setError(null);
    start(name, brought)
      .catch((failure: unknown) => {
        console.warn('The session did not start.', failure);
        setError(startFailureOf(failure));
      })
      .finally(() => setBusy(false));
  };

  const onOtherPerson = () => {
    forgetPerson();
    setRefusal(null);
    setOther(true);
  };
  const { uniqueId } = link.test;
  const repeat = isRepeat && !isOther ? ({ kind: 'already_taken' } as const) : null;
  const reason = refusal ?? repeat;
  const earlier = { uniqueId, link, onRun };
  const step = { link, typedName, busy, error, onContinue };
  if (reason) return <Refused {...earlier} refusal={reason} onOtherPerson={onOtherPerson} />;
  const notices = <LazyEarlier {...earlier} />;
  if (link.participation === null && personalTokenIn(location.search) === null) {
    return (
      <ParticipantFrame step={0}>
        {notices}
        <IntroStep {...step} />
      </ParticipantFrame>
    );
  }
  return (
    <Suspense fallback={<Loading label="Loading…" />}>
      <BeforeStep
        {...{ link, notices, onRefused }}
        hasChanged={link !== firstLink}
        onAgree={() => setError(null)}
      >
        {({ brought, ...intro }) => (
          <IntroStep {...step} {...intro} onContinue={(name) => onContinue(name, brought)} />
        )}
      </BeforeStep>
    </Suspense>
  );
}

const CONSENT_CHANGED: StartFailure = {
  text: 'The words to which you agree have just changed. Please read them again, then continue.',
  mustReload: false,
};

function startFailureOf(error: unknown): StartFailure {
  // Browsers cache the failure of a module, so only another load of the page requests it again.
  if (error instanceof ChunkLoadError) {
    return { text: 'The next step did not load. Check your connection.', mustReload: true };
  }
  const otherwise = 'That did not work. Check your connection and try again.';
  return { text: sentenceOf(error, otherwise), mustReload: false };
}

interface RefusedProps extends EarlierProps {
  refusal: Refusal;
  /** Returns to step 0 for another person. */
  onOtherPerson?: () => void;
}

function Refused(props: RefusedProps) {
  return (
    <ParticipantFrame>
      <LazyEarlier {...props} />
      <Suspense fallback={<Spinner size="lg" label="Loading…" />}>
        <RefusalPage {...props} />
      </Suspense>
    </ParticipantFrame>
  );
}

/**
 * Finishes uploads of an earlier visit and offers their withdrawal, on every page of the link, also of a closed test.
 */
function LazyEarlier(props: EarlierProps) {
  const [Banner, setBanner] = useState<ComponentType<EarlierProps> | null>(null);
  useEffect(() => {
    let gone = false;
    loadRun()
      .then(({ EarlierBanners }) => {
        if (!gone) setBanner(() => EarlierBanners);
      })
      .catch((error: unknown) => console.warn('Earlier uploads can’t be looked for.', error));
    return () => {
      gone = true;
    };
  }, []);
  return Banner && <Banner {...props} />;
}
