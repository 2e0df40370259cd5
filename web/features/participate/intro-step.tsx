// Step 0: what the test is about, and the participant's name.
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import { participantName, type SharedTest } from '#contract/sessions.ts';
import { loadChunk } from '#web/lib/lazy-chunk.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Name } from '#web/ui/name.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { DeviceNotice } from './device-notice.tsx';
import type { Obstacle } from './obstacle-notice.tsx';

/** Most visitors have none. */
const ObstacleNotice = lazy(async () => ({
  default: (await loadChunk(() => import('./obstacle-notice.tsx'))).ObstacleNotice,
}));

interface IntroStepProps {
  test: SharedTest;
  busy: boolean;
  /** Sentence of a start that failed. */
  error: string | null;
  onContinue: (name: string) => void;
}

export function IntroStep({ test, ...form }: IntroStepProps) {
  const [obstacle] = useState<Obstacle | null>(obstacleOf);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card className="grid gap-6 sm:p-8">
      <div className="grid gap-2">
        <p className="font-semibold text-accent text-sm">
          <Name>{test.company}</Name>
        </p>
        <h1 ref={heading} tabIndex={-1} className="text-2xl">
          <Name>{test.name}</Name>
        </h1>
      </div>
      <section aria-labelledby="task" className="rounded-lg bg-sunken px-4 py-3.5">
        <h2 id="task" className="mb-1 font-semibold text-muted text-sm">
          Task
        </h2>
        <p dir="auto" className="whitespace-pre-line text-lg">
          {test.task}
        </p>
      </section>
      {obstacle === null ? (
        <NameForm {...form} />
      ) : (
        <Suspense fallback={null}>
          <ObstacleNotice obstacle={obstacle} />
        </Suspense>
      )}
    </Card>
  );
}

function NameForm({ busy, error, onContinue }: Omit<IntroStepProps, 'test'>) {
  const [name, setName] = useState('');
  const parsed = participantName.safeParse(name);
  const isTooLong = name.trim() !== '' && !parsed.success;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (parsed.success && !busy) onContinue(parsed.data);
  };
  return (
    <>
      <p className="text-muted text-sm">
        First you check your camera and microphone, then you share your screen. You can stop at any
        time: the design is tested, not you.
      </p>
      <DeviceNotice />
      <form onSubmit={submit} className="grid gap-2">
        <TextField
          label="Name"
          name="name"
          dir="auto"
          autoComplete="name"
          value={name}
          maxLength={NAME_MAX_CHARACTERS}
          error={isTooLong ? parsed.error.issues[0]?.message : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="grid gap-3">
          <Button
            type="submit"
            size="lg"
            busy={busy}
            busyLabel="One moment…"
            disabled={!parsed.success}
          >
            Continue
          </Button>
          <p className="text-center text-muted text-sm">
            By continuing, you consent to camera, microphone, and screen recording access.
          </p>
          {error && <Alert tone="danger">{error}</Alert>}
        </div>
      </form>
    </>
  );
}

/** What makes a recording impossible here; null where it may work: devices are looked for later. */
function obstacleOf(): Obstacle | null {
  if (!isSecureContext) return 'insecure';
  if (!navigator.mediaDevices || !('getDisplayMedia' in navigator.mediaDevices)) return 'no_screen';
  return typeof MediaRecorder === 'undefined' ? 'no_recorder' : null;
}
