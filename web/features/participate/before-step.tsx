// The screens before step 0 of a test that has some: the welcome text. Step 0 gets what the link brought along.
import { type ReactNode, useState } from 'react';
import type { LinkParameters } from '#contract/sessions.ts';
import { parametersIn } from '#contract/shared-participation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { FormattedText } from './formatted-text.tsx';
import { participationOf } from './participation-of.ts';
import type { SharedLink } from './shared-link.ts';
import { TestHeading } from './test-heading.tsx';

interface BeforeStepProps {
  link: SharedLink;
  /** Renders step 0. `name` is that of the link, or nothing: the participant types one. */
  children: (brought: { name: string | undefined; parameters: LinkParameters }) => ReactNode;
}

export function BeforeStep({ link, children }: BeforeStepProps) {
  const { welcome, parameters: names, nameFrom } = participationOf(link);
  const [isWelcome, setWelcome] = useState(welcome !== '');
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
  const parameters = parametersIn(location.search, names);
  return children({ name: parameters.find(({ name }) => name === nameFrom)?.value, parameters });
}
