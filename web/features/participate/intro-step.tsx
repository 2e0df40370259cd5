// Step 0: what the test is about, and the participant's name.
import { type FormEvent, useState } from 'react';
import { NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import { participantName, type SharedTest } from '#contract/sessions.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { DeviceNotice } from './device-notice.tsx';

interface IntroStepProps {
  test: SharedTest;
  busy: boolean;
  /** Sentence of a start that failed. */
  error: string | null;
  onContinue: (name: string) => void;
}

export function IntroStep({ test, busy, error, onContinue }: IntroStepProps) {
  const [name, setName] = useState('');
  const obstacle = obstacleOf();
  const parsed = participantName.safeParse(name);
  const isTooLong = name.trim() !== '' && !parsed.success;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (parsed.success && !busy && obstacle === null) onContinue(parsed.data);
  };
  return (
    <Card className="grid gap-6 sm:p-8">
      <div className="grid gap-2">
        <p className="font-semibold text-accent text-sm">{test.company}</p>
        <h1 className="text-2xl">{test.name}</h1>
      </div>
      <section aria-labelledby="task" className="rounded-lg bg-sunken px-4 py-3.5">
        <h2 id="task" className="mb-1 font-semibold text-muted text-sm">
          Task
        </h2>
        <p className="whitespace-pre-line text-lg">{test.task}</p>
      </section>
      {obstacle ? (
        <Alert tone="warning" title={obstacle.title}>
          {obstacle.text}
        </Alert>
      ) : (
        <DeviceNotice />
      )}
      <form onSubmit={submit} className="grid gap-5">
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          value={name}
          maxLength={NAME_MAX_CHARACTERS}
          error={isTooLong ? parsed.error.issues[0]?.message : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        {error && <Alert tone="danger">{error}</Alert>}
        <div className="grid gap-3">
          <Button
            type="submit"
            size="lg"
            busy={busy}
            busyLabel="One moment…"
            disabled={!parsed.success || obstacle !== null}
          >
            Continue
          </Button>
          <p className="text-center text-muted text-sm">
            By continuing, you consent to camera, microphone, and screen recording access.
          </p>
        </div>
      </form>
    </Card>
  );
}

/** What can't work here is said before a place in the test is taken. */
function obstacleOf(): { title: string; text: string } | null {
  if (!isSecureContext) {
    return {
      title: 'This page was opened over an insecure connection.',
      text: 'Browsers allow recording on secure addresses only. Open the link with https://.',
    };
  }
  if (navigator.mediaDevices && 'getDisplayMedia' in navigator.mediaDevices) return null;
  return {
    title: 'This device can’t record its screen.',
    text: 'Open this link on a computer, in a current Chrome, Edge, Firefox or Safari.',
  };
}
