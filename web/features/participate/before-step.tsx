// The screens before step 0 of a test that has some: the welcome text. Step 0 gets what the link brought along, and the words
// for the test's devices.
import { type ReactNode, useState } from 'react';
import type { LinkParameters } from '#contract/sessions.ts';
import { parametersIn } from '#contract/shared-participation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { type IntroWords, introWords, stageNames } from './device-words.ts';
import { FormattedText } from './formatted-text.tsx';
import { ParticipantFrame } from './participant-frame.tsx';
import { participationOf } from './participation-of.ts';
import type { SharedLink } from './shared-link.ts';
import { TestHeading } from './test-heading.tsx';

interface BeforeStepProps {
  link: SharedLink;
  /** Shown above each screen. */
  notices: ReactNode;
  /** Renders step 0. `name` is that of the link, or nothing: the participant types one. */
  children: (brought: {
    link: SharedLink;
    name: string | undefined;
    parameters: LinkParameters;
    words: IntroWords;
  }) => ReactNode;
}

export function BeforeStep({ link, notices, children }: BeforeStepProps) {
  const { welcome, parameters: names, nameFrom, devices } = participationOf(link);
  const [isWelcome, setWelcome] = useState(welcome !== '');
  const parameters = parametersIn(location.search, names);
  return (
    <ParticipantFrame step={0} steps={stageNames(devices)}>
      {notices}
      {isWelcome ? (
        <Card className="grid gap-6 sm:p-8">
          <TestHeading test={link.test} />
          <FormattedText text={welcome} />
          <Button size="lg" onClick={() => setWelcome(false)}>
            Continue
          </Button>
        </Card>
      ) : (
        children({
          link: devices.microphone === 'off' ? { ...link, transcribedBy: null } : link,
          name: parameters.find(({ name }) => name === nameFrom)?.value,
          parameters,
          words: introWords(devices),
        })
      )}
    </ParticipantFrame>
  );
}
