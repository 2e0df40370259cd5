// The consent text of the workspace, and what the participant agrees to. Who does not agree to an optional part takes part
// without it.
import { type FormEvent, useRef, useState } from 'react';
import type { Agreement, ConsentItem } from '#contract/sessions.ts';
import type { SharedParticipation } from '#contract/shared-participation.ts';
import { FormattedText } from '#web/entities/step/formatted-text.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { itemsOf } from './participation-of.ts';
import { StepHeading } from './step-heading.tsx';

const labels: Readonly<Record<ConsentItem, string>> = {
  screen: 'My screen is recorded.',
  microphone: 'My voice is recorded.',
  camera: 'My camera shows me on the screen, and is recorded with it.',
};

interface ConsentStepProps {
  consent: NonNullable<SharedParticipation['consent']>;
  devices: SharedParticipation['devices'];
  /** The text has changed since the page was opened. */
  hasChanged: boolean;
  /** Parts to which the participant agreed with the text before. */
  earlier: readonly ConsentItem[];
  onAgree: (agreement: Agreement) => void;
}

export function ConsentStep({ consent, devices, hasChanged, earlier, onAgree }: ConsentStepProps) {
  const [items, setItems] = useState(earlier);
  const [isIncomplete, setIncomplete] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const used = itemsOf(devices);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = used.find((item) => devices[item] === 'required' && !items.includes(item));
    setIncomplete(missing !== undefined);
    if (missing === undefined) onAgree({ version: consent.version, items: [...items] });
    else form.current?.querySelector<HTMLInputElement>(`[name="${missing}"]`)?.focus();
  };
  return (
    <Card className="sm:p-8">
      <form ref={form} noValidate onSubmit={submit} className="grid gap-6">
        <StepHeading title="Your consent">Please read this before the test begins.</StepHeading>
        {hasChanged && (
          <Alert title="This text has just changed">
            Please read it once more. Nothing else that you entered is lost.
          </Alert>
        )}
        <FormattedText text={consent.text} />
        <fieldset className="grid gap-3" hidden={used.length === 0}>
          <legend className="mb-2 font-semibold text-sm">I agree:</legend>
          {used.map((item) => (
            <Checkbox
              key={item}
              name={item}
              label={devices[item] === 'optional' ? `${labels[item]} (optional)` : labels[item]}
              checked={items.includes(item)}
              onChange={({ currentTarget: { checked } }) => {
                setIncomplete(false);
                setItems(checked ? [...items, item] : items.filter((one) => one !== item));
              }}
            />
          ))}
        </fieldset>
        {isIncomplete && (
          <Alert tone="danger">
            This test can only be taken with what is not marked as optional. If you do not agree,
            close this page: nothing was recorded.
          </Alert>
        )}
        <Button type="submit" size="lg">
          I agree
        </Button>
      </form>
    </Card>
  );
}
