// Between two tasks, over the prototype: the questions about the one, then the text of the next. The recording goes on.
import { useEffect, useRef } from 'react';
import type { TaskAnswers } from '#contract/outcomes.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { type Participation, questionsAfter } from './participation.ts';
import { taskLabel } from './recording-bar.tsx';
import { Questions } from './task-card.tsx';

export function BetweenTasks({ participation }: { participation: Participation }) {
  const { phase, end } = useStore(participation);
  if (phase === 'doing') return null;
  return (
    <div className="absolute inset-0 z-10 overflow-y-auto bg-canvas px-4 py-6 sm:py-12">
      <div className="mx-auto max-w-xl">
        {phase === 'reading' ? (
          <NextTask participation={participation} />
        ) : (
          <QuestionsAfterTask
            participation={participation}
            asks={questionsAfter(participation.task.asks, end)}
          />
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
    participation.readNext();
    run
      .answer(answers, { step: task.number, onStored: () => undefined })
      .catch((error) => console.error('The answers stay in this browser.', error));
  };
  return (
    <Questions
      asks={asks}
      note="Answer what you like. The recording goes on."
      draft={participation.readCard()}
      onChange={(answers) => participation.keepCard({ isClosed: false, answers })}
      onSend={send}
      onSkip={() => participation.readNext()}
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
          {taskLabel(participation)}
        </h2>
        <p dir="auto" className="whitespace-pre-line sm:text-lg">
          {participation.task.task}
        </p>
      </section>
      <Button size="lg" onClick={() => participation.beginTask()}>
        Start this task
      </Button>
    </Card>
  );
}
