// One step of the preview, made of the participant's own cards and bar.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { Embed } from '#contract/embed.ts';
import { pictureOfLink } from '#contract/picture-link.ts';
import { parseLink } from '#contract/prototypes.ts';
import { questionPictures } from '#contract/questions.ts';
import type { StepEnd } from '#contract/step-end.ts';
import {
  isQuestion,
  isScreening,
  isTask,
  type PanelStep,
  type Step,
  type TaskStep,
} from '#contract/steps.ts';
import type { TaskQuestion } from '#contract/task-questions.ts';
import { aboutQuery } from '#web/entities/about.query.ts';
import { usePictures } from '#web/entities/screen/picture.query.ts';
import { panelHeading, QuestionCard, TextCard } from '#web/entities/step/question-card.tsx';
import { questionsAfter } from '#web/entities/step/questions-after.ts';
import { StepBar } from '#web/entities/step/step-bar.tsx';
import { QuestionsAfterTask, TaskToRead } from '#web/entities/step/task-cards.tsx';
import { EMBED_SANDBOX } from '#web/lib/embed-sandbox.ts';
import { Button } from '#web/ui/button.tsx';
import { type StoredTask, useEmbed } from './use-goal.ts';

interface PreviewStepProps {
  /** All steps as they would be stored. */
  steps: readonly Step[];
  /** Place of the previewed one, from 0. */
  at: number;
  step: Step;
  /** The task as it is stored, or null. */
  stored: StoredTask | null;
  /** Questions after the task. */
  asks: readonly TaskQuestion[];
  /** The participant goes on to the next step, or back to the one before. */
  onLeave: (by: -1 | 1) => void;
}

/** Seeds the order of shuffled options; a participant's is the session's id. */
const PREVIEW = 'preview';

export function PreviewStep({ step, ...rest }: PreviewStepProps) {
  if (isTask(step)) return <TaskPreview step={step} {...rest} />;
  return <PanelPreview step={step} {...rest} />;
}

function PanelPreview({
  step,
  steps,
  at,
  onLeave,
}: Omit<PreviewStepProps, 'step'> & { step: PanelStep }) {
  const pictures = usePictures(step.kind === 'question' ? questionPictures(step) : []);
  const shared = { isCovered: true, onBack: at > 0 ? () => onLeave(-1) : null };
  return (
    <Page bar={!isScreening(step) && <Bar steps={steps} at={at} />}>
      <Cover>
        {step.kind === 'text' ? (
          <TextCard {...shared} step={step} onLeave={() => onLeave(1)} />
        ) : (
          <QuestionCard
            // Another form of the question has other controls.
            key={JSON.stringify(step.kind === 'question' ? step.form.type : step.set)}
            {...shared}
            step={step}
            sessionId={PREVIEW}
            firstDraft={null}
            pictures={pictures}
            onLeave={() => onLeave(1)}
          />
        )}
      </Cover>
    </Page>
  );
}

type TaskPreviewProps = Omit<PreviewStepProps, 'step'> & { step: TaskStep };

function TaskPreview({ step, steps, at, stored, asks, onLeave }: TaskPreviewProps) {
  const [phase, setPhase] = useState<'reading' | 'doing' | 'asking'>('reading');
  const [ended, setEnded] = useState<StepEnd>('done');
  const end = (how: StepEnd) => {
    setEnded(how);
    if (questionsAfter(asks, how).length > 0) setPhase('asking');
    else onLeave(1);
  };
  const back = () => {
    setPhase('reading');
    onLeave(1);
  };
  return (
    <Page bar={<Bar steps={steps} at={at} onEnd={phase === 'doing' ? end : undefined} />}>
      {phase === 'reading' && (
        <Cover>
          <TaskToRead
            isCovered
            label={labelOf(steps, at)}
            text={step.task}
            onBack={null}
            onStart={() => setPhase('doing')}
          />
        </Cover>
      )}
      {phase === 'doing' && <TaskObject step={step} stored={stored} onEnd={() => end('done')} />}
      {phase === 'asking' && (
        <Cover>
          <QuestionsAfterTask
            isCovered
            asks={questionsAfter(asks, ended)}
            note="Answer what you like. The recording goes on."
            onSend={back}
            onSkip={back}
          />
        </Cover>
      )}
    </Page>
  );
}

interface TaskObjectProps {
  step: TaskStep;
  stored: StoredTask | null;
  onEnd: () => void;
}

