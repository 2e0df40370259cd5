// Between two tasks, over the prototype: the questions about the one, panels, then the text of the next. The recording goes
// on.
import { useEffect, useRef } from 'react';
import { type TaskAnswers, taskAnswers } from '#contract/outcomes.ts';
import { isTask } from '#contract/steps.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { backOf, Panel } from './panel.tsx';
import type { Participation } from './participation.ts';
import { Ways } from './question-card.tsx';
import { stepLabel } from './recording-bar.tsx';
import { questionsAfter } from './steps.ts';
import { Questions } from './task-card.tsx';

interface BetweenTasksProps {
  participation: Participation;
  /** The countdown covers the page, so nothing here can be reached yet. */
  isCovered: boolean;
}

export function BetweenTasks({ participation, isCovered }: BetweenTasksProps) {
  const { at, phase, end } = useStore(participation);
  if (phase === 'doing') return null;
  const { step } = participation;
  return (
    // Each step begins at the top.
    <div
      key={`${at} ${phase}`}
      className="cover absolute inset-0 z-10 overflow-y-auto bg-canvas px-3 py-6 sm:px-4 sm:py-12"
    >
      <div className="mx-auto max-w-xl">
        {!isTask(step) ? (
          <Panel participation={participation} step={step} isCovered={isCovered} />
        ) : phase === 'reading' ? (
          <NextTask participation={participation} />
        ) : (
          <QuestionsAfterTask participation={participation} asks={questionsAfter(step.asks, end)} />
        )}
      </div>
    </div>
  );
}

interface CardProps {
  participation: Participation;
  asks: ReturnType<typeof questionsAfter>;
}

function QuestionsAfterTask({ participation, asks }: CardProps) {
  const { run, task } = participation;
  const send = (answers: TaskAnswers) => {
    participation.closeCard();
    run
      .answer({ step: task.number, answers })
      .catch((error) => console.error('The answers stay in this browser.', error));
  };
  return (
    <Questions
      asks={asks}
      note="Answer what you like. The recording goes on."
      draft={taskAnswers.safeParse(run.drafts.get(task.number).draft).data ?? null}
      onChange={(draft) => run.drafts.keep(task.number, { draft })}
      onSend={send}
      onSkip={() => participation.closeCard()}
    />
  );
}

/** The next task is read before its prototype appears, so that its time begins when the person knows what to do. */
function NextTask({ participation }: { participation: Participation }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card className="grid gap-6 sm:p-8">
      <section aria-labelledby="next-task" className="grid gap-2">
        <h2
          ref={heading}
          id="next-task"
          tabIndex={-1}
          className="font-semibold text-accent text-sm"
        >
          {stepLabel(participation)}
        </h2>
        <p dir="auto" className="whitespace-pre-line sm:text-lg">
          {participation.task.task}
        </p>
      </section>
      <Ways onBack={backOf(participation)}>
        <Button size="lg" className="grow" onClick={() => participation.beginTask()}>
          Start this task
        </Button>
      </Ways>
    </Card>
  );
}
