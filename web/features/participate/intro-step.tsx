// Step 0: what the test is about, and the participant's name.
import { MessageCircle, Mic, MonitorUp } from 'lucide-react';
import { type FormEvent, Suspense, useState } from 'react';
import { NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import { participantName } from '#contract/shared-test.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/loading.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { browserObstacle } from './browser-obstacle.ts';
import { ConsentFacts } from './consent-facts.tsx';
import type { IntroWords } from './device-words.ts';
import { DeviceNotice, ObstacleNotice } from './later.ts';
import type { SharedLink } from './shared-link.ts';
import { TestHeading } from './test-heading.tsx';

export interface StartFailure {
  text: string;
  mustReload: boolean;
}

interface IntroStepProps {
  link: SharedLink;
  /** Name that the link brought along, or nothing: the participant types one. */
  name?: string | undefined;
  /** Name that the participant has typed before, or empty. */
  typedName: string;
  words?: IntroWords;
  busy: boolean;
  error: StartFailure | null;
  onContinue: (name: string) => void;
}

export function IntroStep(props: IntroStepProps) {
  const { test } = props.link;
  const tasks = countTasks(props.link);
  const { screen } = props.words ?? plainWords;
  const [obstacle] = useState(screen === 'required' ? browserObstacle : null);
  return (
    <Card className="grid gap-6 sm:p-8">
      <TestHeading test={test} />
      {!isFirstUnknown(props.link) && (
        <section aria-labelledby="task" className="rounded-lg bg-sunken px-4 py-3.5">
          <h2 id="task" className="mb-1 font-semibold text-muted text-sm">
            {tasks > 1 ? `Task 1 of ${tasks}` : 'Task'}
          </h2>
          <p dir="auto" className="whitespace-pre-line sm:text-lg">
            {test.task}
          </p>
        </section>
      )}
      {obstacle === null ? (
        <NameForm {...props} />
      ) : (
        <Suspense fallback={<Spinner label="Loading…" />}>
          <ObstacleNotice obstacle={obstacle} />
        </Suspense>
      )}
    </Card>
  );
}

/** Returns the number of tasks that a person does: one of the variants of each. */
function countTasks({ steps }: SharedLink): number {
  return steps.filter((step) => step.kind === 'task' && (step.variant ?? 1) === 1).length;
}

/** Returns whether a person is shown several steps. */
function isStudy(link: SharedLink): boolean {
  return countTasks(link) > 1 || link.steps.some(({ kind }) => kind !== 'task');
}

/** Returns whether each person has a first task of their own, which the start of the session decides. */
function isFirstUnknown({ steps }: SharedLink): boolean {
  const first = steps.find((step) => step.kind === 'task');
  return first?.kind === 'task' && first.shuffled === true;
}

const plainWords: IntroWords = {
  screen: 'required',
  devices: 'Check your camera and microphone',
  aloud: ' and think aloud',
  consent: 'By continuing, you consent to camera, microphone, and screen recording access.',
};

const whatFollows = (link: SharedLink, { devices, aloud, screen }: IntroWords) => [
  ...(devices ? [{ icon: Mic, text: devices }] : []),
  ...(screen === 'off' ? [] : [{ icon: MonitorUp, text: 'Share your screen' }]),
  {
    icon: MessageCircle,
    text: `Do the task${countTasks(link) > 1 ? 's' : ''}${isStudy(link) ? ', answer questions' : ''}${aloud}`,
  },
];

function NameForm(props: IntroStepProps) {
  const { link, name: given, words = plainWords, busy, error, onContinue } = props;
  const [name, setName] = useState(given ?? props.typedName);
  const parsed = participantName.safeParse(name);
  const isTooLong = name.trim() !== '' && !parsed.success;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (parsed.success && !busy) onContinue(parsed.data);
  };
  return (
    <>
      <div className="grid gap-4">
        <ul className="grid gap-3 text-sm sm:grid-cols-3 sm:gap-4">
          {whatFollows(link, words).map(({ icon: Icon, text }) => (
            <li key={text} className="flex gap-2.5">
              <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
              {text}
            </li>
          ))}
        </ul>
        <p className="text-muted text-sm">
          The design is tested, not you. You can stop at any time.
        </p>
        <ConsentFacts link={link} isAlone={words.screen === 'off'} />
      </div>
      <Suspense fallback={null}>
        <DeviceNotice link={link} />
      </Suspense>
      <form onSubmit={submit} className="grid gap-2">
        {given === undefined && (
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
        )}
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
          <p className="text-center text-muted text-sm">{words.consent}</p>
          {error && (
            <Alert tone="danger">
              <p>{error.text}</p>
              {error.mustReload && (
                <Button
                  className="mt-2"
                  size="sm"
                  variant="secondary"
                  onClick={() => location.reload()}
                >
                  Retry
                </Button>
              )}
            </Alert>
          )}
        </div>
      </form>
    </>
  );
}