/** The prototype, page or picture that the task is done on. */
function TaskObject({ step, stored, onEnd }: TaskObjectProps) {
  const id = pictureOfLink(step.figmaUrl);
  if (id !== null) return <PictureObject id={id} step={step} onEnd={onEnd} />;
  return <LinkObject step={step} stored={stored} />;
}

function LinkObject({ step, stored }: Omit<TaskObjectProps, 'onEnd'>) {
  const hosts = useQuery(aboutQuery).data?.linkHosts;
  const link = parseLink(step.figmaUrl, hosts ?? []);
  const embed = useEmbed(step.figmaUrl, stored);
  if (link.kind === 'page') {
    return (
      <Note>
        Participants see{' '}
        <a href={link.url} target="_blank" rel="noreferrer" className="underline">
          {new URL(link.url).host}
        </a>{' '}
        here.
      </Note>
    );
  }
  if (!embed) return <Note>Paste a link to see the prototype here.</Note>;
  return <PrototypeFrame embed={embed} />;
}

function PrototypeFrame({ embed }: { embed: Extract<Embed, { kind: 'prototype' }> }) {
  return (
    <iframe
      title="The prototype"
      src={embed.src}
      sandbox={EMBED_SANDBOX}
      className="size-full border-0 bg-white"
    />
  );
}

function PictureObject({ id, step, onEnd }: Omit<TaskObjectProps, 'stored'> & { id: string }) {
  const picture = usePictures([id])[id];
  const { mode = 'free', seconds = null } = step.picture ?? {};
  const isPainted = picture !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time runs from the picture on.
  useEffect(() => {
    if (mode !== 'seconds' || !isPainted) return;
    const timer = setTimeout(onEnd, (seconds ?? 0) * 1000);
    return () => clearTimeout(timer);
  }, [mode, seconds, isPainted]);
  if (!picture) return <Note>The picture is loading.</Note>;
  return (
    <div className="size-full overflow-auto bg-canvas">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button in the bar goes on, too. */}
      <img
        {...picture}
        alt={step.task}
        className="picture"
        onClick={() => mode === 'first_click' && onEnd()}
      />
    </div>
  );
}

/** As on the recording page: the bar, and below it what fills the rest. */
function Page({ bar, children }: { bar: ReactNode; children: ReactNode }) {
  return (
    <div className="flex h-dvh flex-col">
      {bar}
      <div className="relative min-h-0 flex-1">{children}</div>
    </div>
  );
}

function Cover({ children }: { children: ReactNode }) {
  return (
    <div className="absolute inset-0 z-10 overflow-y-auto bg-canvas px-3 py-6 sm:px-4 sm:py-12">
      <div className="mx-auto max-w-xl">{children}</div>
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="p-6 text-center text-muted text-sm">{children}</p>;
}

interface BarProps {
  steps: readonly Step[];
  at: number;
  /** Ends the task. Without it the buttons take their room alone. */
  onEnd?: ((how: StepEnd) => void) | undefined;
}

function Bar({ steps, at, onEnd }: BarProps) {
  const step = steps[at];
  const look = {
    size: 'sm',
    variant: 'secondary',
    className: onEnd ? undefined : 'invisible',
  } as const;
  return (
    <StepBar
      isAlone={false}
      label={step?.kind === 'text' ? panelHeading(step) : labelOf(steps, at)}
      task={step && isTask(step) ? { number: step.number, text: step.task } : null}
      elapsed={<span className="text-muted text-sm tabular-nums">0:00</span>}
      buttons={
        <>
          <Button {...look} onClick={() => onEnd?.('stuck')}>
            I’m stuck
          </Button>
          <Button {...look} onClick={() => onEnd?.('done')}>
            Done with this task
          </Button>
          <Button size="sm" variant="danger" disabled>
            Stop & Upload
          </Button>
        </>
      }
    />
  );
}

/**
 * Returns 'Task 2 of 4' for the step at a place, as if all were shown. Variants of a task are one, and screening questions
 * have no number, because participants answer them before the others.
 */
function labelOf(steps: readonly Step[], at: number): string {
  const step = steps[at];
  const isOfTask = step !== undefined && isTask(step);
  const indexes = steps.flatMap((one, index) => {
    const isAlike = isOfTask
      ? isTask(one) && (one.variant ?? 1) === 1
      : isQuestion(one) && !isScreening(one);
    return isAlike ? index : [];
  });
  const kind = isOfTask ? 'Task' : 'Question';
  const place = indexes.filter((index) => index <= at).length;
  return indexes.length > 1 ? `${kind} ${place} of ${indexes.length}` : kind;
}
