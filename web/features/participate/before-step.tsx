// The screens before step 0 of a test or a link that has some: the welcome text, screening questions and a consent text. Step
// 0 gets what they and the link brought along, and the words for the test's devices. A personal link is looked up first.
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { personalTokenIn } from '#contract/personal-token.ts';
import type { Agreement, ScreeningAnswers } from '#contract/sessions.ts';
import { parametersIn } from '#contract/shared-participation.ts';
import { FormattedText } from '#web/entities/step/formatted-text.tsx';
import { loadChunk } from '#web/lib/lazy-chunk.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/loading.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { ConsentStep } from './consent-step.tsx';
import { type IntroWords, introWords, stageNames } from './device-words.ts';
import { ParticipantFrame } from './participant-frame.tsx';
import { type Brought, itemsOf, participationOf, withAgreement } from './participation-of.ts';
import type { ScreenerStepProps } from './screener-step.tsx';
import type { SharedLink } from './shared-link.ts';
import { TestHeading } from './test-heading.tsx';

const loadRun = () => loadChunk(() => import('./run.chunk.tsx'));
const Screener = lazy(async () => ({ default: (await loadRun()).Screener }));
const PersonalLink = lazy(async () => ({ default: (await loadRun()).OwnPersonalLink }));

interface BeforeStepProps extends Pick<ScreenerStepProps, 'onRefused'> {
  link: SharedLink;
  /** Shown above each screen. */
  notices: ReactNode;
  /** The consent text has changed since the page was opened. */
  hasChanged: boolean;
  onAgree: () => void;
  /** Renders step 0. `name` is that of the link, or nothing: the participant types one. */
  children: (before: {
    link: SharedLink;
    name: string | undefined;
    words: IntroWords;
    brought: Brought;
  }) => ReactNode;
}

export function BeforeStep(props: BeforeStepProps) {
  const stages = stageNames(participationOf(props.link).devices);
  return (
    <ParticipantFrame {...(stages.length > 1 && { step: 0, steps: stages })}>
      {props.notices}
      <Suspense fallback={<Spinner size="lg" label="Loading…" />}>
        <Screens {...props} />
      </Suspense>
    </ParticipantFrame>
  );
}

function Screens({ link, hasChanged, onAgree, onRefused, children }: BeforeStepProps) {
  const { welcome, parameters: names, nameFrom, screener, ...shared } = participationOf(link);
  const [agreement, setAgreement] = useState<Agreement | null>(null);
  const consent = shared.consent
    ? agreementTo(shared.consent, agreement)
    : { version: null, items: itemsOf(shared.devices) };
  const [token] = useState(() => personalTokenIn(location.search));
  const [personName, setPersonName] = useState<string | null>(null);
  const [isWelcome, setWelcome] = useState(welcome !== '');
  const [answers, setAnswers] = useState<ScreeningAnswers | null>(screener.length > 0 ? null : []);
  if (token !== null && personName === null) {
    return <PersonalLink link={link} token={token} onName={setPersonName} onRefused={onRefused} />;
  }
  if (isWelcome) {
    return (
      <Card className="grid gap-6 sm:p-8">
        <TestHeading test={link.test} />
        <FormattedText text={welcome} />
        <Button size="lg" onClick={() => setWelcome(false)}>
          Continue
        </Button>
      </Card>
    );
  }
  if (answers === null) {
    return <Screener link={link} screener={screener} onPass={setAnswers} onRefused={onRefused} />;
  }
  if (consent === null) {
    const { devices } = shared;
    return (
      shared.consent && (
        <ConsentStep
          consent={shared.consent}
          devices={devices}
          hasChanged={hasChanged}
          earlier={agreement?.items ?? []}
          onAgree={(given) => {
            setAgreement(given);
            onAgree();
          }}
        />
      )
    );
  }
  const parameters = parametersIn(location.search, names);
  const { devices } = participationOf(withAgreement(link, consent.items));
  return children({
    link: devices.microphone === 'off' ? { ...link, transcribedBy: null } : link,
    name: personName ?? parameters.find(({ name }) => name === nameFrom)?.value,
    words: introWords(devices),
    brought: { parameters, answers, consent },
  });
}

/** Returns the agreement if it is to this text. */
function agreementTo({ version }: { version: number }, given: Agreement | null): Agreement | null {
  return given?.version === version ? given : null;
}
