// Step 2: the screen.
import { MonitorUp } from 'lucide-react';
import { displaySentences, type Sentence } from '#capture/devices/problem-sentences.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { deviceNames } from './device-words.ts';
import type { Participation } from './participation.ts';
import { StepHeading } from './step-heading.tsx';

interface ShareStepProps {
  participation: Participation;
  startFailed: boolean;
}

/** Section 8; our help beside it. */
const startFailure: Sentence = {
  text: 'Failed to start recording. Please try again.',
  help: 'If it happens again, close other programs that record or use the camera.',
};

export function ShareStep({ participation, startFailed }: ShareStepProps) {
  const { display } = participation;
  const state = useStore(display);
  const names = deviceNames(participation.uses, 'camera');
  const isOtherTab = state.phase === 'shared' && state.isAnotherTab;
  const problem = startFailed ? startFailure : problemOf(state);
  const start = () => {
    const sharing = participation.shareDisplay();
    sharing.catch((error) => console.error('The screen could not be shared.', error));
  };
  const startAlone = () => {
    participation.startAlone().catch((error) => console.error('The test could not begin.', error));
  };
  return (
    <Card className="grid justify-items-center gap-6 sm:p-8">
      <MonitorUp aria-hidden strokeWidth={1.25} className="size-20 text-accent" />
      <StepHeading title="Share your screen">
        Select 'Entire Screen' to record interactions and gather insights.
      </StepHeading>
      <p className="text-center text-muted text-sm">Choose ‘Entire screen’, then Share.</p>
      {problem && (
        <Alert tone="danger" title={problem.text} className="w-full">
          {problem.help}
        </Alert>
      )}
      {isOtherTab && (
        <Alert tone="warning" title="You chose another tab." className="w-full">
          The prototype opens in this one, so it would not be in the picture. Choose the entire
          screen, or this tab.
        </Alert>
      )}
      <Button
        size="lg"
        className="w-full"
        busy={state.phase === 'asking'}
        busyLabel="Waiting for your choice…"
        onClick={start}
      >
        {isOtherTab ? 'Choose again' : 'Share screen'}
      </Button>
      {isOtherTab && (
        <Button variant="secondary" onClick={() => participation.recordOtherTab()}>
          Record that tab anyway
        </Button>
      )}
      {participation.canBeAlone && (
        <Button variant="secondary" className="w-full" onClick={startAlone}>
          Continue without sharing the screen
        </Button>
      )}
      <p className="text-balance text-center text-muted text-sm">
        A countdown of five seconds follows, then the recording starts. Close what should not be
        seen.
      </p>
      {names !== '' && (
        <Button variant="quiet" size="sm" onClick={() => participation.backToDevices()}>
          {`Back to ${names}`}
        </Button>
      )}
    </Card>
  );
}

function problemOf({
  phase,
  problem,
}: ReturnType<Participation['display']['getSnapshot']>): Sentence | null {
  if (problem) return displaySentences[problem];
  return phase === 'ended' ? displaySentences.cancelled : null;
}
